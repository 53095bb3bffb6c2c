import { expect, test } from 'vitest';
import { rules } from '../rules/index.ts';
import fc from './fast-check.ts';
import { lintTexts } from './lint-text.ts';
import { type Bundle, expectedFindings, LENGTHS } from './oracle.ts';

const CORE = [
  'ambiguous-branch',
  'cycle',
  'dangling-edge',
  'dead-branch',
  'duplicate-edge',
  'duplicate-event-name',
  'duplicate-step-key',
  'empty-workflow',
  'endless-wait',
  'excessive-delay',
  'invalid-branch',
  'invalid-delay',
  'missing-trigger',
  'multiple-triggers',
  'no-action',
  'self-loop',
  'step-after-delete',
  'step-order',
  'trailing-delay',
  'trigger-has-incoming',
  'trigger-not-first',
  'unknown-event',
  'unreachable-step',
  'unused-event',
];

/** Names of fields, as one dialect has them. */
interface Dialect {
  readonly key: string;
  readonly edges: string;
  readonly from: string;
  readonly to: string;
  readonly type: string;
}

const ALPHA: Dialect = {
  key: 'id',
  edges: 'edges',
  from: 'from_step_id',
  to: 'to_step_id',
  type: 'edge_type',
};
const TODAY: Dialect = { key: 'key', edges: 'connections', from: 'from', to: 'to', type: 'type' };

const keys = ['start', 'welcome', 'pause', 'check', 'wait', 'end', '__proto__'];
// None is near another key.
const aliases = ['monday', 'first_of_all', 'yellow'];
const events = ['user.created', 'order.paid', 'user.left', 'User.created'];

const often = <T>(usual: fc.Arbitrary<T>, other: fc.Arbitrary<T>, weight = 9) =>
  fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: other });
const absent = fc.constant(undefined);
const eventConfig = fc
  .tuple(
    fc.constantFrom('event_name', 'event_name', 'eventName'),
    often<unknown>(
      fc.constantFrom(...events),
      fc.constantFrom('user.gone', 'resend:email.opened', ' ', 7, undefined),
      5,
    ),
  )
  .map(([field, name]) => ({ [field]: name }));
const number = fc.constantFrom<unknown>(
  60,
  86_400,
  2_592_000,
  2_592_001,
  172_800_000,
  0,
  -60,
  0.5,
  '60',
  null,
  true,
);
const text = fc.constantFrom<unknown>(...LENGTHS.map(([words]) => words), 3, null, {});
const length = (numeric: string, textual: string) =>
  fc.oneof(
    { weight: 4, arbitrary: number.map((value) => ({ [numeric]: value })) },
    { weight: 4, arbitrary: text.map((value) => ({ [textual]: value })) },
    {
      weight: 1,
      arbitrary: fc.tuple(number, text).map(([a, b]) => ({ [numeric]: a, [textual]: b })),
    },
    { weight: 2, arbitrary: fc.constant({}) },
  );

const stepBody: fc.Arbitrary<{ type: string | undefined; config: object }> = fc.oneof(
  fc.record({ type: fc.constant('trigger'), config: eventConfig }),
  fc.record({ type: fc.constant('delay'), config: length('seconds', 'duration') }),
  fc.record({
    type: fc.constant('wait_for_event'),
    config: fc
      .tuple(
        eventConfig,
        fc.oneof(length('timeout_seconds', 'timeout'), length('timeoutSeconds', 'timeout')),
      )
      .map(([a, b]) => ({ ...a, ...b })),
  }),
  fc.record({
    type: fc.constantFrom(
      'send_email',
      'send_email',
      'condition',
      'condition',
      'contact_update',
      'contact_delete',
      'add_to_segment',
      'ab_split',
      undefined,
    ),
    config: fc.constant({}),
  }),
);

const stepsIn = (dialect: Dialect) =>
  fc
    .array(
      fc.tuple(often<string | undefined>(fc.constantFrom(...keys), absent), stepBody, fc.boolean()),
      { maxLength: 7 },
    )
    .chain((drawn) =>
      // Mostly as people write them: the trigger first, and keys that differ.
      fc.tuple(fc.boolean(), fc.boolean()).map(([tidy, unique]) =>
        drawn.map(([key, body, aliased], i) => ({
          [dialect.key]: unique ? keys[i] : key,
          ...(dialect === ALPHA && aliased && { ref: aliases[i] }),
          ...(tidy && (i === 0 || body.type === 'trigger')
            ? {
                type: i === 0 ? 'trigger' : 'send_email',
                config: i === 0 ? { event_name: events[0] } : {},
              }
            : body),
        })),
      ),
    );

const edgesIn = (dialect: Dialect) => {
  const ends = often<string | undefined>(
    fc.constantFrom(...keys),
    fc.constantFrom('nobody', ...aliases, undefined),
    12,
  );
  const type = often<string | undefined>(
    fc.constantFrom(
      'default',
      'default',
      'default',
      'condition_met',
      'condition_not_met',
      'event_received',
      'timeout',
    ),
    fc.constantFrom('later', undefined),
  );
  const edge = fc
    .tuple(ends, ends, type)
    .map(([from, to, kind]) => ({ [dialect.from]: from, [dialect.to]: to, [dialect.type]: kind }));
  // A chain of all keys below the random edges, so that most steps are reachable.
  const row = keys
    .slice(1)
    .map((to, i) => ({ [dialect.from]: keys[i], [dialect.to]: to, [dialect.type]: 'default' }));
  return fc
    .tuple(fc.nat(row.length), fc.array(edge, { maxLength: 8 }), fc.boolean())
    .map(([many, drawn, twice]) => [
      ...row.slice(0, many),
      ...drawn,
      ...(twice ? drawn.slice(0, 1) : []),
    ]);
};

