/** A simple simulator of one contact of whom everything is known, step by step. */
import fc from 'fast-check';
import { NEVER, type SimulationRequest } from '../../src/features/simulate/index.ts';

interface OracleStep {
  readonly key: string;
  readonly type: string;
  readonly config: Readonly<Record<string, unknown>>;
}

interface OracleEdge {
  readonly from: string;
  readonly to: string;
  readonly type: string;
}

export interface OracleWorkflow {
  readonly steps: readonly OracleStep[];
  readonly connections: readonly OracleEdge[];
}

export interface OracleWorld {
  readonly payload: Readonly<Record<string, unknown>>;
  readonly contact: { readonly properties: Readonly<Record<string, unknown>> };
  /** Seconds after the first event, per event, in any order. */
  readonly later: Readonly<
    Record<
      string,
      readonly { readonly at: number; readonly payload: Readonly<Record<string, unknown>> }[]
    >
  >;
}

const SECONDS = new Map([
  ['1 hour', 3600],
  ['2 hours', 7200],
  ['5 hours', 18_000],
  ['1 day', 86_400],
]);
const EVENTS = ['order.paid', 'review.posted'] as const;
// Every comparison of them is documented.
const VALUES = ['a', 'b', 'ab', -3, 7, true];
const FIELDS = ['event.f', 'event.g', 'contact.properties.x', 'contact.properties.y'];

/** The steps that a contact reaches, with the time; at most `most`. */
export function follow(
  { steps, connections }: OracleWorkflow,
  { payload, contact, later }: OracleWorld,
  most: number,
): { readonly came: readonly string[]; readonly ended: boolean } {
  const came: string[] = [];
  const properties = new Map(Object.entries(contact.properties));
  let at = steps[0] as OracleStep | undefined;
  let time = 0;
  let used: object | undefined;
  while (at !== undefined) {
    if (came.length >= most) return { came, ended: false };
    came.push(`${time} ${at.key}`);
    let type = 'default';
    if (at.type === 'delay') time += SECONDS.get(at.config['duration'] as string) as number;
    if (at.type === 'contact_delete') break;
    if (at.type === 'contact_update') {
      for (const [key, value] of Object.entries(
        at.config['properties'] as Record<string, unknown>,
      )) {
        const name = (value as { var?: string }).var;
        if (name === undefined) properties.set(key, value);
        else
          properties.set(
            key,
            name.startsWith('event.')
              ? payload[name.slice(6)]
              : properties.get(name.slice('contact.properties.'.length)),
          );
      }
    }
    if (at.type === 'condition') {
      const met = holds(at.config, payload, properties);
      if (met === undefined) break;
      type = met ? 'condition_met' : 'condition_not_met';
    }
    if (at.type === 'wait_for_event') {
      const timeout = SECONDS.get(at.config['timeout'] as string) ?? Number.POSITIVE_INFINITY;
      const filter = at.config['filter_rule'] as Readonly<Record<string, unknown>> | undefined;
      const [first] = [...(later[at.config['event_name'] as string] ?? [])]
        .sort((a, b) => a.at - b.at)
        .filter(
          (event) =>
            event !== used &&
            event.at >= time &&
            event.at < time + timeout &&
            (filter === undefined || holds(filter, event.payload, properties) === true),
        );
      used = first;
      if (first === undefined && timeout === Number.POSITIVE_INFINITY) break;
      type = first === undefined ? 'timeout' : 'event_received';
      time = first === undefined ? time + timeout : first.at;
    }
    const { key } = at;
    const edge = connections.find(({ from, type: own }) => from === key && own === type);
    at = steps.find((step) => step.key === edge?.to);
  }
  return { came, ended: true };
}

/** Whether a rule holds; `undefined` when it asks for a field that is missing. */
function holds(
  rule: Readonly<Record<string, unknown>>,
  payload: Readonly<Record<string, unknown>>,
  properties: ReadonlyMap<string, unknown>,
): boolean | undefined {
  if (rule['type'] !== 'rule') {
    const parts = (rule['rules'] as Readonly<Record<string, unknown>>[]).map((part) =>
      holds(part, payload, properties),
    );
    if (parts.includes(undefined)) return undefined;
    return rule['type'] === 'and' ? parts.every((part) => part) : parts.some((part) => part);
  }
  const field = rule['field'] as string;
  const value = field.startsWith('event.')
    ? payload[field.slice(6)]
    : properties.get(field.slice('contact.properties.'.length));
  const wanted = rule['value'] as never;
  if (rule['operator'] === 'exists') return value !== undefined && value !== null;
  if (value === undefined) return undefined;
  switch (rule['operator']) {
    case 'eq':
      return value === wanted;
    case 'neq':
      return value !== wanted;
    case 'gt':
      return typeof value === 'number' && value > wanted;
    case 'lte':
      return typeof value === 'number' && value <= wanted;
    case 'starts_with':
      return typeof value === 'string' && value.startsWith(wanted);
    default:
      throw new Error(`no such operator: ${rule['operator']}`);
  }
}

