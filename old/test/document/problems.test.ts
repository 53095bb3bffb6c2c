import { expect, test } from 'vitest';
import { decodeDocument } from '../../src/core/document/decode.ts';
import type { Document } from '../../src/core/model/nodes.ts';

const REF = { source: 'w.json', index: 0, line: 1, start: 0, end: 0 };
const decode = (value: unknown): Document => decodeDocument(value, REF);
const problemsOf = (value: unknown): readonly string[] =>
  decode(value).problems.map(({ place, message }) => `${place.pointer} ${message}`);

const trigger = { type: 'trigger', config: { event_name: 'user.created' } };
const email = { type: 'send_email', config: { template_id: 'tpl' } };

test('a field under a near name is read', () => {
  const { workflows, problems } = decode({
    name: 'x',
    steps: [{ kye: 'a', type: 'trigger', confg: { event_name: 'user.created' } }],
    connections: [],
  });
  const [step] = workflows[0]?.steps ?? [];
  expect([step?.key, step?.config]).toEqual(['a', { event_name: 'user.created' }]);
  expect(problems.map(({ message, help }) => [message, help])).toEqual([
    ['trigger "a" has no "config", but the unknown field "confg"', 'rename "confg" to "config"'],
    [
      'trigger "a" has no "key" or "id" or "ref", but the unknown field "kye"',
      'rename "kye" to "key"',
    ],
  ]);
  const events = [
    { name: 'a', schema: null },
    { nmae: 'b', schema: null },
  ];
  expect(problemsOf(events)).toEqual(['/1 event "b" has no "name", but the unknown field "nmae"']);
});

test('a wrong value is reported beside another spelling, and a second list only beside a list', () => {
  const step = { key: 5, id: 'a', ...trigger };
  expect(problemsOf({ name: 'x', steps: [step], connections: [] })).toEqual([
    '/steps/0/key "key" of trigger "a" must be a string, but is the number 5',
  ]);
  const connections = [{ from: 'a', to: 'b' }];
  expect(problemsOf({ name: 'x', steps: [], edges: 5, connections })).toEqual([
    '/edges "edges" of workflow "x" must be an array, but is the number 5',
  ]);
});

test('only a file for an update needs no name', () => {
  const update = { steps: [], connections: [] };
  const workflow = { name: 'x', ...update };
  expect(problemsOf(update)).toEqual([]);
  expect(problemsOf({ object: 'list', data: [workflow, update] })).toEqual([
    '/data/1 this workflow has no "name"',
  ]);
  expect(problemsOf([workflow, { status: 'enabled' }])).toEqual(['/1 this workflow has no "name"']);
});

test('true and false in quotes are written without them', () => {
  const fixOf = (value: string) =>
    decode({ object: 'list', data: [], has_more: value }).problems.map(({ help, fixes }) => [
      help,
      fixes?.flatMap(({ edits }) => edits.map((edit) => 'value' in edit && edit.value)),
    ]);
  expect(fixOf('true')).toEqual([['write true without quotes', [true]]]);
  expect(fixOf('false')).toEqual([['write false without quotes', [false]]]);
  expect(fixOf('yes')).toEqual([[undefined, undefined]]);
});

test('an end of an edge is missing in the spelling of the other end', () => {
  const edges = (edge: object) => problemsOf({ name: 'x', steps: [], edges: [edge] });
  expect(edges({ from_step_id: 'a' })).toEqual(['/edges/0 edge from "a" has no "to_step_id"']);
  expect(edges({ toStepId: 'a' })).toEqual(['/edges/0 edge to "a" has no "fromStepId"']);
  expect(edges({ form: 'a' })).toEqual([
    '/edges/0 edge from "a" has no "from" or "from_step_id", but the unknown field "form"',
    '/edges/0 edge from "a" has no "to" or "to_step_id"',
  ]);
});

test('the help for a step without a key or type is what its edges show', () => {
  const helpOf = (step: object, ...connections: object[]) =>
    decode({ name: 'x', steps: [{ key: 'a', ...trigger }, step], connections }).problems.map(
      ({ help }) => help,
    );
  expect(helpOf({ type: 'send_email' }, { from: 'a', to: 'b' })).toEqual([
    'add "config" with "template" or "template_id"',
    'write "key": "b"',
  ]);
  const config = { event_name: 'user.created' };
  expect(helpOf({ key: 'b', config }, { from: 'a', to: 'b' })).toEqual([
    'write "type": "wait_for_event"',
  ]);
  // A second trigger would be a fault.
  expect(helpOf({ key: 'b', config })).toEqual([undefined]);
  const alone = decode({ name: 'x', steps: [{ key: 'b', config }], connections: [] });
  expect(alone.problems.map(({ help }) => help)).toEqual(['write "type": "trigger"']);
});

test('steps that name their successors are connected, with a key', () => {
  const edgesOf = (...steps: object[]) =>
    decode({ name: 'x', steps }).workflows[0]?.edges.map(({ from, to, type }) => [from, to, type]);
  expect(edgesOf({ key: 'a', ...trigger, branches: { default: 'b' } })).toEqual([
    ['a', 'b', 'default'],
  ]);
  expect(edgesOf({ ...trigger, next: 'b' }, { key: 'b', ...email })).toEqual([
    ['start', 'b', 'default'],
  ]);
  expect(edgesOf({ ...trigger, next: 'b' }, { ...email, next: 'c' })).toEqual([]);
  const update = { steps: [{ key: 'a', ...trigger, next: null }] };
  expect(problemsOf(update)).toEqual([]);
});

test('a list with an item of another kind is reported with its content', () => {
  const list = (...data: unknown[]) => problemsOf({ object: 'list', data });
  const summary = { name: 'x', status: 'enabled' };
  expect(list(summary, { object: 'contact' })).toEqual([
    '/data/1 expected a workflow here, found an object of type "contact"',
  ]);
  expect(list({ name: 'a', schema: null }, 5)).toEqual([
    '/data/1 expected an event definition here, found the number 5',
  ]);
  expect(problemsOf({ workflows: [], events: [], topics: { name: 'x' } })).toEqual([
    '/topics "topics" must be an array or a list, but is an object',
  ]);
});
