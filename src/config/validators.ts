import type { Validator } from '../document/validator.ts';
import { exportName } from './schema.ts';
import * as generated from './shape.generated.ts';

export function configValidator(): Validator {
  return compiled('config') as Validator;
}

/** Checks the options of a rule; `undefined` for a rule without any. */
export function optionsValidator(rule: string): Validator | undefined {
  return compiled(exportName(rule)) ?? ofPlugins.get(rule);
}

/** What checks the options of a rule that is not part of edgewise. */
export function setOptionsValidator(rule: string, validate: Validator): void {
  ofPlugins.set(rule, validate);
}

const ofPlugins = new Map<string, Validator>();

function compiled(name: string): Validator | undefined {
  const all: Readonly<Record<string, unknown>> = generated;
  return Object.hasOwn(all, name) ? (all[name] as Validator) : undefined;
}
