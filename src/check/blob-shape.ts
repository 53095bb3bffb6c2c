/**
 * JSON Schemas (draft-07) of the lines of a blob, each an object with one of these keys, compiled ahead of time into
 * `blob-shape.generated.ts` by `npm run generate`. Blobs come from other machines: nothing of one is used that does not fit.
 */
type Schema = Record<string, unknown>;

const text: Schema = { type: 'string' };
const textOrNull: Schema = { type: ['string', 'null'] };
const flag: Schema = { type: 'boolean' };
const count: Schema = { type: 'integer', minimum: 0 };
const row: Schema = { type: 'integer', minimum: -1 };
const list = (items: Schema): Schema => ({ type: 'array', items });
const exactly = (...items: Schema[]): Schema => ({ type: 'array', items, minItems: items.length, maxItems: items.length });
const object = (properties: Record<string, Schema>, optional: readonly string[] = []): Schema => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  properties,
});

const region = object({ startLine: count, startColumn: count, endLine: count, endColumn: count });
const excerpt = object({ startLine: count, lines: { ...list(text), minItems: 1 }, markStart: count, markEnd: count, cutBefore: flag, cutAfter: flag });
const location = object({ source: text, pointer: text, region, excerpt }, ['region', 'excerpt']);

const finding = object(
  {
    rule: text,
    severity: { enum: ['error', 'warning', 'info'] },
    message: text,
    help: text,
    detail: text,
    identity: text,
    document: count,
    workflow: count,
    step: text,
    edge: text,
    event: text,
    location,
    related: list(object({ message: text, location })),
  },
  ['help', 'detail', 'identity', 'workflow', 'step', 'edge', 'event'],
);

const part: Schema = {
  anyOf: [
    object({ pointer: text, first: count, column: { type: 'integer' }, from: count, to: count, bytes: exactly(count, count) }),
    object({ text, cuts: list(object({ offset: count, line: count, column: count })) }),
  ],
};

const both = (each: Schema): Schema => object({ workflows: each, events: each });

export const BLOB_LINES: Readonly<Record<string, Schema>> = {
  head: object({
    shard: object({ index: { type: 'integer', minimum: 1 }, total: { type: 'integer', minimum: 1 } }),
    settings: text,
    scope: object({ paths: list(text), events: list(text), workflow: list(text), status: textOrNull, live: flag }),
    empty: flag,
    skipped: count,
  }),
  inputs: list(exactly(text, row)),
  names: list(text),
  part: object({
    ledger: object({ loaded: both(flag), missing: both(list(text)), withSteps: flag }),
    counts: object({ steps: count, edges: count }),
    failures: list(object({ source: text, message: text, refused: flag })),
    first: row,
    crashed: flag,
  }),
  sources: list(text),
  documents: list({ type: 'array', items: [count, count, count, count, count, part], minItems: 5, maxItems: 6 }),
  workflows: list(exactly(count, text, { enum: [0, 1] }, textOrNull, textOrNull, textOrNull)),
  refs: list(exactly(textOrNull, textOrNull, textOrNull)),
  facts: exactly(text, { type: 'array' }),
  notes: exactly(text, list(text)),
  findings: list(finding),
  definitions: list(exactly(count, text, { type: 'object' })),
  owners: list(exactly(count, list(text))),
  end: count,
};
