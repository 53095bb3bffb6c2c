import { choice, expected, type OptionError, shown } from '../../core/config/wording.ts';
import { failuresOf, type Validator } from '../../core/document/validator.ts';
import type { JsonObject } from '../../core/model/json.ts';
import { quote } from '../../core/model/label.ts';
import { unescapeSegment } from '../../core/model/place.ts';
import type { LaterEvent, SimulationRequest, Within } from '../../core/model/simulation.ts';
import { UserError } from '../../run/user-error.ts';
import { findZone, parseStart } from './calendar.ts';
import { parseLaterEvent, parseOffset, prefixed } from './parse.ts';
import { contact as isContact, test as isTest } from './test-case.generated.ts';

/** The content of a `*.sim.json` file, by schemas/sim.schema.json: the simulation, and the emails that must be sent. */
export interface TestCase {
  readonly name: string;
  readonly request: SimulationRequest;
  readonly sends: readonly ExpectedSend[];
  /** The service must refuse the payload. */
  readonly refused: boolean;
}

/** An email that must be sent. Missing fields are not compared. */
export interface ExpectedSend extends Within {
  readonly workflow?: string;
  readonly step?: string;
  readonly template?: string;
  readonly subject?: string;
  /** It must depend on an undecided question. */
  readonly maybe: boolean;
}

/** A test by the schema. */
interface RawTest extends Omit<SimulationRequest, 'when' | 'start'> {
  readonly name?: string;
  readonly at?: string;
  readonly zone?: string;
  readonly when?: readonly (string | { event: string; at: string; payload?: JsonObject })[];
  readonly sends?: readonly (Omit<Partial<ExpectedSend>, 'least' | 'greatest'> & { at: string })[];
  readonly refused?: boolean;
}

/** The tests in a file: one, or an array of them. Throws a UserError: one mistake makes the whole file unusable. */
export function readTestCases(value: unknown): readonly TestCase[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (items.length === 0) throw new UserError('contains no test');
  const placeOf = (index: number): string => (items.length === 1 ? '' : `test ${index + 1}: `);
  return items.map((item, index) => prefixed(placeOf(index), () => readTestCase(item)));
}

function readTestCase(item: unknown): TestCase {
  checkSchema(isTest, item);
  const { event, name = event, at, zone, refused = false, all = false, ...raw } = item as RawTest;
  const start = at === undefined ? undefined : readStart(at, zone);
  const when = (raw.when ?? []).map((given, index) =>
    prefixed(`"when", item ${index + 1}: `, () => readLater(given, start)),
  );
  const sends = (raw.sends ?? []).map(({ at, maybe = false, ...rest }, index) => {
    const span = prefixed(`"sends", item ${index + 1}: `, () => readSpan(at, start));
    return { ...rest, ...span, maybe };
  });
  const { payload, contact } = raw;
  return { name, request: { event, payload, contact, when, all, start }, sends, refused };
}

export const checkContactFields = (contact: JsonObject): void => checkSchema(isContact, contact);

function checkSchema(validate: Validator, value: unknown): void {
  if (!validate(value)) throw new UserError(firstError(validate));
}

/** The first error of a schema as text. */
function firstError(validate: Validator): string {
  const [error] = failuresOf(validate) as readonly [OptionError, ...OptionError[]];
  const { keyword, instancePath, params, schema, data } = error;
  const words = instancePath.split('/').slice(1);
  const names = words.map((word) =>
    /^\d+$/.test(word) ? `item ${Number(word) + 1}` : quote(unescapeSegment(word)),
  );
  const place = names.join(', ') || 'it';
  if (keyword === 'additionalProperties') {
    const key = String(params['additionalProperty']);
    const { properties } = (error as unknown as { parentSchema: { properties: object } })
      .parentSchema;
    const fields = Object.keys(properties);
    return `${names.length === 0 ? '' : `${place}: `}unknown field ${quote(key)}${choice(key, fields)}`;
  }
  if (keyword === 'required') return `${place} has no "${params['missingProperty']}"`;
  if (keyword === 'dependencies') return `"${params['property']}" needs "${params['deps']}"`;
  return keyword === 'type'
    ? `${place} must be ${expected(schema)}, not ${shown(data)}`
    : `${place} is blank`;
}

function readStart(at: string, zone = 'UTC'): SimulationRequest['start'] {
  const found = findZone(zone);
  if (found === undefined) throw new UserError(`there is no time zone ${quote(zone)}`);
  const parsed = parseStart(at, found);
  if (parsed !== undefined) return parsed.start;
  throw new UserError(`"at" must be a date and time such as "2026-03-28T09:00", not ${quote(at)}`);
}

function readLater(
  given: NonNullable<RawTest['when']>[number],
  start: SimulationRequest['start'],
): LaterEvent {
  return typeof given === 'string'
    ? parseLaterEvent(given, start)
    : { ...given, at: parseOffset(given.at, start) };
}

/** `+2 days`, `+2 days to +5 days`, `+2 days or later`, `after an unknown time`. */
function readSpan(text: string, start: SimulationRequest['start']): Within {
  if (text.trim() === 'after an unknown time') return { least: 0, greatest: null };
  const later = /^(.{1,60}) or later$/.exec(text.trim())?.[1];
  const [from = '', to, ...more] = (later ?? text).split(' to ');
  const [first, last] = [parseOffset(from, start), parseOffset(to ?? from, start)];
  if (first === undefined || last === undefined || more.length > 0 || last < first)
    throw new UserError(`has no time in ${quote(text)}`);
  return { least: first, greatest: later === undefined ? last : null };
}
