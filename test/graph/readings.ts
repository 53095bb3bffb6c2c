import type { JsonObject } from '../../src/core/model/json.ts';

/** Possible evaluations of a rule where the documentation of the service is open. */
export interface Reading {
  readonly eq: 'strict' | 'loose' | 'as text' | 'without case';
  readonly order: 'numbers' | 'coerced';
  readonly text: 'strict' | 'without case' | 'written out';
  readonly exists: 'defined' | 'not null' | 'truthy';
  readonly empty: 'blank' | 'nothing' | 'falsy' | 'no length';
  readonly missing: 'fails' | 'undefined';
}

export type Value = string | number | boolean | null | undefined | readonly string[];
export type Payload = ReadonlyMap<string, Value>;

export const READINGS: readonly Reading[] = (
  ['strict', 'loose', 'as text', 'without case'] as const
).flatMap((eq) =>
  (['numbers', 'coerced'] as const).flatMap((order) =>
    (eq === 'without case'
      ? (['without case'] as const)
      : (['strict', 'without case', 'written out'] as const)
    ).flatMap((text) =>
      (['defined', 'not null', 'truthy'] as const).flatMap((exists) =>
        (['blank', 'nothing', 'falsy', 'no length'] as const).flatMap((empty) =>
          (['fails', 'undefined'] as const).map((missing) => ({
            eq,
            order,
            text,
            exists,
            empty,
            missing,
          })),
        ),
      ),
    ),
  ),
);

export class RunFailed extends Error {}

/** Evaluates a rule tree from left to right, no further than needed. */
export function evaluate(rule: JsonObject, payload: Payload, reading: Reading): boolean {
  if (rule['type'] === 'and')
    return (rule['rules'] as JsonObject[]).every((part) => evaluate(part, payload, reading));
  if (rule['type'] === 'or')
    return (rule['rules'] as JsonObject[]).some((part) => evaluate(part, payload, reading));
  const value = payload.get(rule['field'] as string);
  return compare(rule['operator'] as string, value, rule['value'] as Value, reading);
}

function compare(operator: string, value: Value, given: Value, reading: Reading): boolean {
  if (operator === 'exists') return exists(value, reading);
  if (operator === 'is_empty') return isEmpty(value, reading);
  if (value === undefined && reading.missing === 'fails') throw new RunFailed();
  switch (operator) {
    case 'eq':
      return equals(value, given, reading);
    case 'neq':
      return !equals(value, given, reading);
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte': {
      if (reading.order === 'numbers' && typeof value !== 'number') return false;
      const [left, right] = [value === undefined ? Number.NaN : Number(value), Number(given)];
      return operator === 'gt'
        ? left > right
        : operator === 'gte'
          ? left >= right
          : operator === 'lt'
            ? left < right
            : left <= right;
    }
    default:
      return finds(operator, value, String(given), reading);
  }
}

function equals(value: Value, given: Value, { eq }: Reading): boolean {
  if (value === given) return true;
  if (value === undefined || Array.isArray(value)) return false;
  // biome-ignore lint/suspicious/noDoubleEquals: it is what loose means
  if (eq === 'loose') return value == given;
  if (eq === 'as text') return String(value ?? '') === String(given ?? '');
  return (
    eq === 'without case' &&
    typeof value === 'string' &&
    typeof given === 'string' &&
    value.toLowerCase() === given.toLowerCase()
  );
}

function finds(operator: string, value: Value, part: string, { text }: Reading): boolean {
  if (Array.isArray(value)) return operator === 'contains' && value.includes(part);
  if (typeof value !== 'string' && text !== 'written out') return false;
  const [left, right] =
    text === 'without case'
      ? [String(value).toLowerCase(), part.toLowerCase()]
      : [String(value), part];
  return operator === 'contains'
    ? left.includes(right)
    : operator === 'starts_with'
      ? left.startsWith(right)
      : left.endsWith(right);
}

function exists(value: Value, reading: Reading): boolean {
  return reading.exists === 'defined'
    ? value !== undefined
    : reading.exists === 'not null'
      ? value !== undefined && value !== null
      : Boolean(value);
}

function isEmpty(value: Value, { empty }: Reading): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (empty === 'blank') return value === '';
  if (empty === 'nothing') return value === undefined || value === null || value === '';
  // As in a well-known library: neither a number nor a boolean has a length.
  return empty === 'falsy' ? !value : typeof value !== 'string' || value === '';
}
