import { readdirSync, readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { readTestCases } from '../../src/features/simulate/test-case.ts';
import { UserError } from '../../src/run/user-error.ts';
import fc from '../fast-check.ts';

// The published schema of `*.sim.json` and the program take the same, but for what a text says: times, zones, payloads.

const read = (path: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'));
const schema = read('schemas/sim.schema.json') as { readonly $id: string };
const validate = new Ajv({ strict: true, strictRequired: false, strictTypes: false }).compile(
  schema,
);

const texts = (...values: readonly string[]) => fc.constantFrom(...values);
const payload = fc.constantFrom({}, { plan: 'pro', seats: 3 });
const later = fc.oneof(
  texts('order.paid@+2 days', 'order.paid@never', 'review.posted@+2 days {"stars": 5}'),
  fc.record(
    { event: texts('order.paid'), at: texts('+2 days', 'never', 'at once'), payload },
    { requiredKeys: ['event', 'at'] },
  ),
);
const send = fc.record(
  {
    at: texts(
      'at once',
      '+2 days',
      '+2 days to +5 days',
      '+2 days or later',
      'after an unknown time',
    ),
    workflow: texts('Welcome series'),
    step: texts('hello'),
    template: texts('tpl_hello'),
    subject: texts('Hello'),
    maybe: fc.boolean(),
  },
  { requiredKeys: ['at'] },
);
const single = fc.record(
  {
    $schema: texts(schema.$id),
    name: texts('all is well', ''),
    event: texts('user.created'),
    payload,
    contact: payload,
    when: fc.array(later, { maxLength: 2 }),
    at: texts('2026-03-28T09:00'),
    zone: texts('Europe/Berlin'),
    all: fc.boolean(),
    sends: fc.array(send, { maxLength: 2 }),
    refused: fc.boolean(),
  },
  { requiredKeys: ['event', 'at', 'sends'] },
);
const tests = fc.oneof(single, fc.array(single, { maxLength: 2 }));

type Json = Record<string, unknown>;

/** Something done to a file: at one of the objects in it, a field is taken away, made up, or given a value of another kind. */
const edit = fc.record({
  at: fc.nat(20),
  field: fc.nat(20),
  how: fc.oneof(
    { weight: 2, arbitrary: fc.constant('leave') },
    { weight: 3, arbitrary: fc.constantFrom('remove', 'add', null, 0, true, [], {}, [[]], [{}]) },
  ),
});

function edited(
  value: unknown,
  { at, field, how }: { readonly at: number; readonly field: number; readonly how: unknown },
): unknown {
  const copy: unknown = structuredClone(value);
  const objects: Json[] = [];
  const collect = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    if (!Array.isArray(part)) objects.push(part as Json);
    // Payloads may have any content.
    for (const [key, inner] of Object.entries(part))
      if (key !== 'payload' && key !== 'contact') collect(inner);
  };
  collect(copy);
  const object = objects[at % Math.max(1, objects.length)];
  const key = Object.keys(object ?? {})[field % Math.max(1, Object.keys(object ?? {}).length)];
  if (object === undefined || key === undefined || how === 'leave') return copy;
  if (how === 'remove') delete object[key];
  else if (how === 'add') object[`${key}s`] = 'unknown';
  else object[key] = how;
  return copy;
}

function faultOf(given: unknown): string | undefined {
  try {
    readTestCases(given);
    return undefined;
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  }
}

test('the schema and the program accept the same files', () => {
  const verdicts = { taken: 0, refused: 0 };
  fc.assert(
    fc.property(tests, edit, edit, (value, first, second) => {
      const given = edited(edited(value, first), second);
      const fault = faultOf(given);
      const isTaken = fault === undefined;
      verdicts[isTaken ? 'taken' : 'refused']++;
      expect(validate(given), fault).toBe(isTaken);
    }),
    { numRuns: 1500 },
  );
  expect(Math.min(verdicts.taken, verdicts.refused)).toBeGreaterThan(150);
});

test.each([{ event: '', sends: [] }, [], 'text', null, { sends: [] }])(
  'the schema and the program refuse %j',
  (value) => {
    expect(validate(value)).toBe(false);
    expect(() => readTestCases(value)).toThrow(UserError);
  },
);

test('the schema is in the package, and the examples and the page are valid by it', () => {
  expect(schema.$id).toBe('urn:edgewise:schemas:sim');
  const files = readdirSync(new URL('../../examples/tests', import.meta.url)).filter((name) =>
    name.endsWith('.sim.json'),
  );
  expect(files.length).toBeGreaterThan(1);
  for (const name of files) expect(validate(read(`examples/tests/${name}`)), name).toBe(true);
  const page = readFileSync(new URL('../../docs/simulate.md', import.meta.url), 'utf8');
  const shown = JSON.parse(
    /^```json\n([\s\S]*?)^```$/m.exec(page.slice(page.indexOf('## Tests')))?.[1] as string,
  ) as unknown;
  expect(shown).toMatchObject({ $schema: '../../schemas/sim.schema.json' });
  expect(validate(shown)).toBe(true);
});
