import { parseDuration } from './duration.ts';
import { FIELDS } from './fields.ts';
import type { JsonObject } from './json.ts';
import { quote } from './label.ts';
import { isOneEdit, nearest } from './nearest.ts';
import type { Step } from './nodes.ts';

/** A field that is given in place of one that is missing, and what to write. */
export interface MisnamedField {
  readonly field: string;
  readonly help: string;
  /** The correct name of the field, if its value can be kept. */
  readonly name?: string;
}

/** The unknown field of a config that most likely is a misspelling of a missing required one. */
export function misnamedField({ config, spec }: Pick<Step, 'config' | 'spec'>): string | undefined {
  for (const group of spec.requires) {
    const names = group.flatMap((name) => [name, ...(spec.spellings.get(name) ?? [])]);
    if (names.some((name) => Object.hasOwn(config, name))) continue;
    const keys = Object.keys(config).filter((key) => !spec.fieldNames.has(key));
    const snake = names.filter((name) => !/[A-Z]/.test(name));
    const instead = findMisnamed(config, keys, snake);
    if (instead !== undefined) return instead.field;
  }
  return undefined;
}

/** The field that is used instead of one of several names, if any. */
export function findMisnamed(
  holder: JsonObject,
  keys: readonly string[],
  names: readonly string[],
): MisnamedField | undefined {
  // By another name, an empty text would still be missing.
  const filled = keys.filter((key) => holder[key] !== '');
  return nearKey(filled, names) ?? lengthInstead(holder, names);
}

/** The value of a misspelt field. The missing field has its own finding, so everything else is read as if its name were right. */
export function misnamedValue(raw: JsonObject, ...names: readonly string[]): unknown {
  const field = findMisnamed(raw, Object.keys(raw), names)?.field;
  return field === undefined ? undefined : raw[field];
}

/** The unknown field that differs from a missing optional field in one letter, or in two that are swapped. */
export function misspeltField(raw: JsonObject, name: string): string | undefined {
  for (const field in raw) if (!KNOWN.has(field) && isOneEdit(field, name)) return field;
  return undefined;
}

/** A length of time by its unit: `"days": 3`. */
function lengthInstead(holder: JsonObject, names: readonly string[]): MisnamedField | undefined {
  if (!names.includes('duration')) return undefined;
  for (const [field, value] of Object.entries(holder)) {
    if (typeof value !== 'number' && typeof value !== 'string') continue;
    const written = `${value} ${field}`;
    if (parseDuration(written).kind === 'known')
      return { field, help: `write "duration": ${quote(written)}` };
  }
  return undefined;
}

const KNOWN: ReadonlySet<string> = new Set(Object.values(FIELDS).flatMap((names) => [...names]));

function nearKey(keys: readonly string[], names: readonly string[]): MisnamedField | undefined {
  const unknown = keys.filter((key) => !KNOWN.has(key));
  for (const name of names) {
    const key =
      nearest(name, unknown) ?? unknown.find((part) => part.length > 2 && name.includes(part));
    if (key === undefined) continue;
    // "templateid" is near to "template", and nearer to "template_id".
    const meant = nearest(key, names) ?? name;
    return { field: key, help: `rename ${quote(key)} to "${meant}"`, name: meant };
  }
  return undefined;
}

const RULE_PARTS: readonly string[] = ['type', 'field', 'operator', 'value', 'rules'];

/** The unknown field of a rule or of a group that most likely is a misspelling of a missing part. */
export const misnamedPart = (rule: JsonObject, part: string): MisnamedField | undefined =>
  nearKey(
    Object.keys(rule).filter((key) => !RULE_PARTS.includes(key)),
    [part],
  );
