/** Faults that people make in workflows: each is made at the nth place where it can be made, in one of some variants. */

type Tree = Record<string, unknown>;
type Fault = (root: Tree, nth: number, variant: number) => void;

interface Field {
  readonly holder: Tree;
  readonly name: string;
  readonly value: unknown;
  /** The names of the objects and lists around it. */
  readonly path: readonly string[];
}

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null;
const asTrees = (value: unknown): Tree[] => (Array.isArray(value) ? value : []).filter(isTree);

function fieldsOf(root: Tree): readonly Field[] {
  const found: Field[] = [];
  const waiting: { holder: Tree; path: readonly string[] }[] = [{ holder: root, path: [] }];
  for (let each = waiting.pop(); each !== undefined; each = waiting.pop()) {
    const { holder, path } = each;
    for (const [name, value] of Object.entries(holder)) {
      if (!Array.isArray(holder)) found.push({ holder, name, value, path });
      if (isTree(value)) waiting.push({ holder: value, path: [...path, name] });
    }
  }
  return found;
}

const pick = <T>(all: readonly T[], nth: number): T | undefined => all[nth % all.length];

/** One letter less, twice, swapped, another, or another spelling of the whole. */
export function misspell(word: string, variant: number): string {
  const at = Math.floor(variant / 10) % Math.max(1, word.length);
  const [before, letter = 'x', after] = [word.slice(0, at), word[at], word.slice(at + 1)];
  const spellings = [
    before + after,
    before + letter + letter + after,
    before + after.slice(0, 1) + letter + after.slice(1),
    `${before}${letter === 'x' ? 'q' : 'x'}${after}`,
    `${word}s`,
    ` ${word}`,
    word.toUpperCase(),
    word.replaceAll('_', '-'),
    word.replace(/_([a-z])/g, (_, next: string) => next.toUpperCase()),
    word.slice(0, Math.max(3, word.length - 3)),
  ];
  return spellings[variant % 10] as string;
}

/** Writes another value in a field whose place fits. */
const write =
  (
    fits: (field: Field) => boolean,
    valuesOf: (field: Field, variant: number) => readonly unknown[],
  ): Fault =>
  (root, nth, variant) => {
    const field = pick(fieldsOf(root).filter(fits), nth);
    if (field === undefined) return;
    field.holder[field.name] = pick(valuesOf(field, variant), variant);
  };

const named =
  (...names: readonly string[]) =>
  ({ name }: Field): boolean =>
    names.includes(name);
const isInEdge = ({ path }: Field): boolean =>
  path.some((name) => name === 'edges' || name === 'connections');
const isInConfig = ({ path }: Field): boolean => path.includes('config');
const isText = ({ value }: Field): boolean => typeof value === 'string';
const isName = (field: Field): boolean =>
  isText(field) &&
  /^(?:type|edge_type|status|event_name|var|field|operator|id|template_id|segment_id|topic_id|next|from|to|key)$/.test(
    field.name,
  );

