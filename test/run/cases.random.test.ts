import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeValue } from '../../src/core/document/decode.ts';
import { buildGraph, type Graph } from '../../src/core/graph/graph.ts';
import type { Case } from '../../src/core/run/case.ts';
import { casesOf } from '../../src/core/run/cases.ts';
import { isRest, runsOf } from '../runs.ts';
import { possibleRuns } from './oracle.ts';

interface Node {
  readonly type: string;
  readonly config: object;
  readonly edges: readonly string[];
}

const rule = (field: string, operator: string, value?: unknown): object => ({
  ...{ type: 'rule', field, operator },
  ...(value !== undefined && { value }),
});
const RULES = [
  rule('event.text', 'eq', 'a'),
  rule('event.text', 'starts_with', 'ab'),
  rule('event.text', 'neq', 'b'),
  rule('event.count', 'gt', 1),
  rule('event.count', 'lte', 2),
  rule('event.flag', 'exists'),
  rule('contact.properties.plan', 'eq', 'a'),
  rule('contact.properties.plan', 'neq', 'b'),
];
const both = (type: string, a: number, b: number): object => ({
  type,
  rules: [RULES[a], RULES[b]],
});
const FORK = ['condition_met', 'condition_not_met'];
const WAIT = ['event_received', 'timeout'];

const KINDS: readonly Node[] = [
  { type: 'send_email', config: { template: { id: 't' } }, edges: ['default'] },
  { type: 'delay', config: { duration: '1 day' }, edges: ['default'] },
  { type: 'contact_delete', config: {}, edges: ['default'] },
  { type: 'wait_for_event', config: { event_name: 'x', timeout: '2 days' }, edges: WAIT },
  { type: 'wait_for_event', config: { event_name: 'x' }, edges: WAIT },
  ...RULES.map((config) => ({ type: 'condition', config, edges: FORK })),
  { type: 'condition', config: both('and', 0, 3), edges: FORK },
  { type: 'condition', config: both('or', 1, 6), edges: FORK },
];

/** @param kinds of the steps after the trigger. @param targets of their edges in turn; -1 or a step that is not there: none. */
function graphOf(kinds: readonly Node[], targets: readonly number[]): Graph {
  const nodes = [{ type: 'trigger', config: { event_name: 'e' }, edges: ['default'] }, ...kinds];
  let next = 0;
  const connections = nodes.flatMap(({ edges }, from) =>
    edges.flatMap((type) => {
      const to = targets[next++] ?? -1;
      return to < 1 || to >= nodes.length ? [] : [{ from: `s${from}`, to: `s${to}`, type }];
    }),
  );
  const steps = nodes.map(({ type, config }, i) => ({ key: `s${i}`, type, config }));
  const value = { name: 'Random', status: 'enabled', steps, connections };
  const document = decodeValue({ name: 'w.json', isNamed: true }, value);
  return buildGraph(document.workflows[0] as never);
}

const print = ({ moments, end }: Case): string =>
  [...moments.map(({ step, time }) => `${step.key}@${time.min}-${time.max}`), end].join(' ');

function compare(graph: Graph): void {
  const { cases, isAll } = casesOf(graph);
  if (!isAll) return;
  const possible = possibleRuns(graph);
  const found = new Set(cases.map(print));
  expect([...possible].filter((run) => !found.has(run))).toEqual([]);
  const certain = cases.filter(({ isCertain }) => isCertain).map(print);
  expect(certain.filter((run) => !possible.has(run))).toEqual([]);
}

test(`all graphs of up to ${isRest ? 'four' : 'three'} steps of the main kinds have exactly the possible runs`, () => {
  const main = [0, 1, 3, 5, 7].map((i) => KINDS[i] as Node);
  const all = <T>(items: readonly T[], length: number): readonly (readonly T[])[] =>
    length === 0
      ? [[]]
      : all(items, length - 1).flatMap((rest) => items.map((item) => [...rest, item]));
  for (const kinds of (isRest ? [1, 2, 3] : [1, 2]).flatMap((length) => all(main, length))) {
    const edges = kinds.reduce((sum, each) => sum + each.edges.length, 0);
    const choices = all([-1, ...kinds.map((_, i) => i + 1)], Math.min(edges, kinds.length + 1));
    for (const targets of choices) compare(graphOf(kinds, [1, ...targets]));
  }
});

test('random graphs of up to eight steps have exactly the possible runs', () => {
  const kinds = fc.array(fc.nat(KINDS.length - 1), { minLength: 4, maxLength: 7 });
  const targets = fc.array(fc.integer({ min: -1, max: 7 }), { minLength: 14, maxLength: 14 });
  const property = fc.property(kinds, targets, (of, to) => {
    compare(
      graphOf(
        of.map((i) => KINDS[i] as Node),
        [1, ...to],
      ),
    );
  });
  fc.assert(property, { seed: 20261128, numRuns: runsOf(2000) });
});
