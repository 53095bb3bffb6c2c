import type { ErrorObject } from 'ajv';
import type { RuleSet } from '../lint/lint.ts';
import { isDateText } from '../model/condition.ts';
import { nearest } from '../model/nearest.ts';
import { splitPointer } from '../model/place.ts';
import { describeValue, didYouMean, quote } from '../model/text.ts';
import type { ConfigFault, ParsedFile } from './parse.ts';
import { configSchema } from './schema.ts';

/** The faults of a configuration by the one schema, the first of each place, in order. */
export async function createValidator({ rules, mandatory }: RuleSet) {
  // It takes 70 ms to load.
  const { Ajv } = await import('ajv');
  // The schema is ours.
  const ajv = new Ajv({ allErrors: true, verbose: true, strict: false, validateSchema: false });
  ajv.addFormat('date', (text: string) => text.length === 10 && isDateText(text));
  return ({ value, offsetOf, at }: ParsedFile): readonly ConfigFault[] => {
    const text = JSON.stringify(value);
    const isUsed = (id: string): boolean => text.includes(JSON.stringify(id));
    const validate = ajv.compile(configSchema(rules, mandatory, isUsed));
    validate(value);
    const faults = new Map<number, ConfigFault>();
    for (const error of validate.errors ?? []) {
      const offset = offsetOf(error.instancePath, error.params['additionalProperty']);
      if (error.keyword === 'if' || faults.has(offset)) continue;
      const [message, hint] = wordError(error);
      faults.set(offset, { at: at(offset), message, hint });
    }
    return [...faults].sort(([a], [b]) => a - b).map(([, fault]) => fault);
  };
}

const TYPES: Readonly<Record<string, string>> = {
  ...{ object: 'an object', array: 'a list', string: 'a text', integer: 'a whole number' },
  ...{ number: 'a number', boolean: 'true or false' },
};

/** What is wrong, and what to write. */
export function wordError(
  error: ErrorObject,
  whole = 'the configuration',
): readonly [string, string] {
  const { keyword, instancePath, params, schema, parentSchema = {}, data } = error;
  const name = instancePath === '' ? whole : nameOf(instancePath);
  const description = String(parentSchema['description'] ?? '');
  const cannotBe = `${name} cannot be ${describeValue(data)}`;
  switch (keyword) {
    case 'additionalProperties': {
      const key = String(params['additionalProperty']);
      const allowed = Object.keys(parentSchema['properties']);
      return [`unknown name ${quote(key)} in ${name}`, choiceOf(key, allowed)];
    }
    case 'required':
      return [`${name} has no "${params['missingProperty']}"`, description];
    case 'enum':
      return [cannotBe, choiceOf(data, schema as readonly string[])];
    case 'pattern':
    case 'format':
      return [cannotBe, description];
    case 'type': {
      const types = [schema as string | readonly string[]].flat();
      return [`${name} must be ${types.map((type) => TYPES[type]).join(' or ')}`, description];
    }
    default:
      // "must be >= 0", "must NOT have fewer than 1 items".
      return [`${name} ${error.message}`, description];
  }
}

/** The nearest, and all where they are few. */
function choiceOf(value: unknown, allowed: readonly string[]): string {
  const near = typeof value === 'string' ? nearest(value, allowed) : undefined;
  const few = allowed.length === 0 ? 'there are none' : `allowed: ${allowed.join(', ')}`;
  const all = allowed.length > 20 ? 'edgewise explain lists all' : few;
  return near === undefined ? all : `${didYouMean(near)} ${all}`;
}

/** `"overrides[0].status"` for `/overrides/0/status`. */
const nameOf = (pointer: string): string =>
  quote(
    splitPointer(pointer)
      .map((word) => (/^\d+$/.test(word) ? `[${word}]` : `.${word}`))
      .join('')
      .slice(1),
  );
