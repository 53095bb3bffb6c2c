import { isObject, type JsonObject, own } from '../model/json.ts';
import type { OptionError } from './wording.ts';

/**
 * Checks options of rules given to the library, which cannot compile schemas.
 * Supports the keywords that options use; rules check the rest.
 */
export function* plainErrors(schemas: JsonObject, options: JsonObject): Iterable<OptionError> {
  for (const [name, value] of Object.entries(options)) {
    const schema = own(schemas, name);
    if (isObject(schema)) yield* errorsOf(schema, value, `/${name}`);
    else
      yield {
        keyword: 'additionalProperties',
        instancePath: '',
        params: { additionalProperty: name },
        schema: false,
        data: options,
      };
  }
}

function* errorsOf(schema: JsonObject, data: unknown, instancePath: string): Iterable<OptionError> {
  const fault = Object.entries(CHECKS).find(
    ([keyword, fits]) => schema[keyword] !== undefined && !fits(schema[keyword] as never, data),
  )?.[0];
  if (fault !== undefined)
    yield { keyword: fault, instancePath, params: {}, schema: schema[fault], data };
  const { items } = schema;
  if (Array.isArray(data) && isObject(items))
    for (const [i, item] of data.entries()) yield* errorsOf(items, item, `${instancePath}/${i}`);
}

const CHECKS = {
  type: (types: string | readonly string[], value: unknown) =>
    [types].flat().some((type) => isOfType(type, value)),
  enum: (allowed: readonly unknown[], value: unknown) => allowed.includes(value),
  minimum: (least: number, value: unknown) => typeof value !== 'number' || value >= least,
  exclusiveMinimum: (least: number, value: unknown) => typeof value !== 'number' || value > least,
  maximum: (most: number, value: unknown) => typeof value !== 'number' || value <= most,
  exclusiveMaximum: (most: number, value: unknown) => typeof value !== 'number' || value < most,
  minItems: (least: number, value: unknown) => !Array.isArray(value) || value.length >= least,
  minLength: (least: number, value: unknown) => typeof value !== 'string' || value.length >= least,
  pattern: (pattern: string, value: unknown) =>
    typeof value !== 'string' || new RegExp(pattern, 'u').test(value),
};

function isOfType(type: string, value: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value);
  return type === 'null' ? value === null : typeof value === type;
}
