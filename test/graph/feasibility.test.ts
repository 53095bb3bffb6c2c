import { describe, expect, test } from 'vitest';
import { parseDocument } from '../../src/core/document/parse.ts';
import { type Verdict, verdictsOf } from '../../src/core/graph/feasibility.ts';
import { buildGraph } from '../../src/core/graph/graph.ts';
import type { JsonObject } from '../../src/core/model/json.ts';
import type { Workflow } from '../../src/core/model/nodes.ts';
import fc from '../fast-check.ts';
import {
  evaluate,
  type Payload,
  READINGS,
  type Reading,
  RunFailed,
  type Value,
} from './readings.ts';

type Rule = { readonly type: string } & JsonObject;

const rule = (field: string, operator: string, value?: unknown): Rule => ({
  type: 'rule',
  field,
  operator,
  ...(value !== undefined && { value }),
});
const and = (...rules: Rule[]): Rule => ({ type: 'and', rules });
const or = (...rules: Rule[]): Rule => ({ type: 'or', rules });

const trigger = { key: 'start', type: 'trigger', config: { event_name: 'lead.created' } };
const condition = (key: string, config: unknown) => ({ key, type: 'condition', config });
const other = (key: string, type: string) => ({
  key,
  type,
  config: { event_name: 'lead.answered' },
});
const edge = (from: string, to: string, type = 'default') => ({ from, to, type });

function read(steps: readonly object[], connections: readonly object[]): Workflow {
  const text = JSON.stringify({ name: 'Leads', steps, connections });
  const { workflows } = parseDocument(text, {
    source: 'leads.json',
    index: 0,
    line: 1,
    start: 0,
    end: text.length,
  });
  return workflows[0] as Workflow;
}

const verdicts = (steps: readonly object[], connections: readonly object[]): readonly Verdict[] =>
  verdictsOf(buildGraph(read(steps, connections)));
const outcomeOf = (config: Rule) =>
  verdicts([trigger, condition('c', config)], [edge('start', 'c')])[0]?.outcome;

const GIVEN: readonly Value[] = [
  null,
  '',
  'a',
  'ab',
  'b',
  'A',
  '5',
  'true',
  0,
  1,
  2,
  5,
  true,
  false,
];
const VALUES: readonly Value[] = [
  undefined,
  ...GIVEN,
  'abc',
  'ba',
  '1',
  '0',
  ' ',
  1.5,
  3,
  7,
  -1,
  [],
  ['a'],
  ['b', 'ab'],
];

const leafOn = (fields: readonly string[]): fc.Arbitrary<Rule> => {
  const field = fc.constantFrom(...fields);
  const given = (operators: readonly string[], values: readonly Value[]) =>
    fc
      .tuple(field, fc.constantFrom(...operators), fc.constantFrom(...values))
      .map(([name, operator, value]) => rule(name, operator, value));
  return fc.oneof(
    { weight: 4, arbitrary: given(['eq', 'neq'], GIVEN) },
    { weight: 3, arbitrary: given(['gt', 'gte', 'lt', 'lte'], [0, 1, 2, 5]) },
    {
      weight: 2,
      arbitrary: given(['contains', 'starts_with', 'ends_with'], ['', 'a', 'ab', 'b', 'A', '5']),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(field, fc.constantFrom('exists', 'is_empty'))
        .map(([name, operator]) => rule(name, operator)),
    },
  );
};
const treeOn = (fields: readonly string[]): fc.Arbitrary<Rule> =>
  fc.letrec<{ tree: Rule }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 2 },
      leafOn(fields),
      fc
        .tuple(fc.constantFrom('and', 'or'), fc.array(tie('tree'), { minLength: 1, maxLength: 3 }))
        .map(([type, rules]) => ({ type, rules })),
    ),
  })).tree;

function outcome(config: Rule, payload: Payload, reading: Reading): boolean | undefined {
  try {
    return evaluate(config, payload, reading);
  } catch (error) {
    if (error instanceof RunFailed) return undefined;
    throw error;
  }
}

test('a workflow without rules has no verdicts', () => {
  expect(verdicts([trigger, other('hello', 'send_email')], [edge('start', 'hello')])).toEqual([]);
});

