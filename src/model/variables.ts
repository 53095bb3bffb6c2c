import { configField } from './config.ts';
import { isObject } from './json.ts';
import type { Step } from './nodes.ts';

/** A value a step hands on: a template variable of a send_email, or a field a contact_update writes. */
export interface Variable {
  readonly key: string;
  /** Plain, or `{"var": "event.plan"}`. */
  readonly value: unknown;
  /** From the step: `['config', 'template', 'variables', 'PLAN']`. */
  readonly path: readonly string[];
}

const NONE: readonly never[] = [];
const IN_TEMPLATE = ['config', 'template', 'variables'] as const;
const IN_CONFIG = ['config', 'variables'] as const;

/** The variables a send_email fills its template with, in either form. */
export function templateVariablesOf(step: Step): readonly Variable[] {
  if (step.type !== 'send_email') return NONE;
  const template = step.config['template'];
  const nested = isObject(template) ? template['variables'] : undefined;
  const direct = step.config['variables'];
  if (!isObject(nested) && !isObject(direct)) return NONE;
  const inTemplate = entriesOf(nested, IN_TEMPLATE);
  return isObject(direct) ? [...inTemplate, ...entriesOf(direct, IN_CONFIG)] : inTemplate;
}

/** The values a contact_update writes, `properties` one by one. */
export function contactValuesOf(step: Step): readonly Variable[] {
  if (step.type !== 'contact_update') return NONE;
  const values: Variable[] = [];
  const add = (key: string, value: unknown) => value !== undefined && values.push({ key, value, path: ['config', key] });
  add('first_name', configField(step, 'first_name'));
  add('last_name', configField(step, 'last_name'));
  add('unsubscribed', step.config['unsubscribed']);
  values.push(...entriesOf(step.config['properties'], ['config', 'properties']));
  return values;
}

/** The name a value is read from: `event.plan` of `{"var": "event.plan"}`. */
export function variableNameOf(value: unknown): string | undefined {
  const name = isObject(value) ? value['var'] : undefined;
  return typeof name === 'string' ? name : undefined;
}

function entriesOf(object: unknown, path: readonly string[]): readonly Variable[] {
  if (!isObject(object)) return NONE;
  const entries: Variable[] = [];
  for (const key of Object.keys(object)) entries.push({ key, value: object[key], path: [...path, key] });
  return entries;
}
