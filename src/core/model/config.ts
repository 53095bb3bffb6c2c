/** What steps say in their configs, and how messages name nodes. */
import { asString, isObject, own, valueAt } from './json.ts';
import { oncePerStep } from './once.ts';
import type { TextField } from './step-type.ts';
import { plural, quote, truncate } from './text.ts';
import type { Step, Workflow } from './workflow.ts';

const NONE: readonly never[] = [];

/** A value of the config by today's names: `configValue(step, 'template', 'id')`. */
export function configValue({ config }: Step, field: string, inner?: string): unknown {
  const value = own(config, field);
  if (inner === undefined) return value;
  return isObject(value) ? own(value, inner) : undefined;
}

/** The same, where it is text that is not blank. */
export function configText(step: Step, field: string, inner?: string): string | undefined {
  const text = asString(configValue(step, field, inner));
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
  if (step.spec.texts.length === 0) return NONE;
  const found: WrittenString[] = [];
  for (const text of step.spec.texts) {
    const [, field, inner] = text.path;
    const value = configValue(step, field, inner);
    if (typeof value === 'string') found.push(writtenAs(text, step, value));
    else if (Array.isArray(value))
      for (const [i, item] of value.entries())
        if (typeof item === 'string')
          found.push({ ...writtenAs(text, step, item), path: [...text.path, i] });
  }
  return found;
});

const writtenAs = (
  { name, use, of, hasVariables, path }: TextField,
  step: Step,
  value: string,
): WrittenString => ({ step, name, use, of, hasVariables: hasVariables === true, value, path });

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

export const valuesOf = oncePerStep((step): readonly Value[] => {
  const { sendsEmail, writes } = step.spec;
  if (sendsEmail) return valuesIn(step, 'variable', ['template', 'variables']);
  return writes.flatMap((field): readonly Value[] => {
    if (field === 'properties') return valuesIn(step, 'property', [field]);
    const value = configValue(step, field);
    return value === undefined
      ? NONE
      : [{ name: field, use: 'field', value, path: ['config', field] }];
  });
});

function valuesIn(step: Step, use: Value['use'], field: readonly string[]) {
  const holder = valueAt(step.config, field);
  if (!isObject(holder)) return NONE;
  return Object.entries(holder).map(([name, value]) => ({
    name,
    use,
    value,
    path: ['config', ...field, name],
  }));
}

/** All of its texts, and the values that are strings. */
export const stringsOf = oncePerStep((step): readonly WrittenString[] => {
  const values = valuesOf(step);
  if (values.length === 0) return textsOf(step);
  const strings = values.flatMap(({ name, use, value, path }): WrittenString | [] =>
    typeof value === 'string'
      ? { step, name, use, of: undefined, hasVariables: false, value, path }
      : [],
  );
  return [...textsOf(step), ...strings];
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
