/** What steps say in their configs. */
import { asString, isObject, NONE, own } from './json.ts';
import { oncePerStep } from './once.ts';
import type { TextField } from './step-type.ts';
import type { Step } from './workflow.ts';

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

/** What a config has looked up, sent, passed to a template or written to the contact. */
export interface Value {
  readonly step: Step;
  /** Of the text (`template id`), the variable, or the field or property of the contact. */
  readonly name: string;
  readonly use: TextField['use'] | 'variable' | 'field' | 'property';
  /** The collection of an id. */
  readonly of?: string | undefined;
  readonly hasVariables?: boolean | undefined;
  readonly value: unknown;
  /** From the step. */
  readonly path: readonly (string | number)[];
}

/** The values of a step; several of one text where it is an array, such as reply addresses. */
export const valuesOf = oncePerStep((step): readonly Value[] => {
  const { texts, sendsEmail, writes } = step.spec;
  if (texts.length === 0 && writes.length === 0) return NONE;
  const found: Value[] = [];
  for (const { name, use, of, hasVariables, path } of texts) {
    const [, field, inner] = path;
    const value = configValue(step, field, inner);
    if (Array.isArray(value))
      for (const [i, item] of value.entries())
        found.push({ step, name, use, of, hasVariables, value: item, path: [...path, i] });
    else if (value !== undefined) found.push({ step, name, use, of, hasVariables, value, path });
  }
  if (sendsEmail) addNamed(found, step, 'variable', ['config', 'template', 'variables']);
  for (const field of writes) {
    const value = configValue(step, field);
    if (field === 'properties') addNamed(found, step, 'property', ['config', field]);
    else if (value !== undefined)
      found.push({ step, name: field, use: 'field', value, path: ['config', field] });
  }
  return found;
});

/** The entries of an object in the config. */
function addNamed(
  found: Value[],
  step: Step,
  use: Value['use'],
  path: readonly ['config', string, string?],
): void {
  const [, field, inner] = path;
  const holder = configValue(step, field, inner);
  if (!isObject(holder)) return;
  for (const [name, value] of Object.entries(holder))
    found.push({ step, name, use, value, path: [...path, name] as readonly string[] });
}

export type WrittenString = Value & { readonly value: string };

/** Those that are strings. */
export const stringsOf = oncePerStep((step): readonly WrittenString[] =>
  valuesOf(step).filter((each): each is WrittenString => typeof each.value === 'string'),
);

export const eventNameOf = (step: Step): string | undefined =>
  step.spec.event === undefined ? undefined : configText(step, 'event_name');

/** The id or alias of the template of an email. */
export const templateOf = (step: Step): string | undefined => configText(step, 'template', 'id');

/** Variable → value of the variables that an email passes to its template. */
export const variablesOf = (step: Step): readonly (readonly [string, unknown])[] =>
  valuesOf(step).flatMap(({ use, name, value }) => (use === 'variable' ? [[name, value]] : []));

/** Field → value of what a contact_update writes: `first_name`, `properties.plan`. */
export const writesOf = (step: Step): readonly (readonly [string, unknown])[] =>
  valuesOf(step).flatMap(({ use, path, value }) =>
    use === 'field' || use === 'property' ? [[path.slice(1).join('.'), value] as const] : [],
  );

/** `event.plan` of `{"var": "event.plan"}`. */
export const referenceIn = (value: unknown): string | undefined =>
  isObject(value) ? asString(own(value, 'var')) : undefined;

/** The first step of each key; an alias counts where no step has it as key. */
export function stepsByKey(steps: readonly Step[]): ReadonlyMap<string, Step> {
  const index = new Map<string, Step>();
  // What is set later replaces what is there.
  const lastFirst = steps.toReversed();
  for (const step of lastFirst) if (step.alias !== undefined) index.set(step.alias, step);
  for (const step of lastFirst) if (step.key !== undefined) index.set(step.key, step);
  return index;
}
