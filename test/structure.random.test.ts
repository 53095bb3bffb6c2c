import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lintCase } from './cases.ts';
import { runsOf } from './runs.ts';

/**
 * The rules of the structure against an oracle: simple loops over the JSON, without the graph or any other code of the program. Keys
 * are such that no two are near.
 */
interface Step {
  readonly key: string;
  readonly type: string;
  readonly config: Readonly<Record<string, unknown>>;
}

interface Edge {
  readonly from: string;
  readonly to: string;
  readonly type: string;
}

const KEYS = ['alpha', 'bravo', 'charlie', 'delta', 'echo', 'foxtrot', 'golf'];
const NOWHERE = 'zzzzzzzz';
const TYPES: readonly (readonly [string, object, readonly string[]])[] = [
  ['trigger', { event_name: 'e' }, ['default']],
  ['send_email', { template: { id: 't' } }, ['default']],
  ['delay', { duration: '1 day' }, ['default']],
  ['wait_for_event', { event_name: 'e', timeout: '1 day' }, ['event_received', 'timeout']],
  ['wait_for_event', { event_name: 'e' }, ['event_received', 'timeout']],
  [
    'condition',
    { type: 'rule', field: 'event.a', operator: 'eq', value: 1 },
    ['condition_met', 'condition_not_met'],
  ],
  ['contact_delete', {}, ['default']],
];
const EDGE_TYPES = ['default', 'condition_met', 'condition_not_met', 'event_received', 'timeout'];
const branchesOf = ({ type }: Step): readonly string[] =>
  TYPES.find(([name]) => name === type)?.[2] ?? [];

function expectedFindings(steps: readonly Step[], edges: readonly Edge[]): readonly string[] {
  const found = new Set<string>();
  const add = (rule: string, pointer: string): void => void found.add(`${rule} ${pointer}`);
  const stepOf = (key: string): number => steps.findIndex((step) => step.key === key);
  const isCopy = (i: number): boolean => stepOf((steps[i] as Step).key) !== i;
  const isKnown = ({ from, to }: Edge): boolean => stepOf(from) !== -1 && stepOf(to) !== -1;
  const next = (i: number): readonly number[] =>
    edges.flatMap((edge) => (isKnown(edge) && stepOf(edge.from) === i ? stepOf(edge.to) : []));
  const reach = (starts: readonly number[]): ReadonlySet<number> => {
    const all = new Set(starts);
    for (let size = -1; size !== all.size; ) {
      size = all.size;
      for (const i of [...all]) for (const to of next(i)) all.add(to);
    }
    return all;
  };
  const leads = (from: number, to: number): boolean => reach(next(from)).has(to);
  const isTrigger = (i: number): boolean => steps[i]?.type === 'trigger';
  const all = steps.map((_, i) => i);
  const triggers = all.filter(isTrigger);

  if (triggers.length === 0) add('trigger-first', '/steps');
  else if (triggers[0] !== 0) add('trigger-first', `/steps/${triggers[0]}`);
  for (const i of triggers.slice(1)) add('trigger-first', `/steps/${i}`);
  for (const i of all) if (isCopy(i)) add('duplicate-step-key', `/steps/${i}/key`);

  const reached = reach(triggers.filter((i) => !isCopy(i)));
  const lost = all.filter((i) => !reached.has(i) && !isCopy(i));
  const firsts = lost.filter(
    (i) =>
      lost.every((other) => !leads(other, i) || leads(i, other)) &&
      !lost.some((other) => other < i && leads(other, i) && leads(i, other)),
  );
  if (triggers.length > 0) for (const i of firsts) add('unreachable-step', `/steps/${i}`);

  for (const i of all) {
    const isOnCycle = all.some((other) => other !== i && leads(i, other) && leads(other, i));
    const isFirst = !all.some((other) => other < i && leads(i, other) && leads(other, i));
    if (isOnCycle && isFirst && !isCopy(i)) add('cycle', `/steps/${i}`);
    for (const type of branchesOf(steps[i] as Step)) {
      const ways = edges.filter((e) => isKnown(e) && stepOf(e.from) === i && e.type === type);
      if (new Set(ways.map(({ to }) => to)).size > 1) add('ambiguous-branch', `/steps/${i}`);
    }
  }

  edges.forEach((edge, e) => {
    const { from, to, type } = edge;
    for (const end of ['from', 'to'] as const)
      if (stepOf(edge[end]) === -1) add('dangling-edge', `/connections/${e}/${end}`);
    const source = steps[stepOf(from)];
    if (source !== undefined && !branchesOf(source).includes(type))
      add('invalid-branch', `/connections/${e}/type`);
    if (!isKnown(edge)) return;
    if (from === to) add('cycle', `/connections/${e}`);
    else if (isTrigger(stepOf(to))) add('trigger-first', `/connections/${e}/to`);
    const isRepeated = edges.some(
      (other, o) => o < e && other.from === from && other.to === to && other.type === type,
    );
    if (isRepeated) add('ambiguous-branch', `/connections/${e}`);
  });
  return [...found].sort();
}

const RULES = new Set([
  ...['trigger-first', 'duplicate-step-key', 'unreachable-step', 'cycle', 'ambiguous-branch'],
  ...['dangling-edge', 'invalid-branch'],
]);

/** Reports that were joined are listed as related places. */
function actualFindings(json: object): readonly string[] {
  const { findings } = lintCase({ input: { 'w.json': json } });
  const own = findings.filter(({ rule }) => RULES.has(rule));
  return [
    ...new Set(
      own.flatMap(({ rule, location, related }) => [
        `${rule} ${location.pointer}`,
        ...related
          .filter(({ message }) => /^also here$| is unreachable$/.test(message))
          .map((other) => `${rule} ${other.location.pointer}`),
      ]),
    ),
  ].sort();
}

const key = fc.constantFrom(...KEYS);
const end = fc.oneof({ weight: 9, arbitrary: key }, { weight: 1, arbitrary: fc.constant(NOWHERE) });

test('the rules of the structure find exactly what an enumeration finds', () => {
  const property = fc.property(
    fc.array(fc.tuple(key, fc.nat(TYPES.length - 1)), { minLength: 1, maxLength: 7 }),
    fc.array(fc.record({ from: end, to: end, type: fc.constantFrom(...EDGE_TYPES) }), {
      maxLength: 9,
    }),
    fc.boolean(),
    (kinds, connections, isTyped) => {
      const steps = kinds.map(([name, kind], i): Step => {
        const [type, config] = TYPES[i === 0 ? 0 : kind] as (typeof TYPES)[number];
        return { key: name, type, config: config as Step['config'] };
      });
      // Mostly types that the step leaves by, so that other rules are reached.
      const edges = connections.map((edge): Edge => {
        const branches = branchesOf(
          steps.find((step) => step.key === edge.from) ?? (steps[0] as Step),
        );
        return isTyped ? { ...edge, type: branches[0] ?? 'default' } : edge;
      });
      const json = { name: 'Random', status: 'enabled', steps, connections: edges };
      expect(actualFindings(json)).toEqual(expectedFindings(steps, edges));
    },
  );
  fc.assert(property, { seed: 20261128, numRuns: runsOf(1500) });
});