const DURATIONS = [
  ...['3d', '72h', '10m', '30 min', '2 dyas', '3', 'P3D', 'PT1H', '3days', 'three days', '1 mnth'],
  ...['259200000 ms', '0 days', '-1 day', '', '40 days', '1 day 2 hours', '1.5 days', '3 Days'],
  ...[86400, 259200000, 3, 0, -5, null, true, { days: 3 }, { value: 3, unit: 'days' }, '45 d'],
];
const SECONDS = ['3 days', '86400', 86400000, 0, -1, 1e9, null, 3, '1h', 2592001];
const SENDERS = [
  ...['Acme hello@acme.com', 'Acme <hello@acme.com', 'Acme', 'hello@acme', '<hello@acme.com>'],
  ...['Acme, Inc. <hello@acme.com>', 'Acme <hello@acme.com> ', 'Acme <hello acme.com>', 'acme.com'],
  ...['a@acme.com, b@acme.com', 'Acme [hello@acme.com]', 'Acme (hello@acme.com)', '', ' ', null],
  ...['{{sender}}', 'Acme <hello@example.com>', 'Acme <hello@acme.com>>', '"Acme <hello@acme.com>'],
];
const EDGE_TYPES = [
  ...['default', 'condition_met', 'condition_not_met', 'event_received', 'timeout', 'timed_out'],
  ...['true', 'false', 'yes', 'no', 'else', '', 'conditionMet', 'Default', 'error', null, true],
];
const STEP_TYPES = [
  ...['email', 'send', 'wait', 'sleep', 'branch', 'if', 'segment', 'update_contact', 'send_sms'],
  ...['delay', 'trigger', 'condition', 'wait_for_event', 'send_email', 'contact_delete', '', null],
];
const REFERENCES = [
  ...['even.plan', 'events.plan', 'Event.plan', 'plan', 'trigger.plan', 'contact.plan', 'event'],
  ...['contacts.email', 'contact.emial', 'contact.properties', 'contact.propertis.plan', 'event.'],
  ...['wait_event.order.paid.total', 'wait_events.order.paid.total', 'wait_events', 'event.Plan'],
  ...[
    'user.plan',
    'contact.firstName',
    '{{event.plan}}',
    'event plan',
    '',
    'event.plan.name',
    null,
  ],
];
const TEXTS = [
  ...['{{event.plan}}', '{event.plan}', `\${event.plan}`, '%PLAN%', '<%= plan %>', 'event.plan'],
  ...['{{event.plan | default: "pro"}}', '{{#if event.plan}}Hi{{/if}}', '{{{PLAN}}}', '{{plan'],
  ...['Hi {{contact.first_name}}', '{{{contact.first_name', 'TODO', '<TEMPLATE_ID>', '', null, 7],
  ...[{ var: 'plan' }, { var: '' }, { val: 'event.plan' }, { field: 'event.plan' }, [], {}],
];
const OPERATORS = [
  ...['equals', '==', '=', 'is', 'not', '!=', '>', 'greater_than', 'in', 'exist', 'Contains', 'gt'],
  ...['eq', 'neq', 'lte', 'starts_with', 'is_empty', 'exists', 'not_exists', '', null],
];
const SCHEMA_TYPES = ['int', 'strng', 'text', 'bool', 'String', 'datetime', 'object', '', null, {}];
const NAMES = ['resend:mail', ' user.created', 'user created', '', 'User.Created', 'user-created'];
const ANY = ['', ' ', null, 7, true, 'text', [], {}, ['text'], { value: 'text' }];
const PREFIXES = ['', 'even.', 'events.', 'contact.', 'trigger.', 'event.event.', 'wait_events.'];

/** A change of the lists of a workflow. */
const inWorkflow =
  (
    change: (
      lists: { steps: Tree[]; edges: Tree[]; ends: readonly [string, string]; type: string },
      nth: number,
      variant: number,
    ) => void,
  ): Fault =>
  (root, nth, variant) => {
    const holders = fieldsOf(root).filter(({ name, value }) => name === 'steps' && isTree(value));
    const own = pick(holders, nth)?.holder;
    if (own === undefined) return;
    const edges = (own['edges'] ?? own['connections'] ?? []) as Tree[];
    if (!Array.isArray(own['steps']) || !Array.isArray(edges)) return;
    const isAlpha = edges.some((edge) => isTree(edge) && 'from_step_id' in edge);
    const ends = isAlpha ? (['from_step_id', 'to_step_id'] as const) : (['from', 'to'] as const);
    const type = isAlpha ? 'edge_type' : 'type';
    change({ steps: own['steps'] as Tree[], edges, ends, type }, nth, variant);
  };

const keyOf = (step: Tree | undefined): unknown => step?.['key'] ?? step?.['id'];
const WORDS = {
  config: ['event_name', 'template', 'duration', 'timeout', 'segment_id', 'filter_rule', 'subject'],
  step: ['key', 'type', 'config', 'next', 'branches'],
};

