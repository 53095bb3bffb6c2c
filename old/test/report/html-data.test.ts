import { expect, test } from 'vitest';
import { parseDocument } from '../../src/core/document/parse.ts';
import { splitLines } from '../../src/core/document/split.ts';
import { plainOf } from '../../src/core/model/plain.ts';
import { buildReportData, embedJson } from '../../src/core/report/html-data.ts';
import fc from '../fast-check.ts';
import { lintTexts } from '../lint-text.ts';
import { CONTEXT, findingOf, resultOf } from './samples.ts';
import { anyText } from './texts.ts';

const edgeTo = (to: string) => ({ from: 'start', to });
const workflow = (name: string, to: string) => ({
  name,
  steps: [{ key: 'start', type: 'trigger', config: { eventName: `${name}.began` } }],
  connections: [edgeTo(to)],
});

function dataOf(source: string, text: string) {
  const whole = { ref: { source, index: 0, line: 1, start: 0, end: text.length }, text };
  const documents = source.endsWith('.ndjson') ? [...splitLines(text, source)] : [whole];
  const workflows = documents.flatMap((document) =>
    parseDocument(document.text, document.ref).workflows.map(plainOf),
  );
  const result = lintTexts(
    { [source]: text },
    { only: new Set(['dangling-edge', 'duplicate-workflow-name', 'invalid-json']) },
  );
  return buildReportData(result, { ...CONTEXT, workflows });
}

test.each([
  ['one.json', JSON.stringify(workflow('a', 'x'))],
  [
    'list.json',
    JSON.stringify({
      object: 'list',
      has_more: false,
      data: [workflow('b', 'start'), workflow('a', 'x')],
    }),
  ],
  [
    'bundle.json',
    JSON.stringify({
      events: [],
      workflows: { object: 'list', data: [workflow('b', 'start'), workflow('a', 'x')] },
    }),
  ],
  [
    'lines.ndjson',
    [workflow('b', 'start'), workflow('b2', 'start'), workflow('a', 'x')]
      .map((one) => JSON.stringify(one))
      .join('\n'),
  ],
])('a finding in %s has its workflow and its edge', (source, text) => {
  const { findings, workflows } = dataOf(source, text);
  const [finding] = findings;
  expect(finding?.rule).toBe('dangling-edge');
  expect(workflows[finding?.workflow ?? -1]).toMatchObject({
    name: 'a',
    source,
    steps: 1,
    emails: 0,
    starts: ['a.began'],
  });
  expect(finding?.mark).toEqual({ kind: 'edge', index: 0 });
});

test('workflows with the same name are told apart by place, and related places are listed', () => {
  const { findings, places } = dataOf(
    'list.json',
    JSON.stringify([workflow('a', 'start'), workflow('a', 'start')]),
  );
  expect(findings.map(({ rule, workflow: of }) => [rule, of])).toEqual([
    ['duplicate-workflow-name', 1],
  ]);
  expect(places[findings[0]?.related[0]?.at ?? -1]).toMatchObject({ workflow: 0 });
});

test('findings without a loaded workflow are listed under the name of their workflow, or under none', () => {
  const named = { id: '7', name: 'Welcome' };
  const findings = [
    findingOf({ workflow: named }),
    findingOf({ workflow: named, fingerprint: '2' }),
    findingOf({ workflow: { id: '8' } }),
    findingOf(),
  ];
  const data = buildReportData(resultOf(findings), CONTEXT);
  expect(data.findings.map(({ workflow: of }) => of)).toEqual([0, 0, 1, undefined]);
  expect(data.workflows).toEqual([
    { id: '7', name: 'Welcome', status: undefined, source: 'welcome.json' },
    { id: '8', name: undefined, status: undefined, source: 'welcome.json' },
  ]);
  expect(data.drawn).toBe(0);
});

test('a place to which several findings refer is listed once', () => {
  const shared = { message: 'first used here', location: { source: 'a.json', pointer: '/0' } };
  const other = { message: 'and here', location: { source: 'a.json', pointer: '/1' } };
  const findings = [
    findingOf({ related: [shared] }),
    findingOf({ fingerprint: '2', related: [other, shared] }),
  ];
  const data = buildReportData(resultOf(findings), CONTEXT);
  expect(data.places.map(({ place }) => place)).toEqual(['a.json#/0', 'a.json#/1']);
  expect(data.findings.map(({ related }) => related.map(({ at }) => at))).toEqual([[0], [1, 0]]);
});

test('rules with findings are described once', () => {
  const data = buildReportData(resultOf([findingOf(), findingOf({ fingerprint: '2' })]), CONTEXT);
  expect(data.rules.map(({ id }) => id)).toEqual(['dangling-edge']);
});

test('data in a script element is escaped for HTML and CI logs, and parses to the original', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const json = embedJson({ [text]: text });
      expect(json).not.toMatch(/[<>&\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]|##\w*\[/u);
      expect(JSON.parse(json)).toEqual({ [text]: text });
    }),
  );
});

test('a workflow starts on the events of its triggers, each once, and not on those that it waits for', () => {
  const started = (event_name?: string) => ({ type: 'trigger', config: { event_name } });
  const steps = [
    ...[started('a'), started('b'), started(), started('a')],
    { type: 'wait_for_event', config: { event_name: 'c', timeout: '1 day' } },
  ];
  const { workflows } = dataOf('a.json', JSON.stringify({ name: 'a', steps, connections: [] }));
  expect(workflows[0]?.starts).toEqual(['a', 'b']);
});

test.each([
  ['/workflows/data/0/steps/1/config/event_name', { kind: 'step', index: 1 }],
  ['/workflows/data/0/steps/1', { kind: 'step', index: 1 }],
  ['/workflows/data/0/connections/2/to', { kind: 'edge', index: 2 }],
  ['/workflows/data/0/steps', undefined],
  ['/workflows/data/0/name', undefined],
  ['/workflows/data/0', undefined],
])('the finding at %s is at a step or edge, or at neither', (pointer, mark) => {
  const text = JSON.stringify({ workflows: { object: 'list', data: [workflow('a', 'x')] } });
  const whole = { source: 'a.json', index: 0, line: 1, start: 0, end: text.length };
  const workflows = parseDocument(text, whole).workflows.map(plainOf);
  const found = findingOf({ workflow: { name: 'a' }, location: { source: 'a.json', pointer } });
  const data = buildReportData(resultOf([found]), { ...CONTEXT, workflows });
  expect([data.findings[0]?.workflow, data.findings[0]?.mark]).toEqual([0, mark]);
});
