import fc from 'fast-check';
import { type Node, parseTree } from 'jsonc-parser';
import { expect, test } from 'vitest';
import { positionsOf } from '../src/core/document/positions.ts';
import { decodeText } from '../src/core/document/text.ts';
import { joinPointer } from '../src/core/model/place.ts';
import { lintCase, type RuleCase } from './cases.ts';
import { runsOf } from './runs.ts';

const SEED = { seed: 20261128 };

/** JSON that is nearly a workflow: the names of fields are those of the service, the values are anything. */
const NAMES = [
  ...['object', 'id', 'name', 'status', 'steps', 'edges', 'connections', 'key', 'type', 'config'],
  ...['from', 'to', 'edge_type', 'event_name', 'template', 'variables', 'var', 'duration', 'data'],
  ...['timeout', 'filter_rule', 'rules', 'field', 'operator', 'value', 'properties', 'schema'],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'has_more',
    'next',
    'branches',
    'workflows',
    'events',
  ],
];
const TEXTS = [
  ...['trigger', 'send_email', 'delay', 'wait_for_event', 'condition', 'contact_update', 'and'],
  ...['list', 'workflow', 'automation', 'event', 'rule', 'or', 'eq', 'gt', 'event.a', 'contact.b'],
  ...['3 days', '5m', 'a', 'b', 'c', 'default', 'timeout', 'condition_met', '{{x}}', ''],
];
const value = fc.letrec((tie) => ({
  leaf: fc.oneof(fc.constantFrom(...TEXTS), fc.constantFrom(null, true, 0, -1, 1e300, 86400000)),
  array: fc.array(tie('value'), { maxLength: 5 }),
  object: fc.dictionary(fc.constantFrom(...NAMES), tie('value'), { maxKeys: 7 }),
  value: fc.oneof({ maxDepth: 6 }, tie('leaf'), tie('array'), tie('object')),
})).value;

const crashesOf = (of: RuleCase): readonly string[] =>
  lintCase(of).crashed.map(({ rule, error }) => `${rule}: ${String(error)}`);

test('no JSON makes a rule throw', () => {
  const property = fc.property(value, (json) => {
    expect(crashesOf({ input: { 'a.json': JSON.stringify(json) } })).toEqual([]);
  });
  fc.assert(property, { ...SEED, numRuns: runsOf(3000) });
});

test('no text makes a rule throw', () => {
  const texts = fc.string({ unit: fc.constantFrom(...'{}[]",:\\ \n\u0000é<#-steps') });
  const property = fc.property(texts, (text) => {
    expect(crashesOf({ input: { 'a.json': text } })).toEqual([]);
  });
  fc.assert(property, { ...SEED, numRuns: runsOf(1000) });
});

const STEPS = [
  { type: 'send_email', config: { template: { id: 'a' }, from: 'A <a@b.co>', subject: 'A' } },
  { type: 'delay', config: { duration: '1 day' } },
  { type: 'wait_for_event', config: { event_name: 'x', timeout: '1 day' } },
  { type: 'condition', config: { type: 'rule', field: 'event.a', operator: 'eq', value: 1 } },
  { type: 'condition', config: { type: 'rule', field: 'event.b', operator: 'gt', value: 2 } },
  { type: 'contact_update', config: { unsubscribed: true } },
];
const BRANCHES = ['default', 'condition_met', 'condition_not_met', 'event_received', 'timeout'];

/** A workflow of many steps with any edges, loops too. */
const workflow = fc
  .record({
    kinds: fc.array(fc.nat(STEPS.length - 1), { minLength: 3, maxLength: 150 }),
    edges: fc.array(fc.tuple(fc.nat(150), fc.nat(150), fc.nat(4)), { maxLength: 300 }),
  })
  .map(({ kinds, edges }) => {
    const first = { key: 's0', type: 'trigger', config: { event_name: 'e' } };
    const steps = [first, ...kinds.map((kind, i) => ({ key: `s${i + 1}`, ...STEPS[kind] }))];
    const at = (i: number): string => `s${i % steps.length}`;
    const connections = [
      { from: 's0', to: 's1', type: 'default' },
      ...edges.map(([from, to, type]) => ({ from: at(from), to: at(to), type: BRANCHES[type] })),
    ];
    return { name: 'Random', status: 'enabled', steps, connections };
  });

test('every rule ends on graphs of 3 to 150 steps with loops', () => {
  const property = fc.property(workflow, (json) => {
    expect(crashesOf({ input: { 'a.json': json } })).toEqual([]);
  });
  fc.assert(property, { ...SEED, numRuns: runsOf(300) });
});

test('places are those of a parser', () => {
  const texts = fc.tuple(fc.json({ maxDepth: 4 }), fc.constantFrom(undefined, 1, '\r\n'));
  const property = fc.property(texts, ([json, space]) => {
    const value = JSON.parse(json);
    const text = ` ${JSON.stringify(value, null, space)}`;
    const find = positionsOf(decodeText({ name: 'a.json', text, isNamed: true }))?.find;
    const compare = (node: Node, pointer: string): void => {
      const { offset, length } = find?.(pointer) ?? {};
      expect([pointer, offset, length]).toEqual([pointer, node.offset, node.length]);
      for (const [i, child] of (node.children ?? []).entries()) {
        const [key, of = child] = child.type === 'property' ? (child.children ?? []) : [];
        compare(of, pointer + joinPointer([String(key?.value ?? i)]));
      }
    };
    compare(parseTree(text) as Node, '');
  });
  fc.assert(property, { ...SEED, numRuns: runsOf(1000) });
});

test('the order of files makes no difference', () => {
  const property = fc.property(workflow, workflow, (a, b) => {
    const one = { ...a, id: 'a', name: 'A' };
    const other = { ...b, id: 'b', name: 'B' };
    const findings = (input: Record<string, unknown>) => lintCase({ input }).findings;
    expect(findings({ 'b.json': other, 'a.json': one })).toEqual(
      findings({ 'a.json': one, 'b.json': other }),
    );
  });
  fc.assert(property, { ...SEED, numRuns: runsOf(40) });
});

test('dialects make no difference', () => {
  const property = fc.property(workflow, (json) => {
    const { connections, steps, ...rest } = json;
    const alpha = {
      ...rest,
      steps: steps.map(({ key, ...step }) => ({ id: key, ...step })),
      edges: connections.map(({ from, to, type }) => ({
        ...{ from_step_id: from, to_step_id: to, edge_type: type },
      })),
    };
    const messages = (input: unknown) =>
      lintCase({ input: { 'a.json': input } }).findings.map(
        ({ rule, message }) =>
          `${rule}: ${message.replaceAll('a connection', 'an edge').replaceAll('connection', 'edge')}`,
      );
    expect(messages(alpha).sort()).toEqual(messages(json).sort());
  });
  fc.assert(property, { ...SEED, numRuns: runsOf(60) });
});
