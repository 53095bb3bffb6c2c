import fc from '../fast-check.ts';

// Texts of exports: lists, arrays and bundles, laid out by chance, sometimes with keys twice, out of order or escaped.

const key = fc.constantFrom('start', 'mail', 'wait', 'é🎉', '__proto__');
const step = fc.record(
  {
    key,
    type: fc.constantFrom<unknown>('trigger', 'send_email', 'delay', 'delai', 7),
    config: fc.constantFrom<unknown>({ event_name: 'user.created' }, { template: { id: 'tpl "x]", \\' } }, { duration: '2 days' }, {}, null, [[{ a: [] }]]),
  },
  { requiredKeys: ['key', 'type'] },
);
const edge = fc.record({ from: key, to: key, type: fc.constantFrom('default', 'timeout') }, { requiredKeys: ['from'] });
const dated = { object: fc.constantFrom('automation', 'workflow'), created_at: fc.constant('2026-01-01T00:00:00.000Z') };
const workflow = fc.record(
  {
    ...dated,
    id: fc.constantFrom('wf_1', 'wf_2', 'wf_3', 'wf_4'),
    name: fc.constantFrom('Welcome', 'Trial – ends', 'Wêlcome\u2028', '\ud83c'),
    status: fc.constantFrom('enabled', 'disabled', 'on'),
    steps: fc.array(step, { maxLength: 3 }),
    connections: fc.array(edge, { maxLength: 3 }),
  },
  { requiredKeys: ['name', 'steps', 'connections'] },
);
const event = fc.record(
  { id: fc.constantFrom('ev_1', 'ev_2'), name: fc.constantFrom('user.created', 'user.gone', ''), schema: fc.constantFrom<unknown>(null, { plan: 'string' }) },
  { requiredKeys: ['name', 'schema'] },
);
const stranger = fc.constantFrom<unknown>(null, 5, 'x', [], {}, { a: 1 }, [[1, '],{']]);
const items = (of: fc.Arbitrary<unknown>) => fc.array(fc.oneof({ weight: 12, arbitrary: of }, stranger), { maxLength: 5 });

type Pairs = readonly (readonly [string, unknown])[];
/** An object as its pairs, so that a key may stand twice. */
class Pairing {
  readonly pairs: Pairs;
  constructor(pairs: Pairs) {
    this.pairs = pairs;
  }
}

const mixed = (...pairs: fc.Arbitrary<readonly [string, unknown]>[]): fc.Arbitrary<unknown> =>
  fc
    .tuple(
      fc.shuffledSubarray(pairs, { minLength: 1 }).chain((some) => fc.tuple(...some)),
      fc.boolean(),
    )
    .map(([some, twice]) => {
      const last = some.at(-1) as readonly [string, unknown];
      return new Pairing(twice && some.length > 2 ? [...some, [last[0], 5]] : some);
    });
const pair = (name: string, value: fc.Arbitrary<unknown>): fc.Arbitrary<readonly [string, unknown]> => value.map((given) => [name, given] as const);

const list = (of: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  mixed(pair('object', fc.constant('list')), pair('has_more', fc.boolean()), pair('data', items(of)), pair('dat\u0061_', fc.constant([1, { data: [2] }])));
const collection = (of: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> => fc.oneof(items(of), list(of), of, stranger);

const root = fc.oneof(
  items(workflow),
  items(event),
  list(workflow),
  list(event),
  mixed(pair('workflows', collection(workflow)), pair('events', collection(event)), pair('note', stranger)),
  mixed(pair('workflows', collection(workflow)), pair('workflows', collection(workflow))),
  workflow,
  stranger,
);

/** White space by turns, so that a text is laid out as no printer would. */
function print(value: unknown, spaces: readonly string[]): string {
  let turn = 0;
  const space = (): string => spaces[turn++ % spaces.length] ?? '';
  const write = (part: unknown): string => {
    if (Array.isArray(part)) return `[${space()}${part.map((item) => `${write(item)}${space()}`).join(`,${space()}`)}]`;
    if (typeof part !== 'object' || part === null) return JSON.stringify(part);
    const pairs: Pairs = part instanceof Pairing ? part.pairs : Object.entries(part);
    const name = (given: string): string => (turn % 5 === 0 ? JSON.stringify(given).replace('data', '\\u0064ata') : JSON.stringify(given));
    return `{${space()}${pairs.map(([of, inner]) => `${name(of)}${space()}:${space()}${write(inner)}${space()}`).join(`,${space()}`)}}`;
  };
  return `${space()}${write(value)}${space()}`;
}

/** Text of an export, whole and good as far as JSON goes. */
export const exportText = fc
  .tuple(root, fc.array(fc.constantFrom('', '', ' ', '\n', '\r\n  ', '\t', ' '.repeat(180)), { minLength: 1, maxLength: 7 }))
  .map(([value, spaces]) => print(value, spaces));
