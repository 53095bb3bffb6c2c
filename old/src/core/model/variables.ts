import { configField, valueAt } from './config.ts';
import { isContactField } from './contact.ts';
import { describeKind, isObject, own } from './json.ts';
import { quote } from './label.ts';
import type { Step } from './nodes.ts';
import type { TextField } from './step-spec.ts';

/** A variable of a message, or a field of the contact that a step writes. */
export interface Variable {
  readonly step: Step;
  readonly key: string;
  /** Plain, or `{"var": "event.plan"}`. */
  readonly value: unknown;
  /** The path from the step to the object that has the key: `['config', 'template', 'variables']`. */
  readonly holder: readonly string[];
}

const CONFIG = ['config'];
const PROPERTIES = ['config', 'properties'];

export const templateVariablesOf = (step: Step): readonly Variable[] =>
  step.spec.variables.flatMap((holder) => {
    const values = valueAt(step, holder);
    if (!isObject(values)) return [];
    // In order of their names: which of several is reported first does not depend on how the file is written.
    const keys = Object.keys(values).sort();
    return keys.map((key) => ({ step, key, value: values[key], holder }));
  });

/** Properties one by one. */
export const contactValuesOf = (step: Step): readonly Variable[] =>
  step.spec.effects.writes.flatMap((field): readonly Variable[] => {
    const value = configField(step, field);
    if (field !== 'properties')
      return value === undefined ? [] : [{ step, key: field, value, holder: CONFIG }];
    if (!isObject(value)) return [];
    const keys = Object.keys(value).sort();
    return keys.map((key) => ({ step, key, value: value[key], holder: PROPERTIES }));
  });

/** Whether it is a property of the contact. */
export const isProperty = ({ holder }: Variable): boolean => holder === PROPERTIES;

/** `event.plan` of `{"var": "event.plan"}`. */
export function variableNameOf(value: unknown): string | undefined {
  const name = isObject(value) ? value['var'] : undefined;
  return typeof name === 'string' ? name : undefined;
}

/** Why a value is neither plain nor a reference, as the end of a sentence, and what to write instead. */
export function faultOfValue(
  value: unknown,
  canRead: (name: string) => boolean,
): { readonly message: string; readonly help: string; readonly meant?: unknown } | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!isObject(value)) return { message: 'is an array, not a plain value', help: WRITE_VALUE };
  const name = own(value, 'var');
  if (typeof name === 'string') return undefined;
  if (name !== undefined)
    return {
      message: `has a "var" that is ${describeKind(name)}, not a string`,
      help: 'write the name of a value, such as {"var": "event.…"}',
    };
  const values = Object.values(value);
  const [only] = values;
  const isPlain = values.length === 1 && typeof only !== 'object';
  if (!isPlain) return { message: NO_VAR, help: WRITE_VALUE };
  const isReference = typeof only === 'string' && isReferenceText(only);
  if (isReference && !canRead(only)) return { message: NO_VAR, help: WRITE_VALUE };
  return {
    message: NO_VAR,
    help: isReference
      ? `write {"var": ${quote(only)}}`
      : `write ${typeof only === 'string' ? quote(only) : String(only)} without an object`,
    ...(isReference && { meant: { var: only } }),
  };
}

const NO_VAR = 'is an object without "var"';
const WRITE_VALUE = 'write a string, number or boolean, or a reference such as {"var": "event.…"}';
const REFERENCE = /^(?:event|contact|wait_events)(?:\.[A-Za-z_][\w-]*)+$/;

/** `event.plan` as text. Text such as "contact.us" is not a reference. */
export function isReferenceText(text: string): boolean {
  if (!REFERENCE.test(text)) return false;
  const [scope, field] = text.split('.', 2) as [string, string];
  return scope !== 'contact' || isContactField(field);
}

/** A text of a step's config that the service looks up, or sends. */
export interface ConfigText {
  readonly step: Step;
  readonly field: TextField;
  readonly value: string;
  /** From the step. */
  readonly path: readonly (string | number)[];
}

/** The texts of a step's config. Variables are read separately, and values written to a contact are no texts but data. */
export function configTextsOf(step: Step): readonly ConfigText[] {
  const texts: ConfigText[] = [];
  for (const field of step.spec.texts) {
    for (const path of field.at) {
      const value = valueAt(step, path);
      if (typeof value === 'string') {
        texts.push({ step, field, value, path });
        break;
      }
      if (!Array.isArray(value)) continue;
      for (const [index, item] of value.entries())
        if (typeof item === 'string')
          texts.push({ step, field, value: item, path: [...path, index] });
    }
  }
  return texts;
}
