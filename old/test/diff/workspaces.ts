import { parseDocument } from '../../src/core/document/parse.ts';
import type { Document } from '../../src/core/model/nodes.ts';
import fc from '../fast-check.ts';

/** A workspace in the model of the tests, without a dialect. */
export interface PlainWorkflow {
  readonly id: string;
  readonly name: string;
  readonly status: 'enabled' | 'disabled';
  readonly steps: readonly PlainStep[];
  readonly edges: readonly PlainEdge[];
}
export interface PlainStep {
  readonly key: string;
  readonly type: string;
  readonly config: Readonly<Record<string, unknown>>;
}
export interface PlainEdge {
  readonly from: string;
  readonly to: string;
  readonly type: string;
}
export interface PlainEvent {
  readonly name: string;
  readonly schema: Readonly<Record<string, string>> | null;
}
export interface PlainWorkspace {
  readonly workflows: readonly PlainWorkflow[];
  readonly events: readonly PlainEvent[];
}

const DAYS = [1, 2, 7];
const contents = (i: number): fc.Arbitrary<Omit<PlainStep, 'key'>> =>
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.constantFrom(...DAYS).map((days) => ({ type: 'delay', config: { days } })),
    },
    {
      weight: 3,
      arbitrary: fc
        .record({
          template: fc.constantFrom('tpl_a', 'tpl_b'),
          subject: fc.constantFrom('Your order', 'Thank you'),
          variables: fc.boolean(),
        })
        .map(({ template, subject, variables }) => ({
          type: 'send_email',
          config: {
            template,
            subject,
            reply_to: 'shop@bakery.example',
            ...(variables && { variables: { name: { var: 'contact.first_name' } } }),
          },
        })),
    },
    fc.constant({ type: 'wait_for_event', config: { event_name: 'bread.collected', days: 3 } }),
    fc.constant({
      type: 'condition',
      config: {
        type: 'and',
        rules: [
          { type: 'rule', field: 'event.loaves', operator: 'gt', value: 3 },
          { type: 'rule', field: 'contact.unsubscribed', operator: 'eq', value: false },
        ],
      },
    }),
    fc.constant({ type: 'tag_contact', config: { tag: `tag-${i}` } }),
  );

/** Steps grow as a tree; a few more edges then merge branches, repeat themselves or lead back. */
export const plainWorkflow = (
  index: number,
  keys: readonly string[] = KEYS,
): fc.Arbitrary<PlainWorkflow> =>
  fc
    .tuple(
      fc.array(
        fc.tuple(
          contents(index),
          fc.nat({ max: 20 }),
          fc.constantFrom('default', 'condition_met', 'timeout'),
        ),
        { maxLength: keys.length - 1 },
      ),
      fc.array(fc.tuple(fc.nat({ max: 20 }), fc.nat({ max: 20 })), { maxLength: 2 }),
      fc.constantFrom('enabled' as const, 'disabled' as const),
    )
    .map(([grown, more, status]) => {
      const steps: PlainStep[] = [
        { key: keys[0] as string, type: 'trigger', config: { event_name: `bread.${index}` } },
      ];
      const edges: PlainEdge[] = [];
      for (const [content, parent, type] of grown) {
        const key = keys[steps.length] as string;
        edges.push({ from: keys[parent % steps.length] as string, to: key, type });
        steps.push({ key, ...content });
      }
      for (const [from, to] of more)
        edges.push({
          from: keys[from % steps.length] as string,
          to: keys[to % steps.length] as string,
          type: 'default',
        });
      return { id: `wf_${index}`, name: `Workflow ${index}`, status, steps, edges };
    });

export const KEYS = [
  'start',
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
];

export const plainWorkspace: fc.Arbitrary<PlainWorkspace> = fc.record({
  workflows: fc
    .integer({ min: 0, max: 3 })
    .chain((n) => fc.tuple(...Array.from({ length: n }, (_, i) => plainWorkflow(i)))),
  events: fc.uniqueArray(
    fc.record({
      name: fc.constantFrom('bread.0', 'bread.1', 'bread.2'),
      schema: fc.constantFrom(null, { loaves: 'number', kind: 'string' }),
    }),
    {
      selector: ({ name }) => name,
    },
  ),
});

