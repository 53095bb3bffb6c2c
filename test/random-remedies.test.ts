import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rules } from '../rules/index.ts';
import fc from './fast-check.ts';
import { isJson } from './fix/faults.ts';
import { followRemedies, type Input } from './follow-remedies.ts';
import { lintTexts } from './lint-text.ts';
import { readScene, scenesOf } from './pages.ts';
import { FAULTS } from './random-faults.ts';

// What is named in faulty workflows corrects the fault, also where there are several. RUNS gives another number of them.
const RUNS = Number(process.env['RUNS'] ?? 800);

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
const EVENTS = read('../examples/events.json');
const SOME_EVENTS = JSON.stringify({
  object: 'list',
  has_more: true,
  data: (JSON.parse(EVENTS) as { data: readonly unknown[] }).data.slice(0, 3),
});

const folder = (path: string): readonly Input[] =>
  readdirSync(new URL(path, import.meta.url)).map((name) => ({ name, text: read(path + name) }));
const examples = folder('../examples/automations/');
const isClean = (text: string): boolean =>
  lintTexts({ 'a.json': text }).findings.every(({ severity }) => severity === 'info');
const INPUTS: readonly Input[] = [
  ...examples,
  ...[EVENTS, SOME_EVENTS].flatMap((text) =>
    examples.map((input): Input => ({ ...input, beside: { 'events.json': text } })),
  ),
  ...folder('courses/'),
  ...rules.flatMap(({ id }) =>
    scenesOf(id, 'ok')
      .filter((name) => name.endsWith('.json'))
      .map((name) => ({ name: `${id}/${name}`, text: String(readScene(id, name)) })),
  ),
].filter(({ text }) => isJson(text) && isClean(text));

const nat = fc.noBias(fc.nat(1_000_000));
const fault = fc.tuple(fc.constantFrom(...Object.values(FAULTS)), nat, nat);

test('what is named in workflows with random faults can be written', () => {
  const picked = fc.sample(fc.tuple(nat, fc.array(fault, { minLength: 1, maxLength: 3 })), RUNS);
  let followedInAll = 0;
  const failures = picked.flatMap(([which, faults]) => {
    const input = INPUTS[which % INPUTS.length] as Input;
    const root = JSON.parse(input.text) as Record<string, unknown>;
    for (const [make, nth, variant] of faults) make(root, nth, variant);
    const text = JSON.stringify(root, null, 2);
    const { followed, failures } = followRemedies({ ...input, text, isSafe: true });
    followedInAll += followed;
    return failures;
  });
  // A list or a config that is not read hides its own faults. The number may only fall.
  expect(failures.length, failures.join('\n\n')).toBeLessThanOrEqual(Math.ceil(RUNS / 160));
  expect(followedInAll).toBeGreaterThan(RUNS / 4);
});
