import { expect, test } from 'vitest';
import { folderOf, run } from './cli/run.ts';
import fc from './fast-check.ts';
import { lintTexts } from './lint-text.ts';

// One graph in the spellings in which programs and agents write it has the same findings in each.

const KEYS = ['start', 'check', 'wait', 'welcome', 'pause', '__proto__'];

const config = (type: string, event: string): Record<string, unknown> => {
  if (type === 'trigger') return { event_name: event };
  if (type === 'wait_for_event')
    return {
      ...{ event_name: event, timeout: '3 days' },
      filter_rule: { type: 'rule', field: 'event.plan', operator: 'eq', value: 'pro' },
    };
  if (type === 'condition')
    return { type: 'rule', field: 'event.plan', operator: 'eq', value: 'pro' };
  if (type === 'send_email')
    return { template: { id: 'tpl_1' }, reply_to: 'x', topic_id: 't', subject: 'Hi' };
  if (type === 'add_to_segment') return { segment_id: 's1' };
  return type === 'delay' ? { duration: '1 day' } : { first_name: 'Ann' };
};

const target = fc.option(fc.constantFrom(...KEYS, 'nobody', 'welcom'), { nil: null });
const branching = (type: string, ...branches: string[]) =>
  fc.record({
    type: fc.constant(type),
    links: fc.record(Object.fromEntries(branches.map((branch) => [branch, target])), {
      requiredKeys: [],
    }),
  });
const step = fc.oneof(
  branching('condition', 'condition_met', 'condition_not_met', 'later', '__proto__'),
  branching('wait_for_event', 'event_received', 'timeout'),
  ...['trigger', 'send_email', 'delay', 'contact_update', 'add_to_segment'].map((type) =>
    branching(type, 'default'),
  ),
);
const graph = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: KEYS.length }),
  event: fc.constantFrom('user.created', 'resend:email.opened', 'gone'),
});

type Graph = typeof graph extends fc.Arbitrary<infer T> ? T : never;

const camel = (value: unknown): unknown =>
  typeof value !== 'object' || value === null
    ? value
    : Object.fromEntries(
        Object.entries(value).map(([name, inner]) => [
          name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
          name === 'template' ? inner : camel(inner),
        ]),
      );

const linksOf = ({ links }: Graph['steps'][number]) =>
  Object.entries(links).filter(([, to]) => to !== undefined);

const today = ({ steps, event }: Graph) => ({
  ...{ name: 'W', status: 'enabled' },
  steps: steps.map(({ type }, i) => ({ key: KEYS[i], type, config: config(type, event) })),
  connections: steps.flatMap((each, i) =>
    linksOf(each).flatMap(([type, to]) => (to === null ? [] : [{ from: KEYS[i], to, type }])),
  ),
});

const FORMS: Readonly<Record<string, (graph: Graph) => object>> = {
  today,
  'SDK, create': (given) => {
    const { steps, ...rest } = today(given);
    return { ...rest, steps: steps.map((each) => ({ ...each, config: camel(each.config) })) };
  },
  agent: ({ steps, event }) => ({
    ...{ name: 'W', status: 'enabled' },
    steps: steps.map((each, i) => {
      const { type } = each;
      const given = { key: KEYS[i], type, config: camel(config(type, event)) };
      const { default: next = null, ...branches } = Object.fromEntries(linksOf(each));
      const isFork = type === 'condition' || type === 'wait_for_event';
      return isFork ? { ...given, branches } : { ...given, next };
    }),
  }),
};

const EVENTS = JSON.stringify([{ name: 'user.created', schema: { plan: 'string' } }]);

/** Rule, severity, message and subject of each finding. */
const findings = (value: object) =>
  lintTexts({ 'w.json': JSON.stringify(value), 'events.json': EVENTS }, { preset: 'strict' })
    .findings.map(({ rule, severity, message, step: of, edge, consequence }) =>
      JSON.stringify([
        rule,
        severity,
        message.replaceAll('event_name', 'eventName'),
        of,
        edge,
        consequence,
      ]),
    )
    .sort();

test.each(['SDK, create', 'agent'])('%s: the same findings as in the dialect of today', (form) => {
  fc.assert(
    fc.property(graph, (given) => {
      const other = FORMS[form]?.(given) as object;
      const expected = findings(today(given));
      expect(findings(other)).toEqual(expected);
      expect(findings([other])).toEqual(expected);
    }),
    { numRuns: 300 },
  );
});

test('the body of an update has the same findings as the whole workflow', () => {
  fc.assert(
    fc.property(graph, (given) => {
      for (const form of Object.values(FORMS)) {
        const { name: _, ...body } = form(given) as { name: string };
        expect(findings(body)).toEqual(findings({ name: 'W', ...body }));
      }
    }),
  );
});

const EXAMPLE: Graph = {
  event: 'user.created',
  steps: [
    { type: 'trigger', links: { default: 'check' } },
    { type: 'condition', links: { condition_met: 'wait', condition_not_met: 'welcome' } },
    { type: 'delay', links: { default: 'welcome' } },
    { type: 'send_email', links: { default: null } },
  ],
};

test('diff finds no difference between the forms', async () => {
  const files = Object.entries(FORMS).map(([name, form]): [string, string] => [
    `${name}.json`,
    JSON.stringify(form(EXAMPLE)),
  ]);
  const cwd = folderOf(Object.fromEntries(files));
  for (const [name] of files) {
    const { code, out } = await run(['diff', 'today.json', name], { cwd });
    expect([code, out]).toEqual([0, expect.stringContaining('no difference')]);
  }
});
