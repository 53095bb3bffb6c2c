import type { Validator } from '../document/validator.ts';
import { exportName } from './schema.ts';
import * as generated from './shape.generated.ts';

export const configValidator = (): Validator => compiled('config') as Validator;

export function optionsValidator(rule: string): Validator | undefined {
  return compiled(exportName(rule)) ?? ofPlugins.get(rule);
}

/** For rules of plugins. */
export function setOptionsValidator(rule: string, validate: Validator): void {
  ofPlugins.set(rule, validate);
}

const ofPlugins = new Map<string, Validator>();

function compiled(name: string): Validator | undefined {
  const all: Readonly<Record<string, unknown>> = generated;
  return Object.hasOwn(all, name) ? (all[name] as Validator) : undefined;
}