describe('a rule by itself', () => {
  test('is reported as always true or always false only if that holds for every value and interpretation', () => {
    let claims = 0;
    fc.assert(
      fc.property(treeOn(['event.a', 'event.b']), (config) => {
        const claimed = outcomeOf(config);
        if (claimed === undefined) return;
        claims++;
        const others: readonly Value[] = JSON.stringify(config).includes('event.b')
          ? [undefined, null, 'a', 'ab', 1, 5, true]
          : [undefined];
        const contradicts = (reading: Reading, a: Value, b: Value) =>
          outcome(config, new Map([['event.a', a] as const, ['event.b', b] as const]), reading) ===
          (claimed === 'never');
        expect(
          READINGS.filter((reading) =>
            VALUES.some((a) => others.some((b) => contradicts(reading, a, b))),
          ),
        ).toEqual([]);
      }),
      { numRuns: 400 },
    );
    expect(claims).toBeGreaterThan(8);
  });

  test.each<[string, Rule, 'always' | 'never' | undefined]>([
    [
      'three bounds of which no two exclude each other',
      or(rule('event.a', 'lte', 3), rule('event.a', 'gt', 5), rule('event.a', 'lte', 5)),
      undefined,
    ],
    [
      'a range that excludes a missing value',
      and(rule('event.a', 'lt', -1), rule('event.a', 'neq', -5)),
      undefined,
    ],
    [
      'two dates far apart',
      and(rule('event.a', 'eq', '2026-01-01'), rule('event.a', 'eq', '2026-03-01')),
      'never',
    ],
    [
      'two dates that may be one',
      and(rule('event.a', 'eq', '2026-01-01T23:00:00Z'), rule('event.a', 'eq', '2026-01-02')),
      undefined,
    ],
    [
      'a date and a number',
      and(rule('event.a', 'eq', '2026-01-01'), rule('event.a', 'eq', 1_767_225_600)),
      undefined,
    ],
    [
      'a date and a word',
      and(rule('event.a', 'eq', '2026-01-01'), rule('event.a', 'eq', 'never')),
      'never',
    ],
    [
      'dates in order',
      and(rule('event.a', 'gt', '2026-03-01'), rule('event.a', 'lt', '2026-01-01')),
      undefined,
    ],
    [
      'the same date in order',
      and(
        rule('event.a', 'gt', '2026-03-01'),
        or(rule('event.b', 'exists'), rule('event.a', 'gt', '2026-03-01')),
      ),
      undefined,
    ],
    [
      'long texts',
      and(rule('event.a', 'eq', 'x'.repeat(200)), rule('event.a', 'eq', 'y'.repeat(200))),
      undefined,
    ],
    [
      'one long text',
      and(rule('event.a', 'eq', 'x'.repeat(200)), rule('event.a', 'neq', 'x'.repeat(200))),
      'never',
    ],
    [
      'invalid numbers',
      and(
        rule('event.a', 'gt', 2),
        rule('event.a', 'exists'),
        rule('plan', 'eq', 'a'),
        rule('plan', 'neq', 'a'),
      ),
      undefined,
    ],
    [
      'a rule that cannot be read',
      and(rule('event.a', 'equals', 1), rule('event.a', 'equals', 1)),
      undefined,
    ],
    [
      'a group that cannot be read',
      and(rule('event.a', 'eq', 'a'), rule('event.a', 'eq', 'b'), { type: 'all', rules: [] }),
      'never',
    ],
    ['an empty group', and(and(), rule('event.a', 'eq', 'a')), undefined],
    [
      'too many alternatives to look at',
      or(
        ...Array.from({ length: 200 }, (_, i) =>
          and(rule('event.a', 'eq', `a${i}`), rule('event.a', 'eq', 'b')),
        ),
      ),
      'never',
    ],
    [
      'two wide groups',
      and(
        ...[0, 50].map((from) =>
          or(...Array.from({ length: 30 }, (_, i) => rule('event.a', 'eq', from + i))),
        ),
      ),
      'never',
    ],
    [
      'many alternatives',
      or(...Array.from({ length: 200 }, (_, i) => rule('event.a', 'eq', i))),
      undefined,
    ],
    [
      'many comparisons at once',
      and(...Array.from({ length: 200 }, (_, i) => rule('event.a', 'neq', i))),
      undefined,
    ],
  ])('%s', (_, config, expected) => {
    expect(outcomeOf(config)).toBe(expected);
  });
});

