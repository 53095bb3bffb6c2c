import { expect, test } from 'vitest';
import { FORMATS, type Format } from '../../src/core/report/formats.ts';
import { SCRIPT, STYLE } from '../../src/core/report/html-assets.ts';
import type { Reporter } from '../../src/core/report/reporter.ts';
import { everything } from './believable.ts';
import { print, resultOf } from './samples.ts';

const load = async (format: string): Promise<Reporter> => (FORMATS.get(format) as Format).load();

// These have separate tests.
const OTHERS = ['text', 'compact', 'json', 'sarif'];
const NAMES = [...FORMATS.keys()].filter((name) => !OTHERS.includes(name));

// What the page brings along is built, and its own hash would change with each of its characters.
const withoutAssets = (printed: string) =>
  printed
    .replace(SCRIPT, '(script)')
    .replace(STYLE, '(style)')
    .replace(/sha256-[\w+/=]+/g, 'sha256-(hash)');

test.each(NAMES)('%s of every possible content equals the snapshot', async (format) => {
  await expect(withoutAssets(print(await load(format), everything()))).toMatchFileSnapshot(
    `everything.${format}.txt`,
  );
});

test('html of a run with facts and a baseline equals the snapshot', async () => {
  const facts = {
    ...{ date: '2026-11-22 14:15 UTC', preset: 'strict' },
    ...{ command: 'edgewise mails -f html', fix: 'edgewise mails', baseline: 'known.json' },
  };
  const gone = [
    { rule: 'cycle', message: 'the steps go round', workflow: 'Trial', source: 'trial.json' },
    { rule: 'cycle', message: 'the steps go round', source: 'other.json' },
  ];
  const printed = print(await load('html'), { ...everything(), gone }, { facts });
  await expect(withoutAssets(printed)).toMatchFileSnapshot('facts.html.txt');
});

test.each([
  ['github', 'edgewise: no problems found: 1 workflow, 4 steps, 3 edges\n'],
  ['gitlab', '[]\n'],
  ['markdown', '### edgewise: no problems found: 1 workflow, 4 steps, 3 edges\n'],
  ['agent', 'edgewise: no problems found: 1 workflow, 4 steps, 3 edges\n'],
  [
    'junit',
    `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="edgewise" tests="1" failures="0" errors="0">
  <testsuite name="welcome.json" tests="1" failures="0" errors="0" skipped="0">
    <testcase classname="welcome.json" name="no findings: welcome.json"/>
  </testsuite>
</testsuites>
`,
  ],
])('%s of a clean run equals the snapshot', async (format, expected) => {
  expect(print(await load(format), resultOf([]))).toBe(expected);
});

test.each(NAMES)('%s lists errors only when quiet', async (format) => {
  const printed = print(await load(format), everything(), { quiet: true });
  expect(printed).toContain('duplicate-event-name');
  expect(printed).not.toMatch(/131 characters|no workflow starts on "/);
});

test.each([...FORMATS.keys()])('%s does not depend on the duration of the run', async (format) => {
  if (format === 'text') return;
  const reporter = await load(format);
  expect(print(reporter, everything(), { elapsed: 9999 })).toBe(print(reporter, everything()));
});

test.each([...FORMATS.keys()])('%s has no link to an unregistrable host', async (format) => {
  const printed = withoutAssets(print(await load(format), everything()));
  const hosts = [...printed.matchAll(/\bhttps?:\/\/([\w.-]+)/g)].map(([, host]) => host as string);
  expect(hosts.filter((host) => /(?:^|\.)(?:example|test|invalid|localhost)$/.test(host))).toEqual(
    [],
  );
});