export const FAULTS: Readonly<Record<string, Fault>> = {
  'a misspelt name': write(isName, ({ value }, v) => [misspell(value as string, v)]),
  'a misspelt text': write(isText, ({ value }, v) => [misspell(value as string, v)]),
  'a misspelt field'(root, nth, variant) {
    const field = pick(fieldsOf(root), nth);
    if (field === undefined) return;
    const { holder, name, value } = field;
    const written = misspell(name, variant);
    if (Object.hasOwn(holder, written)) return;
    rename(holder, name, written, value);
  },
  'a field under another name'(root, nth, variant) {
    const known = fieldsOf(root).filter(({ name }) =>
      [...WORDS.config, ...WORDS.step].includes(name),
    );
    const field = pick(known, nth);
    if (field === undefined) return;
    const { holder, name, value } = field;
    const others = WORDS.config.includes(name) ? WORDS.config : WORDS.step;
    const written = pick(
      [...others, 'name', 'id', 'delay', 'days', 'event', 'to', 'html'],
      variant,
    );
    if (written !== undefined && !Object.hasOwn(holder, written))
      rename(holder, name, written, value);
  },
  'a field removed'(root, nth) {
    const field = pick(fieldsOf(root), nth);
    if (field !== undefined) delete field.holder[field.name];
  },
  'another value': write(
    () => true,
    () => ANY,
  ),
  'a blank name': write(isName, () => ['', ' ']),
  'a duration': write(named('duration', 'timeout'), () => DURATIONS),
  'a length in seconds': write(named('seconds', 'timeout_seconds'), () => SECONDS),
  'a sender': write(
    (field) => isInConfig(field) && named('from', 'reply_to')(field),
    () => SENDERS,
  ),
  'a new sender'(root, nth, variant) {
    const config = pick(fieldsOf(root).filter(named('template', 'template_id')), nth);
    if (config !== undefined) config.holder['from'] = pick(SENDERS, variant);
  },
  'a type of an edge': write(
    (field) => isInEdge(field) && named('type', 'edge_type')(field),
    () => EDGE_TYPES,
  ),
  'a type of a step': write(
    (field) => named('type')(field) && field.path.at(-2) === 'steps',
    () => STEP_TYPES,
  ),
  'a reference': write(
    (field) => isInConfig(field) && named('var', 'field')(field),
    () => REFERENCES,
  ),
  'a prefix': write(
    (field) => isInConfig(field) && isText(field) && named('var', 'field')(field),
    ({ value }) => PREFIXES.map((prefix) => prefix + (value as string).replace(/^[^.]*\./, '')),
  ),
  'a text': write(
    (field) => isInConfig(field) && (field.path.at(-1) === 'variables' || named('subject')(field)),
    () => TEXTS,
  ),
  'a new variable'(root, nth, variant) {
    const config = pick(fieldsOf(root).filter(named('template')), nth)?.value;
    if (isTree(config)) config['variables'] = { PLAN: pick(TEXTS, variant) };
  },
  'an operator': write(named('operator'), () => OPERATORS),
  'a value of a condition': write(
    (field) => isInConfig(field) && named('value')(field),
    () => [...TEXTS, 'true', '10', true, 10, '2026-01-01', 'event.plan'],
  ),
  'a type of a property': write(
    ({ path }) => path.at(-1) === 'schema',
    () => SCHEMA_TYPES,
  ),
  'a name of an event': write(named('event_name', 'eventName'), () => NAMES),
  'a status': write(named('status'), () => ['active', 'draft', 'Enabled', 'enable', '', null, 'x']),
  'an edge removed': inWorkflow(({ edges }, nth) =>
    edges.splice(nth % Math.max(1, edges.length), 1),
  ),
  'an edge twice': inWorkflow(({ edges }, nth) => {
    const edge = pick(edges, nth);
    if (edge !== undefined) edges.push({ ...edge });
  }),
  'an edge to another step': inWorkflow(({ edges, steps, ends }, nth, variant) => {
    const edge = pick(edges, nth);
    if (isTree(edge)) edge[ends[variant % 2] as string] = keyOf(pick(steps, variant >> 1));
  }),
  'an edge reversed': inWorkflow(({ edges, ends: [from, to] }, nth) => {
    const edge = pick(edges, nth);
    if (isTree(edge)) [edge[from], edge[to]] = [edge[to], edge[from]];
  }),
  'swapped branches': inWorkflow(({ edges, ends: [from], type }, nth) => {
    const forks = asTrees(edges).filter(
      (edge) => edge[type] === 'timeout' || edge[type] === 'condition_not_met',
    );
    const other = pick(forks, nth);
    const twin = asTrees(edges).find((edge) => edge !== other && edge[from] === other?.[from]);
    if (other !== undefined && twin !== undefined)
      [other[type], twin[type]] = [twin[type], other[type]];
  }),
  'a step removed': inWorkflow(({ steps }, nth) =>
    steps.splice(nth % Math.max(1, steps.length), 1),
  ),
  'a step twice': inWorkflow(({ steps }, nth) => {
    const step = pick(steps, nth);
    if (step !== undefined) steps.push(structuredClone(step));
  }),
  'a step moved': inWorkflow(({ steps }, nth, variant) => {
    const [step] = steps.splice(nth % Math.max(1, steps.length), 1);
    if (step !== undefined) steps.splice(variant % (steps.length + 1), 0, step);
  }),
  'a key of another step': inWorkflow(({ steps }, nth, variant) => {
    const step = pick(steps, nth);
    if (isTree(step) && 'key' in step) step['key'] = keyOf(pick(steps, variant));
  }),
};

function rename(holder: Tree, name: string, written: string, value: unknown): void {
  const entries = Object.entries(holder);
  for (const [key] of entries) delete holder[key];
  for (const [key, other] of entries)
    if (key === name) holder[written] = value;
    else holder[key] = other;
}