describe('a condition after other conditions', () => {
  /** The outcome of the last of several consecutive conditions, each on a branch of the previous one. */
  const last = (...row: readonly (Rule | 'met' | 'not_met')[]) => {
    const rules = row.filter((each) => typeof each !== 'string');
    const branches = row.filter((each) => typeof each === 'string');
    const found = verdicts(
      [trigger, ...rules.map((config, i) => condition(`c${i}`, config))],
      rules.map((_, i) =>
        i === 0 ? edge('start', 'c0') : edge(`c${i - 1}`, `c${i}`, `condition_${branches[i - 1]}`),
      ),
    );
    return found.find(({ step }) => step.key === `c${rules.length - 1}`)?.outcome;
  };

  test('with eq, neq, gt or lt is usually found when the condition before decides it', () => {
    const leaves = [
      ...['eq', 'neq'].flatMap((operator) =>
        GIVEN.map((value) => rule('event.a', operator, value)),
      ),
      ...['gt', 'gte', 'lt', 'lte'].flatMap((operator) =>
        [0, 1, 2, 5].map((value) => rule('event.a', operator, value)),
      ),
    ];
    const tables = leaves.map((leaf) =>
      READINGS.flatMap((reading) =>
        VALUES.map((value) => outcome(leaf, new Map([['event.a', value]]), reading)),
      ),
    );
    let found = 0;
    let decided = 0;
    for (const [i, left] of tables.entries()) {
      for (const [j, right] of tables.entries()) {
        const [first, second] = [leaves[i] as Rule, leaves[j] as Rule];
        const claims = verdicts(
          [
            trigger,
            condition('first', first),
            condition('met', second),
            condition('not_met', second),
          ],
          [
            edge('start', 'first'),
            edge('first', 'met', 'condition_met'),
            edge('first', 'not_met', 'condition_not_met'),
          ],
        );
        for (const [key, taken] of [['met', true] as const, ['not_met', false] as const]) {
          const claimed = claims.find(({ step }) => step.key === key)?.outcome;
          const [mayHold, mayFail] = [true, false].map((holds) =>
            left.some((each, at) => each === taken && right[at] === holds),
          );
          expect(
            (claimed === 'never' && mayHold) || (claimed === 'always' && mayFail),
            JSON.stringify([first, key, second]),
          ).toBe(false);
          if (claimed !== undefined) found++;
          if (!mayHold || !mayFail) decided++;
        }
      }
    }
    expect(found / decided).toBeGreaterThan(0.9);
  });

  const a = (operator: string, value?: unknown) => rule('event.a', operator, value);

  test.each<['always' | 'never' | undefined, ...(Rule | 'met' | 'not_met')[]]>([
    ['never', a('exists'), 'not_met', a('gt', 5)],
    ['never', a('exists'), 'not_met', a('gt', 0)],
    ['never', a('exists'), 'not_met', a('lt', 0)],
    ['never', a('exists'), 'not_met', a('lte', -3)],
    [undefined, a('exists'), 'not_met', a('gte', 0)],
    [undefined, a('exists'), 'not_met', a('lte', 0)],
    [undefined, a('exists'), 'not_met', a('gt', -1)],
    ['never', a('exists'), 'not_met', a('eq', 'pro')],
    ['never', a('exists'), 'not_met', a('starts_with', 'pro')],
    [undefined, a('exists'), 'not_met', a('is_empty')],
    [undefined, a('is_empty'), 'met', a('exists')],
    ['always', a('eq', 'pro'), 'met', a('starts_with', 'p')],
    ['always', a('starts_with', 'trial-'), 'met', a('contains', 'al')],
    ['always', a('ends_with', '-trial'), 'met', a('ends_with', 'trial')],
    [undefined, a('contains', 'trial'), 'met', a('contains', 'al')],
    [undefined, a('gt', 5), 'not_met', a('lte', 5)],
    ['always', a('gt', 3), 'met', a('gt', 5), 'not_met', a('lte', 5)],
    ['never', a('gt', 3), 'met', a('gt', 5), 'not_met', a('gt', 6)],
    ['never', or(a('eq', 'a'), a('eq', 'b')), 'met', a('eq', 'c')],
    ['never', or(a('eq', 'a'), a('eq', 'b')), 'met', a('eq', 'a'), 'not_met', a('neq', 'b')],
    [undefined, or(a('eq', 'a'), rule('event.b', 'eq', 'b')), 'met', a('eq', 'c')],
    ['never', or(a('eq', 'a'), rule('event.b', 'eq', 'b')), 'not_met', a('eq', 'a')],
    [undefined, a('equals', 1), 'met', a('equals', 1)],
    [
      undefined,
      { type: 'rule', operator: 'eq', value: 1 },
      'met',
      { type: 'rule', operator: 'eq', value: 1 },
      'met',
      a('gt', 1),
    ],
    [undefined, a('gt', 1e200), 'met', a('lt', 2e200)],
  ])('%s: %j %j %j %j %j', (expected, ...row) => {
    expect(last(...row)).toBe(expected);
  });

  test('names how the comparisons that decide it are joined', () => {
    const joined = (config: Rule) =>
      verdicts([trigger, condition('c', config)], [edge('start', 'c')])[0]?.joined;
    const [both, either] = [and(a('eq', 'x'), a('eq', 'y')), or(a('neq', 'x'), a('neq', 'y'))];
    const b = rule('event.b', 'exists');
    expect([joined(both), joined(either)]).toEqual(['and', 'or']);
    expect([joined(and(b, both)), joined(or(b, either))]).toEqual(['and', 'or']);
    expect([joined(or(b, both)), joined(and(either, b))]).toEqual([undefined, undefined]);
  });

  test('has a reason for each path that allows another value', () => {
    const steps = [
      ...[trigger, condition('s', rule('event.b', 'exists')), condition('c', a('eq', 'x'))],
      ...[condition('y', a('eq', 'y')), condition('z', a('eq', 'z'))],
    ];
    const links = [
      ...[edge('start', 's'), edge('s', 'y', 'condition_met'), edge('y', 'c', 'condition_met')],
      ...[edge('s', 'z', 'condition_not_met'), edge('z', 'c', 'condition_met')],
    ];
    expect(verdicts(steps, links).flatMap(({ reasons }) => reasons)).toMatchObject(
      ['y', 'z'].map((value) => ({
        own: ['"event.a" eq "x"'],
        earlier: [{ comparison: `"event.a" eq "${value}"`, holds: true }],
      })),
    );
  });

  test('of a contact is undecided after a step that may change it', () => {
    const asks = rule('contact.first_name', 'eq', 'Ada');
    const twice = (type: string, config: object = {}) =>
      verdicts(
        [trigger, condition('c', asks), { key: 'x', type, config }, condition('again', asks)],
        [edge('start', 'c'), edge('c', 'x', 'condition_met'), edge('x', 'again')],
      ).length;
    expect(twice('delay', { duration: '1 hour' })).toBe(0);
    expect(twice('wait_for_event', { event_name: 'a', timeout: '1 hour' })).toBe(0);
    expect(twice('contact_update', { first_name: 'Eve' })).toBe(0);
    expect(twice('call_webhook')).toBe(0);
    expect(twice('contact_update', { last_name: 'Lovelace' })).toBe(1);
    expect(twice('send_email')).toBe(1);
    // An email may change an undocumented field; a condition changes none.
    const undocumented = rule('contact.plan', 'eq', 'a');
    const behind = (x: object) =>
      verdicts(
        [trigger, condition('c', undocumented), x, condition('again', undocumented)],
        [edge('start', 'c'), edge('c', 'x', 'condition_met'), edge('x', 'again', 'condition_met')],
      ).length;
    expect(behind(condition('x', rule('event.b', 'exists')))).toBe(1);
    expect(behind(other('x', 'send_email'))).toBe(0);
  });

  test('in the filter of a wait is undecided, as it reads another event', () => {
    const filter_rule = a('eq', 'free');
    const wait = { key: 'w', type: 'wait_for_event', config: { event_name: 'b', filter_rule } };
    const steps = [trigger, condition('c', a('eq', 'pro')), wait, condition('d', a('gt', 1))];
    const links = [edge('start', 'c'), edge('c', 'w', 'condition_met'), edge('w', 'd')];
    expect(verdicts(steps, links).map(({ step }) => step.key)).toEqual(['d']);
  });

  test('with a number above the largest number is undecided', () => {
    const text = JSON.stringify({
      name: 'Leads',
      steps: [trigger, condition('c', and(a('gt', 123456), a('lt', 1)))],
      connections: [edge('start', 'c')],
    }).replace('123456', '1e999');
    const { workflows } = parseDocument(text, {
      source: 'leads.json',
      index: 0,
      line: 1,
      start: 0,
      end: text.length,
    });
    expect(verdictsOf(buildGraph(workflows[0] as Workflow))).toEqual([]);
  });

  test('on a cycle with two entries is undecided', () => {
    const config = a('eq', 'pro');
    const steps = [
      trigger,
      condition('c', config),
      other('in', 'send_email'),
      other('out', 'send_email'),
      condition('again', config),
    ];
    const connections = [
      edge('start', 'c'),
      edge('c', 'in', 'condition_met'),
      edge('c', 'out', 'condition_not_met'),
    ];
    const round = [edge('in', 'again'), edge('again', 'out', 'condition_met'), edge('out', 'in')];
    expect(verdicts(steps, [...connections, ...round])).toEqual([]);
    expect(
      verdicts(steps, [...connections, ...round.slice(0, 2)]).map(({ step, outcome }) => [
        step.key,
        outcome,
      ]),
    ).toEqual([['again', 'always']]);
  });

  const KEYS = ['s1', 's2', 's3', 's4', 's5'];
  const FIELDS = ['event.a', 'event.b', 'contact.c'];
  const step = (key: string) =>
    fc.oneof(
      { weight: 5, arbitrary: treeOn(FIELDS).map((config) => condition(key, config)) },
      {
        weight: 1,
        arbitrary: fc
          .constantFrom('delay', 'wait_for_event', 'contact_update', 'send_email', 'call_webhook')
          .map((type) => other(key, type)),
      },
    );
  const graphs = fc.record({
    steps: fc.tuple(...KEYS.map(step)),
    connections: fc.array(
      fc
        .tuple(
          fc.constantFrom('start', ...KEYS),
          fc.constantFrom(...KEYS),
          fc.constantFrom('condition_met', 'condition_not_met', 'default'),
        )
        .map(([from, to, type]) => edge(from, to, type)),
      { minLength: 3, maxLength: 9 },
    ),
    reading: fc.constantFrom(...READINGS),
  });

  /** All possible outcomes of each condition, by trying all payloads, and all contacts wherever a contact may change. */
  function outcomes(
    workflow: Workflow,
    reading: Reading,
  ): ReadonlyMap<string, ReadonlySet<boolean>> {
    const seen = new Map<string, Set<boolean>>();
    const small: readonly Value[] = [undefined, null, '', 'a', 'ab', 'b', 0, 1, 2, 5, true, false];
    for (const a of small) {
      for (const b of small) {
        const visited = new Set<string>();
        const queue: [string, Value][] = small.map((c) => ['start', c]);
        for (const [key, c] of queue) {
          const id = JSON.stringify([key, c ?? String(c)]);
          const current = workflow.steps.find((each) => each.key === key);
          if (visited.has(id) || current === undefined) continue;
          visited.add(id);
          let taken: boolean | undefined;
          if (current.type === 'condition') {
            taken = outcome(
              current.config as Rule,
              new Map(Object.entries({ 'event.a': a, 'event.b': b, 'contact.c': c })),
              reading,
            );
            if (taken === undefined) continue;
            seen.set(key, (seen.get(key) ?? new Set()).add(taken));
          }
          const after =
            current.type === 'condition' ||
            current.type === 'send_email' ||
            current.type === 'trigger'
              ? [c]
              : small;
          for (const { from, to, type } of workflow.edges) {
            if (
              from !== key ||
              (type === 'condition_met' && taken === false) ||
              (type === 'condition_not_met' && taken === true)
            )
              continue;
            for (const value of after) queue.push([to as string, value]);
          }
        }
      }
    }
    return seen;
  }

  test('is reported only if it holds for every payload, contact and path', () => {
    let claims = 0;
    fc.assert(
      fc.property(graphs, ({ steps, connections, reading }) => {
        const workflow = read([trigger, ...steps], [edge('start', 's1'), ...connections]);
        const claimed = verdictsOf(buildGraph(workflow)).filter(
          ({ step }) => step.type === 'condition',
        );
        if (claimed.length === 0) return;
        const possible = outcomes(workflow, reading);
        for (const { step, outcome, reasons } of claimed) {
          if (reasons.some(({ earlier }) => earlier.length > 0)) claims++;
          expect(reasons.length).toBeGreaterThan(0);
          expect(
            possible.get(step.key as string)?.has(outcome === 'never') ?? false,
            `${step.key} ${outcome}`,
          ).toBe(false);
        }
      }),
      { numRuns: 400 },
    );
    expect(claims).toBeGreaterThan(10);
  });

  test.each([150, 60, 20])('is found after %i other conditions on one field', (count) => {
    const values = Array.from({ length: count - 1 }, (_, i) => a('eq', `v${i}`));
    const bounds = Array.from({ length: count - 1 }, (_, i) => a('gt', i));
    expect(last(...values.flatMap((each) => [each, 'not_met' as const]), a('eq', 'v7'))).toBe(
      'never',
    );
    expect(
      last(...values.flatMap((each) => [each, 'not_met' as const]), a('neq', `v${count - 2}`)),
    ).toBe('always');
    expect(
      last(...values.flatMap((each) => [each, 'not_met' as const]), a('eq', 'other')),
    ).toBeUndefined();
    expect(last(...bounds.flatMap((each) => [each, 'met' as const]), a('lte', 7))).toBe('never');
  });

  const anyOf = (seed: number) =>
    or(
      ...Array.from({ length: 8 }, (_, i) =>
        and(
          rule(`event.f${(seed * 7 + i * 3) % 40}`, 'eq', `v${seed % 9}`),
          rule(`event.f${i}`, 'gt', seed),
        ),
      ),
    );
  const keys = (count: number) => Array.from({ length: count }, (_, i) => `c${i}`);

  test.each<[string, readonly object[], readonly object[]]>([
    [
      'a thousand diamonds',
      [
        trigger,
        ...keys(1000).flatMap((key, i) => [
          condition(key, rule(`event.f${i % 50}`, 'eq', i % 3)),
          other(`${key}a`, 'send_email'),
          other(`${key}b`, 'send_email'),
        ]),
      ],
      keys(1000).flatMap((key, i) => [
        edge(i === 0 ? 'start' : `c${i - 1}a`, key),
        edge(i === 0 ? 'start' : `c${i - 1}b`, key),
        edge(key, `${key}a`, 'condition_met'),
        edge(key, `${key}b`, 'condition_not_met'),
      ]),
    ],
    [
      'many wide conditions in a row',
      [trigger, ...keys(2000).map((key, i) => condition(key, anyOf(i)))],
      keys(2000).flatMap((key, i) =>
        i === 0
          ? [edge('start', key)]
          : [
              edge(`c${i - 1}`, key, 'condition_met'),
              edge(`c${Math.max(0, i - 2)}`, key, 'condition_not_met'),
            ],
      ),
    ],
    [
      'a complete graph of conditions',
      [trigger, ...keys(150).map((key, i) => condition(key, anyOf(i)))],
      [
        edge('start', 'c0'),
        ...keys(150).flatMap((from, i) =>
          keys(150).map((to, j) =>
            edge(from, to, (i + j) % 2 === 0 ? 'condition_met' : 'condition_not_met'),
          ),
        ),
      ],
    ],
    [
      'very many edges',
      [
        trigger,
        condition('c0', rule('event.a', 'eq', 1)),
        condition('c1', rule('event.a', 'eq', 2)),
      ],
      [
        edge('start', 'c0'),
        ...Array.from({ length: 50_000 }, () => edge('c0', 'c1', 'condition_met')),
      ],
    ],
  ])('is analysed in bounded time: %s', (_, steps, connections) => {
    const graph = buildGraph(read(steps, connections));
    verdictsOf(graph);
  });
});
