import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { NamedText, RuleSettings, Shared } from '../../playground/protocol.ts';
import { createSession } from '../../playground/session.ts';
import { rules } from '../../rules/index.ts';
import { lintTexts } from '../../src/browser.ts';
import { isInPlayground } from '../rule-page.ts';

const read = (name: string): NamedText => ({
  name,
  text: readFileSync(new URL(`../../examples/${name}`, import.meta.url), 'utf8'),
});
const WELCOME = read('automations/welcome.json');
const WIN_BACK = read('alpha/win-back.json');
const EVENTS = read('events.json');
const line = (text: string): string => JSON.stringify(JSON.parse(text));
const LINES = { name: 'all.ndjson', text: `\n${line(WIN_BACK.text)}\n${line(WELCOME.text)}\n` };
const BUNDLE = {
  name: 'bundle.json',
  text: `{ "workflows": { "object": "list", "has_more": false, "data": [${WELCOME.text}] },\n "events": ${EVENTS.text} }`,
};

/** The rules of which the page has the link. */
const linked = readdirSync(new URL('../../rule-pages/', import.meta.url))
  .map((name) => name.replace('.md', ''))
  .filter((id) =>
    read(`../rule-pages/${id}.md`).text.includes(`dist/playground/index.html#rule=${id})`),
  );

test('the rules that check files have a link to the playground', () => {
  const checked = rules.filter(isInPlayground).map(({ id }) => id);
  expect(checked.filter((id) => !linked.includes(id))).toEqual([]);
});

const settings = (preset: RuleSettings['preset']): RuleSettings => ({ preset, rules: [] });

test('findings, workflows and their places have one order', () => {
  const session = createSession(() => 0);
  const { data, regions, plain, headline } = session.check(
    [read('automations/brewing-course.json'), WELCOME, EVENTS],
    settings('recommended'),
  );
  expect(headline).toMatch(/^1 error, 1 warning, 1 info in 2 of 2 workflows /);
  expect(regions).toHaveLength(data.findings.length);
  for (const [i, { place, source }] of data.findings.entries()) {
    expect(place).toBe(`${source}:${regions[i]?.startLine}:${regions[i]?.startColumn}`);
  }
  expect(plain.map(({ name }) => name)).toEqual(data.workflows.map(({ name }) => name));
});

test.each([
  ['plain', WELCOME],
  ['of the alpha', WIN_BACK],
  ['in lines', LINES],
  ['in a bundle', BUNDLE],
])('a step or edge is mapped to its text and back: %s', (_, file) => {
  const session = createSession(() => 0);
  const { plain } = session.check([EVENTS, file], settings('recommended'));
  const spots = plain.flatMap(({ steps, edges }, workflow) => [
    ...steps.map((_, index) => ({ workflow, mark: { kind: 'step' as const, index } })),
    ...edges.map((_, index) => ({ workflow, mark: { kind: 'edge' as const, index } })),
  ]);
  expect(spots.length).toBeGreaterThan(4);
  for (const spot of spots) {
    const place = session.placeOf(spot);
    expect(place?.source).toBe(file.name);
    const { startLine, startColumn } = place?.region ?? { startLine: 0, startColumn: 0 };
    expect(file.text.split('\n')[startLine - 1]?.[startColumn - 1]).toBe('{');
    // One character on: at its very beginning one is still in the list around it.
    expect(session.spotAt(file.name, startLine, startColumn + 1)).toEqual(spot);
  }
  const whole = session.placeOf({ workflow: 0, mark: undefined });
  expect(whole?.source).toBe(file.name);
});

test('a position outside of workflows, or past the end of a file, has no step', () => {
  const session = createSession(() => 0);
  session.check(
    [WELCOME, EVENTS, { name: 'broken.json', text: '{ "steps": [' }],
    settings('recommended'),
  );
  expect(session.spotAt('events.json', 3, 1)).toBeUndefined();
  expect(session.spotAt('broken.json', 1, 5)).toBeUndefined();
  expect(session.spotAt('gone.json', 1, 1)).toBeUndefined();
  expect(session.spotAt('automations/welcome.json', 10_000, 1)).toBeUndefined();
  expect(session.spotAt('automations/welcome.json', 2, 5)).toEqual({
    workflow: 0,
    mark: undefined,
  });
  expect(session.placeOf({ workflow: 7, mark: undefined })).toBeUndefined();
  expect(session.placeOf({ workflow: 0, mark: { kind: 'step', index: 99 } })).toBeUndefined();
});

test.each(linked)('the page of %s links an example that the playground has', (id) => {
  const session = createSession(
    () => 0,
    (rule) => (rule === id ? read(`../rule-pages/${id}.md`).text : undefined),
  );
  const { files, settings: chosen } = session.exampleOf(id) as Shared;
  const { data } = session.check(files, chosen);
  expect(data.findings.map(({ rule }) => rule)).toContain(id);
});

test('rules without a page have no example', () => {
  expect(createSession(() => 0).exampleOf('cycle')).toBeUndefined();
});

test('an event is simulated over all texts, with their definitions', () => {
  const session = createSession(() => 0);
  session.check([read('automations/brewing-course.json'), EVENTS], settings('recommended'));
  const { runs, moments } = session.simulate({ event: 'course.joined' });
  expect(runs).toHaveLength(1);
  expect(moments.filter(({ type }) => type === 'send_email').map(({ step }) => step)).toEqual([
    'lesson_1',
    'lesson_2',
    'lesson_3',
  ]);
  expect(session.simulate({ event: 'nobody.knows' }).unknown).toEqual(['nobody.knows']);
});

test.each(['correctness', 'recommended', 'strict'] as const)(
  'the playground has the findings of the library: %s',
  (preset) => {
    const files = [LINES, BUNDLE, EVENTS, { name: 'broken.json', text: '{ "steps": [' }];
    const { data, headline } = createSession(() => 0).check(files, settings(preset));
    const { findings, summary } = lintTexts(new Map(files.map(({ name, text }) => [name, text])), {
      preset,
    });
    expect(data.findings.map(({ fingerprint }) => fingerprint)).toEqual(
      findings.map(({ fingerprint }) => fingerprint),
    );
    expect(data.summary).toEqual(summary);
    expect(headline).not.toBe('');
  },
);

test('formatting changes white space only, and only of a single JSON value', () => {
  const { format } = createSession(() => 0);
  const value = { a: [1, { b: 'x  y' }, []], c: {} };
  expect(format(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
  expect(format('{"n":1e400,"n":1.0}')).toBe('{\n  "n": 1e400,\n  "n": 1.0\n}');
  for (const text of ['', '{"a":1}\n{"b":2}\n', '{ "steps": ['])
    expect(format(text)).toBeUndefined();
});
