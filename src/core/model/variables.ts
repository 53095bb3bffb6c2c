import { configField, valueAt } from './config.ts';
import { isObject } from './json.ts';
import type { Step } from './nodes.ts';

/** A variable of a message, or a field of the contact that a step writes. */
export interface Variable {
  readonly step: Step;
  readonly key: string;
  /** Plain, or `{"var": "event.plan"}`. */
  readonly value: unknown;
  /** From the step: `['config', 'template', 'variables', 'PLAN']`. */
  readonly path: readonly string[];
}

const NONE: readonly never[] = [];

export function templateVariablesOf(step: Step): readonly Variable[] {
  const found: Variable[] = [];
  collectTemplateVariables(step, found);
  return found;
}

export function collectTemplateVariables(step: Step, found: Variable[]): void {
  for (const path of step.spec.variables) {
    const holder = valueAt(step, path);
    if (!isObject(holder)) continue;
    for (const key in holder)
      found.push({ step, key, value: holder[key], path: ['config', ...path, key] });
  }
}

/** Properties one by one. */
export function contactValuesOf(step: Step): readonly Variable[] {
  const { writes } = step.spec.effects;
  if (writes.length === 0) return NONE;
  const values: Variable[] = [];
  for (const field of writes) {
    const value = configField(step, field);
    if (field === 'properties') {
      if (!isObject(value)) continue;
      for (const key in value)
        values.push({ step, key, value: value[key], path: ['config', 'properties', key] });
    } else if (value !== undefined)
      values.push({ step, key: field, value, path: ['config', field] });
  }
  return values;
}

/** `event.plan` of `{"var": "event.plan"}`. */
export function variableNameOf(value: unknown): string | undefined {
  const name = isObject(value) ? value['var'] : undefined;
  return typeof name === 'string' ? name : undefined;
}