const FITTING = new Map<string, unknown>([
  ['gt', 3],
  ['lte', 0],
  ['starts_with', 'a'],
]);
const leaf = fc
  .tuple(
    fc.constantFrom(...FIELDS),
    fc.constantFrom('eq', 'eq', 'neq', 'gt', 'lte', 'starts_with', 'exists'),
    fc.constantFrom(...VALUES),
  )
  .map(([field, operator, value]) => {
    if (operator === 'exists') return { type: 'rule', field, operator };
    return { type: 'rule', field, operator, value: FITTING.get(operator) ?? value };
  });
const rule = fc.oneof(
  { weight: 3, arbitrary: leaf },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('and', 'or'), fc.array(leaf, { minLength: 1, maxLength: 3 }))
      .map(([type, rules]) => ({ type, rules })),
  },
);
const length = fc.constantFrom(...SECONDS.keys());
const property = fc.tuple(
  fc.constantFrom('x', 'y'),
  fc.oneof(
    fc.constantFrom(...VALUES),
    fc.constantFrom({ var: 'event.f' }, { var: 'contact.properties.x' }),
  ),
);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ type: 'send_email', config: { template: { id: 't' } } }) },
  { weight: 3, arbitrary: length.map((duration) => ({ type: 'delay', config: { duration } })) },
  { weight: 4, arbitrary: rule.map((config) => ({ type: 'condition', config })) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(
        fc.constantFrom(...EVENTS),
        fc.option(length, { nil: undefined, freq: 4 }),
        fc.option(rule, { nil: undefined }),
      )
      .map(([event_name, timeout, filter_rule]) => ({
        type: 'wait_for_event',
        config: { event_name, timeout, filter_rule },
      })),
  },
  {
    weight: 2,
    arbitrary: property.map(([key, value]) => ({
      type: 'contact_update',
      config: { properties: { [key]: value } },
    })),
  },
  { weight: 1, arbitrary: fc.constant({ type: 'contact_delete', config: {} }) },
);

const BRANCHES = new Map([
  ['condition', ['condition_met', 'condition_not_met']],
  ['wait_for_event', ['event_received', 'timeout']],
]);

/** A small workflow: most steps have all the edges they can have, to any later step, or with `loops` to any step. */
export function workflows(loops: boolean): fc.Arbitrary<OracleWorkflow> {
  return fc.array(step, { minLength: 2, maxLength: 9 }).chain((drawn) => {
    const steps: OracleStep[] = [
      { type: 'trigger', config: { event_name: 'start' } },
      ...drawn,
    ].map((one, index) => ({ key: `s${index}`, ...one }));
    const wishes = steps.flatMap(({ key, type }, index) =>
      (BRANCHES.get(type) ?? ['default']).map((branch) =>
        fc
          .tuple(fc.nat({ max: steps.length - 1 }), fc.nat(7))
          .map(([to, lost]): OracleEdge | undefined => {
            const first = loops ? 1 : index + 1;
            const target =
              first + (to % Math.max(1, Math.min(steps.length - first, loops ? steps.length : 3)));
            // The next step more often than not, so that there is something to walk through.
            const next = !loops || to % 2 === 0 ? target : index + 1;
            return lost === 0 || next >= steps.length
              ? undefined
              : { from: key, to: `s${next}`, type: branch };
          }),
      ),
    );
    return fc
      .tuple(...wishes)
      .map((edges) => ({ steps, connections: edges.filter((edge) => edge !== undefined) }));
  });
}

const value = fc.constantFrom(...VALUES);
export const worlds: fc.Arbitrary<OracleWorld> = fc.record({
  payload: fc.record({ f: value, g: value }, { requiredKeys: [] }),
  contact: fc.record({ properties: fc.record({ x: value, y: value }) }),
  later: fc.record(
    Object.fromEntries(
      EVENTS.map((event) => [
        event,
        // Distinct moments, so that no two events are simultaneous.
        fc.uniqueArray(
          fc.record({
            at: fc.nat({ max: 60 }).map((n) => n * 2000 + 7),
            payload: fc.record({ f: value, g: value }),
          }),
          {
            maxLength: 3,
            selector: ({ at }) => at,
          },
        ),
      ]),
    ),
  ) as fc.Arbitrary<OracleWorld['later']>,
});

/** The facts as a complete request. */
export const requestOf = ({ payload, contact, later }: OracleWorld): SimulationRequest => ({
  ...{ event: 'start', payload, contact: { unsubscribed: false, ...contact }, isAll: false },
  later: EVENTS.flatMap((event): SimulationRequest['later'] => {
    const own = later[event] ?? [];
    return own.length === 0 ? [{ event, at: NEVER }] : own.map((each) => ({ event, ...each }));
  }),
});
