import { type Value, valuesOf } from './config.ts';
import { isObject, own } from './json.ts';
import { parseReference } from './references.ts';
import { describeKind, describeValue } from './text.ts';
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
  valuesOf(step).flatMap((value) => {
    const fault = faultOf(value);
    return fault === undefined ? [] : { path: value.path, ...fault };
  });

const WRITE_VALUE = 'write a string, number or boolean, or a reference {"var": "event.…"}';

/** Null is an unset field, and properties of contacts take any plain value. */
function faultOf({ name, use, value }: Value): Omit<ValueFault, 'path'> | undefined {
  if (Array.isArray(value)) return { reason: 'is an array, not a plain value', help: WRITE_VALUE };
  if (isObject(value)) return faultOfReference(own(value, 'var'), use);
  if (use !== 'field' || value === null) return undefined;
  const given = describeValue(value);
  if (name !== 'unsubscribed') {
    if (typeof value === 'string') return undefined;
    const meant = String(value);
    return { reason: `must be a string, but is ${given}`, help: `write "${meant}"`, meant };
  }
  if (typeof value === 'boolean') return undefined;
  const reason = `must be true or false, but is ${given}`;
  if (value !== 'true' && value !== 'false') return { reason, help: 'write true or false' };
  return { reason, help: `write ${value} without quotes`, meant: value === 'true' };
}

/** @param name the value of "var". */
function faultOfReference(name: unknown, use: Value['use']): Omit<ValueFault, 'path'> | undefined {
  if (name === undefined) return { reason: 'is an object without "var"', help: WRITE_VALUE };
  if (typeof name !== 'string')
    return { reason: `has a "var" that is ${describeKind(name)}, not a string`, help: WRITE_VALUE };
  if (use === 'variable' || parseReference(name).scope !== 'wait_events') return undefined;
  return {
    reason: 'reads "wait_events.", which only variables of emails can',
    help: 'read data of the trigger ("event.") or of the contact ("contact.")',
  };
}
