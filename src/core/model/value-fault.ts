import { type Value, valuesOf } from './config.ts';
import { isObject, own } from './json.ts';
import { isReferenceText, parseReference } from './references.ts';
import { describeKind, describeValue, quote } from './text.ts';
import type { Step } from './workflow.ts';

/** A value that the service can neither pass to a template nor write to a contact. */
export interface ValueFault {
  /** Below the step. */
  readonly path: readonly string[];
  /** The end of a sentence: `is an array, not a plain value`. */
  readonly reason: string;
  readonly help: string;
  /** The value to write, where it is known. */
  readonly meant?: unknown;
}

/** The faults in template variables and in fields of a contact that a step writes. */
export const valueFaultsOf = (step: Step): readonly ValueFault[] =>
  valuesOf(step).flatMap(({ name, use, value, path }) => {
    const ofWrite = use === 'variable' ? undefined : faultOfWrite(use, name, value);
    const fault = faultOfValue(value) ?? ofWrite;
    return fault === undefined ? [] : { path, ...fault };
  });

type Fault = Omit<ValueFault, 'path'>;

const WRITE_VALUE = 'write a string, number or boolean, or a reference {"var": "event.…"}';

/** Neither plain nor a reference. */
function faultOfValue(value: unknown): Fault | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!isObject(value)) return { reason: 'is an array, not a plain value', help: WRITE_VALUE };
  const name = own(value, 'var');
  if (typeof name === 'string') return undefined;
  if (name !== undefined)
    return {
      reason: `has a "var" that is ${describeKind(name)}, not a string`,
      help: 'write the name of a value, such as {"var": "event.…"}',
    };
  const reason = 'is an object without "var"';
  const [only, ...others] = Object.values(value);
  if (others.length > 0 || typeof only !== 'string' || !isReferenceText(only))
    return { reason, help: WRITE_VALUE };
  return { reason, help: `write {"var": ${quote(only)}}`, meant: { var: only } };
}

/** A plain value or reference that a field of a contact does not take. Null is an unset field. */
function faultOfWrite(use: Value['use'], field: string, value: unknown): Fault | undefined {
  const name = isObject(value) ? String(value['var']) : undefined;
  if (name !== undefined)
    return parseReference(name).scope !== 'wait_events'
      ? undefined
      : {
          reason: 'reads "wait_events.", which only variables of emails can',
          help: 'read data of the trigger ("event.") or of the contact ("contact.")',
        };
  if (use === 'property' || value === null) return undefined;
  if (field !== 'unsubscribed')
    return typeof value === 'string'
      ? undefined
      : {
          reason: `must be a string, but is ${describeValue(value)}`,
          help: `write ${quote(String(value))} in quotes`,
          meant: String(value),
        };
  if (typeof value === 'boolean') return undefined;
  const word = typeof value === 'string' ? value.trim().toLowerCase() : '';
  const isSpelt = word === 'true' || word === 'false';
  return {
    reason: `must be true or false, but is ${describeValue(value)}`,
    help: isSpelt ? `write ${word} without quotes` : 'write true or false',
    ...(isSpelt && { meant: word === 'true' }),
  };
}