const workflowIn = (dialect: Dialect) =>
  fc.record({
    // Bodies that create or change a workflow lack some of these.
    object: often<unknown>(fc.constant(dialect === ALPHA ? 'workflow' : 'automation'), absent, 3),
    name: often<unknown>(fc.constantFrom('Welcome', 'Winback'), absent, 3),
    status: often<unknown>(fc.constantFrom('enabled', 'disabled'), absent, 3),
    steps: often<unknown>(stepsIn(dialect), fc.constantFrom(undefined, 'none'), 30),
    [dialect.edges]: often<unknown>(edgesIn(dialect), fc.constantFrom(undefined, 'none'), 30),
  });

/** As tools for agents write it: steps name the next one, or one for each type of edge. */
const linked = workflowIn(TODAY).map(({ connections, ...rest }) => {
  const { steps } = rest;
  const hasGraph = Array.isArray(steps) && steps.length > 0 && Array.isArray(connections);
  if (!hasGraph) return { ...rest, connections };
  return {
    ...rest,
    steps: steps.map((step: { readonly key?: string; readonly type?: string }) => {
      const own = connections.filter(({ from }) => from === step.key);
      const next = own.find(({ type = 'default' }) => type === 'default');
      const branches = own
        .filter((edge) => edge !== next)
        .map(({ type = 'default', to = null }) => [type, to]);
      const isFork = step.type === 'condition' || step.type === 'wait_for_event';
      return {
        ...step,
        ...((next !== undefined || !isFork) && { next: next?.to ?? null }),
        ...((branches.length > 0 || isFork) && { branches: Object.fromEntries(branches) }),
      };
    }),
  };
});
const workflow = fc
  .oneof(workflowIn(ALPHA), workflowIn(TODAY), linked)
  // Without these it is not known for a workflow.
  .filter((drawn) => /"object"|"type"|"(?:edges|connections)":\[/.test(JSON.stringify(drawn)));

const definition = fc.record({
  name: fc.constantFrom(...events),
  schema: fc.constantFrom(null, { plan: 'string' }),
});
const bundle = fc.record({
  workflows: fc.array(workflow, { minLength: 1, maxLength: 2 }),
  events: fc.option(fc.array(definition, { minLength: 1, maxLength: 4 }), {
    nil: undefined,
    freq: 3,
  }),
});

test('the core rules and a separate implementation find the same in any faulty workflow', () => {
  const checked = new Set(CORE);
  // Apart: where these are on, other rules leave out what they explain.
  const causes = [new Set(['unreachable-step', 'dead-branch']), new Set(['trigger-has-incoming'])];
  const isCause = (rule: string): boolean => causes.some((rules) => rules.has(rule));
  const parts = [...causes, new Set(CORE.filter((rule) => !isCause(rule)))];
  const times = new Map(CORE.map((rule) => [rule, 0]));
  fc.assert(
    fc.property(bundle, (drawn) => {
      const written = JSON.stringify(drawn);
      const results = parts.map((only) =>
        lintTexts({ 'bundle.json': written }, { only, preset: 'strict' }),
      );
      const findings = results.flatMap((result) => result.findings);
      expect(results.some(({ crashed }) => crashed)).toBe(false);
      for (const rule of new Set(findings.map((finding) => finding.rule)))
        times.set(rule, (times.get(rule) ?? 0) + 1);
      const found = findings
        .filter(({ rule }) => checked.has(rule))
        .map(({ rule, location }) => `${rule} ${location.pointer}`);
      const expected = expectedFindings(JSON.parse(written) as Bundle).filter((line) =>
        checked.has(line.split(' ')[0] as string),
      );
      const own = [...new Set(found)].sort();
      const isLocal = (line: string): boolean => LOCAL.has(line.split(' ')[0] as string);
      if (isReadAsMeant(written)) expect(own.filter(isLocal)).toEqual(expected.filter(isLocal));
      else expect(own).toEqual(expected);
    }),
    { numRuns: 3000 },
  );
  // A rule with few findings in random workflows would not be tested here.
  expect([...times].filter(([, many]) => many < 10)).toEqual([]);
});

/** Rules about one step or event. */
const LOCAL = new Set([
  'duplicate-event-name',
  'duplicate-step-key',
  'empty-workflow',
  'excessive-delay',
  'invalid-delay',
]);

/**
 * Whether a step has no key or type, or an edge no end. The program binds it to what it most likely means, which the separate
 * implementation does not: the rules about the graph then see another graph, and yield to the cause.
 */
function isReadAsMeant(written: string): boolean {
  const listed = (value: unknown) =>
    Array.isArray(value) ? (value as Record<string, unknown>[]) : [];
  return listed(JSON.parse(written).workflows).some(
    ({ steps, edges, connections }) =>
      listed(steps).some(({ id, key, type }) => (id ?? key) === undefined || type === undefined) ||
      [...listed(edges), ...listed(connections)].some(
        (edge) => Object.keys(edge).filter((field) => /^(?:from|to)/.test(field)).length < 2,
      ),
  );
}

test('all rules of the separate implementation exist', () => {
  expect(CORE.filter((id) => !rules.some((rule) => rule.id === id))).toEqual([]);
});
