import type { Reading } from '../graph/evaluate.ts';
import type { Step } from '../model/nodes.ts';
import { contactValuesOf, type Variable, variableNameOf } from '../model/variables.ts';
import { type Running, resolveName } from './running.ts';
import type { State } from './state.ts';
import { UNKNOWN } from './world.ts';

/** The fields of the contact that a step writes, as rules name them. */
export function fieldsWritten(step: Step): readonly string[] {
  return contactValuesOf(step).map(fieldOf);
}

/** The contact after a contact_update. What is written from something unknown is unknown. */
export function writeContact(running: Running, step: Step, state: State, place: string): State {
  const written = new Map(state.written);
  for (const variable of contactValuesOf(step)) written.set(fieldOf(variable), readingOf(running, step, state, variable.value));
  return { ...state, written, moment: `${state.moment} ${place}` };
}

function fieldOf({ key, path }: Variable): string {
  return path[1] === 'properties' ? `contact.properties.${key}` : `contact.${key}`;
}

function readingOf(running: Running, step: Step, state: State, value: unknown): Reading {
  const name = variableNameOf(value);
  if (name !== undefined) {
    const reading = resolveName(running, step, state, name);
    return reading.kind === 'missing' ? UNKNOWN : reading;
  }
  // A text with a placeholder in it is filled in in ways nobody knows.
  const isPlain = typeof value === 'string' ? !value.includes('{{') : typeof value !== 'object' || value === null;
  return isPlain ? { kind: 'value', value } : UNKNOWN;
}
