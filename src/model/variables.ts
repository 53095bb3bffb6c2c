import { configField } from './config.ts';
import { isObject } from './json.ts';
import type { Step } from './nodes.ts';

/** A value a step hands on: a template variable of a send_email, or a field a contact_update writes. */
export interface Variable {
  readonly step: Step;
  readonly key: string;
  /** Plain, or `{"var": "event.plan"}`. */
  readonly value: unknown;
  /** From the step: `['config', 'template', 'variables', 'PLAN']`. */
  readonly path: readonly string[];
}

const NONE: readonly never[] = [];
const IN_CONFIG = ['config'] as const;
const IN_TEMPLATE = ['config', 'template', 'variables'] as const;
const IN_VARIABLES = ['config', 'variables'] as const;
const IN_PROPERTIES = ['config', 'properties'] as const;

/** A class, since there are many: paths are made only of those that something is said of. */
class ValueIn implements Variable {
  readonly step: Step;
  readonly key: string;
  readonly value: unknown;
  readonly #holder: readonly string[];

  constructor(holder: readonly string[], step: Step, key: string, value: unknown) {
    this.step = step;
    this.key = key;
    this.value = value;
    this.#holder = holder;
  }

  get path(): readonly string[] {
    return [...this.#holder, this.key];
  }
}

/** The variables a send_email fills its template with, in either form. */
export function templateVariablesOf(step: Step): readonly Variable[] {
  if (step.type !== 'send_email') return NONE;
  const template = step.config['template'];
  const nested = isObject(template) ? template['variables'] : undefined;
  const direct = step.config['variables'];
  if (!isObject(nested) && !isObject(direct)) return NONE;
  const found: Variable[] = [];
  if (isObject(nested)) for (const key in nested) found.push(new ValueIn(IN_TEMPLATE, step, key, nested[key]));
  if (isObject(direct)) for (const key in direct) found.push(new ValueIn(IN_VARIABLES, step, key, direct[key]));
  return found;
}

/** The values a contact_update writes, `properties` one by one. */
export function contactValuesOf(step: Step): readonly Variable[] {
  if (step.type !== 'contact_update') return NONE;
  const values: Variable[] = [];
  const add = (key: string, value: unknown) => value !== undefined && values.push(new ValueIn(IN_CONFIG, step, key, value));
  add('first_name', configField(step, 'first_name'));
  add('last_name', configField(step, 'last_name'));
  add('unsubscribed', step.config['unsubscribed']);
  const { properties } = step.config;
  if (isObject(properties)) for (const key in properties) values.push(new ValueIn(IN_PROPERTIES, step, key, properties[key]));
  return values;
}

/** The name a value is read from: `event.plan` of `{"var": "event.plan"}`. */
export function variableNameOf(value: unknown): string | undefined {
  const name = isObject(value) ? value['var'] : undefined;
  return typeof name === 'string' ? name : undefined;
}
