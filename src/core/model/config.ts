/** What steps say in their configs, and how messages name nodes. */
import { asString, isObject, own, valueAt } from './json.ts';
import { oncePerStep } from './once.ts';
import type { TextField } from './step-type.ts';
import { plural, quote, truncate } from './text.ts';
import type { Step, Workflow } from './workflow.ts';

/** A value of the config by today's names: `configValue(step, 'template', 'id')`. */
export function configValue({ config }: Step, field: string, ...path: readonly string[]): unknown {
  return valueAt(own(config, field), path);
}

/** The same, where it is text that is not blank. */
export function configText(
  step: Step,
  field: string,
  ...path: readonly string[]
): string | undefined {
  const text = asString(configValue(step, field, ...path));
  return text === undefined || text.trim() === '' ? undefined : text;
}

/** A string of a config that is looked up, sent, passed to a template or written to the contact. */
export interface WrittenString {
  readonly step: Step;
  readonly name: string;
  readonly use: TextField['use'] | Value['use'];
  /** The collection of an id. */
  readonly of: string | undefined;
  readonly hasVariables: boolean;
  readonly value: string;
  /** From the step. */
  readonly path: readonly (string | number)[];
}

/** The texts of a step; several of one field where it is an array, such as reply addresses. */
export const textsOf = oncePerStep((step): readonly WrittenString[] => {
  const found: WrittenString[] = [];
  for (const { name, use, of, hasVariables = false, path } of step.spec.texts) {
    const [, field = '', inner] = path;
    const value = inner === undefined ? configValue(step, field) : configValue(step, field, inner);
    const add = (text: unknown, at: WrittenString['path']): void => {
      if (typeof text === 'string')
        found.push({ step, name, use, of, hasVariables, value: text, path: at });
    };
    if (Array.isArray(value)) for (const [i, item] of value.entries()) add(item, [...path, i]);
    else if (value !== undefined) add(value, path);
  }
  return found;
});

export const eventNameOf = (step: Step): string | undefined =>
  step.spec.event === undefined ? undefined : configText(step, 'event_name');

/** The id or alias of the template of an email. */
export const templateOf = (step: Step): string | undefined => configText(step, 'template', 'id');

/** Variable → value of the variables that an email passes to its template. */
export function variablesOf(step: Step): readonly (readonly [string, unknown])[] {
  const variables = configValue(step, 'template', 'variables');
  return isObject(variables) ? Object.entries(variables) : [];
}

/** A value that a step passes to its template, or writes to the contact. */
export interface Value {
  /** Of the variable, field or contact property. */
  readonly name: string;
  readonly use: 'variable' | 'field' | 'property';
  readonly value: unknown;
  /** From the step. */
  readonly path: readonly string[];
}

const NONE: readonly never[] = [];

export const valuesOf = oncePerStep((step): readonly Value[] => {
  const { sendsEmail, writes } = step.spec;
  if (!sendsEmail && writes.length === 0) return NONE;
  const variables = valuesIn(step, 'variable', ['template', 'variables']);
  const written = writes.flatMap((field): readonly Value[] => {
    if (field === 'properties') return valuesIn(step, 'property', [field]);
    const value = configValue(step, field);
    return value === undefined
      ? NONE
      : [{ name: field, use: 'field', value, path: ['config', field] }];
  });
  return [...variables, ...written];
});

function valuesIn(step: Step, use: Value['use'], field: readonly string[]) {
  const holder = valueAt(step.config, field);
  const entries = isObject(holder) ? Object.entries(holder) : NONE;
  return entries.map(([name, value]) => ({ name, use, value, path: ['config', ...field, name] }));
}

/** All of its texts, and the values that are strings. */
export const stringsOf = oncePerStep((step): readonly WrittenString[] => {
  const values = valuesOf(step).flatMap(({ name, use, value, path }): WrittenString | [] =>
    typeof value === 'string'
      ? { step, name, use, of: undefined, hasVariables: false, value, path }
      : [],
  );
  return values.length === 0 ? textsOf(step) : [...textsOf(step), ...values];
});

/** Field → value of what a contact_update writes: `first_name`, `properties.plan`. */
export const writesOf = (step: Step): readonly (readonly [string, unknown])[] =>
  valuesOf(step).flatMap(({ use, path, value }) =>
    use === 'variable' ? [] : [[path.slice(1).join('.'), value] as const],
  );

/** `event.plan` of `{"var": "event.plan"}`. */
export const referenceIn = (value: unknown): string | undefined =>
  isObject(value) ? asString(own(value, 'var')) : undefined;

/** `delay "wait_2_days"`; a key that is a UUID is followed by what the step does. */
export function labelOf(step: Step): string {
  const type = step.type === undefined ? 'step' : truncate(step.type, 81);
  if (step.key === undefined) return `${type} #${step.index + 1}`;
  const hint = isUuid(step.key) ? hintOf(step) : undefined;
  return `${type} ${quote(step.key)}${hint === undefined ? '' : ` (${quote(hint)})`}`;
}

/** `"wait_2_days"`; what it does where the key is a UUID. */
export function nameOf(step: Step): string {
  if (step.key === undefined) return `#${step.index + 1}`;
  return quote((isUuid(step.key) ? hintOf(step) : undefined) ?? step.key);
}

export function labelOfWorkflow({ name, id }: Pick<Workflow, 'name' | 'id'>): string {
  const called = name ?? id;
  return called === undefined ? 'an unnamed workflow' : `workflow ${quote(called)}`;
}

export const isUuid = (key: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(key);

const hintOf = (step: Step): string | undefined =>
  configText(step, 'subject') ??
  eventNameOf(step) ??
  configText(step, 'duration') ??
  configText(step, 'template', 'id');

/** `2 later emails are never sent`; nothing where there are none. */
export const neverSent = (emails: number): string | undefined =>
  emails === 0 ? undefined : `${plural(emails, 'email')} ${emails === 1 ? 'is' : 'are'} never sent`;