/** The spelling of a workspace. */
export interface Spelling {
  readonly dialect: 'alpha' | 'today' | 'camel';
  readonly shuffle: number;
  /** New ids for workflows, steps, edges and events. */
  readonly reissue: boolean;
  readonly envelope: boolean;
}
export const spelling: fc.Arbitrary<Spelling> = fc.record({
  dialect: fc.constantFrom('alpha' as const, 'today' as const, 'camel' as const),
  shuffle: fc.nat(),
  reissue: fc.boolean(),
  envelope: fc.boolean(),
});

export const PLAIN: Spelling = { dialect: 'today', shuffle: 0, reissue: false, envelope: false };

/** The workspace in a dialect, as a document is read. */
export function write(
  { workflows, events }: PlainWorkspace,
  how: Spelling = PLAIN,
): readonly Document[] {
  const mixed = <T>(items: readonly T[]): T[] => shuffled(items, how.shuffle);
  const value = {
    workflows: wrap(mixed(workflows.map((workflow) => writeWorkflow(workflow, how, mixed))), how),
    events: wrap(
      mixed(
        events.map((event, i) => ({
          id: how.reissue ? `new_${i}` : `ev_${i}`,
          ...event,
          created_at: String(how.shuffle),
        })),
      ),
      how,
    ),
  };
  const text = JSON.stringify(value);
  return [
    parseDocument(text, { source: 'test.json', index: 0, line: 1, start: 0, end: text.length }),
  ];
}

const wrap = (data: readonly object[], { envelope }: Spelling): object =>
  envelope ? { object: 'list', has_more: false, data } : data;

function writeWorkflow(
  { id, name, status, steps, edges }: PlainWorkflow,
  how: Spelling,
  mixed: <T>(items: readonly T[]) => T[],
): object {
  const keyOf = (key: string): string =>
    how.reissue ? `k-${KEYS.indexOf(key)}-${key.length}` : key;
  const alpha = how.dialect === 'alpha';
  const writtenEdges = mixed(
    edges.map(({ from, to, type }, i) =>
      alpha
        ? {
            id: `${how.reissue ? 'n' : 'e'}${i}`,
            from_step_id: keyOf(from),
            to_step_id: keyOf(to),
            edge_type: type,
          }
        : { from: keyOf(from), to: keyOf(to), ...(type !== 'default' && { type }) },
    ),
  );
  return {
    object: alpha ? 'workflow' : 'automation',
    id: how.reissue ? `new-${id}` : id,
    name,
    status,
    updated_at: how.dialect === 'today' ? null : '2026-01-01T00:00:00.000Z',
    steps: mixed(
      steps.map(({ key, type, config }) => ({
        [alpha ? 'id' : 'key']: keyOf(key),
        type,
        config: writeConfig(type, config, how, mixed),
      })),
    ),
    [alpha ? 'edges' : 'connections']: writtenEdges,
  };
}

function writeConfig(
  type: string,
  config: Readonly<Record<string, unknown>>,
  { dialect }: Spelling,
  mixed: <T>(items: readonly T[]) => T[],
): object {
  const twin = (name: string): string =>
    dialect === 'camel'
      ? name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
      : name;
  const out: [string, unknown][] = [];
  for (const [name, value] of Object.entries(config)) {
    if (name === 'days') {
      const [number, text] =
        type === 'delay' ? ['seconds', 'duration'] : ['timeout_seconds', 'timeout'];
      out.push(
        dialect === 'alpha'
          ? [number, Number(value) * 86_400]
          : dialect === 'camel'
            ? [text, `${Number(value) * 24} hours`]
            : [text, `${value} days`],
      );
    } else if (name === 'template') {
      const { variables } = config;
      if (dialect === 'today')
        out.push(['template', { id: value, ...(variables !== undefined && { variables }) }]);
      else
        out.push(
          [twin('template_id'), value],
          ...(variables !== undefined ? [['variables', variables] as [string, unknown]] : []),
        );
    } else if (name === 'rules') out.push([name, mixed(value as unknown[])]);
    else if (name !== 'variables') out.push([twin(name), value]);
  }
  return Object.fromEntries(mixed(out));
}

/** Equal for equal seeds; 0 changes nothing. */
function shuffled<T>(items: readonly T[], seed: number): T[] {
  const copy = [...items];
  let state = seed >>> 0;
  for (let i = copy.length - 1; i > 0 && seed !== 0; i--) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const j = state % (i + 1);
    [copy[i], copy[j]] = [copy[j] as T, copy[i] as T];
  }
  return copy;
}
