import { comparisonsOf, conditionOf } from './condition.ts';
import { referenceIn, textsOf, valuesOf } from './config.ts';
import { isContactField } from './contact.ts';
import { oncePerStep } from './once.ts';
import type { At } from './place.ts';
import { templateTags } from './template-text.ts';
import type { Step } from './workflow.ts';

/** A name that is read at run time: `event.plan`, `contact.email`, `wait_events.paid.total`. */
export interface Reference {
  readonly step: Step;
  /** `none`: it has no known prefix. */
  readonly scope: 'event' | 'contact' | 'wait_events' | 'none';
  /** As written. */
  readonly text: string;
  /** After the prefix; the whole text without one. */
  readonly name: string;
  /** In `{"var": …}` of a variable or a written field, in a comparison, or in text. */
  readonly use: 'variable' | 'write' | 'condition' | 'text';
  /** The template variable or contact field that it fills. */
  readonly fills: string | undefined;
  /** The string that holds it. */
  readonly at: At;
}

const NONE: readonly never[] = [];

const SCOPES = ['event', 'contact', 'wait_events'] as const;

/** All references of a step, in the order of its fields. */
export const referencesOf = oncePerStep((step): readonly Reference[] => {
  const [texts, values, condition] = [textsOf(step), valuesOf(step), conditionOf(step)];
  if (texts.length === 0 && values.length === 0 && condition === undefined) return NONE;
  const found: Reference[] = [];
  const add = (
    text: string,
    use: Reference['use'],
    path: readonly (string | number)[],
    fills?: string,
  ): void => {
    const { scope, name } = parseReference(text);
    found.push({ step, scope, text, name, use, fills, at: [step, ...path] });
  };
  for (const { hasVariables, value, path } of texts)
    if (hasVariables) for (const name of namesInText(value)) add(name, 'text', path);
  for (const { use, value, path } of values) {
    const text = referenceIn(value);
    const isVariable = use === 'variable';
    const fills = path.slice(isVariable ? 3 : 1).join('.');
    if (text !== undefined) add(text, isVariable ? 'variable' : 'write', [...path, 'var'], fills);
  }
  if (condition !== undefined)
    for (const { field, path } of comparisonsOf(condition.root))
      if (field !== undefined) add(field, 'condition', [...condition.base, ...path, 'field']);
  return found;
});

export function parseReference(text: string): Pick<Reference, 'scope' | 'name' | 'text'> {
  const scope = SCOPES.find((each) => text.startsWith(`${each}.`));
  return scope === undefined
    ? { scope: 'none', text, name: text }
    : { scope, text, name: text.slice(scope.length + 1) };
}

const REFERENCE = /^(?:event|contact|wait_events)(?:\.[A-Za-z_][\w-]*)+$/;

/** `event.plan` as text. Text such as "contact.us" is not a reference. */
export function isReferenceText(text: string): boolean {
  const [scope, field = ''] = text.split('.', 2);
  return REFERENCE.test(text) && (scope !== 'contact' || isContactField(field));
}

/** The references with a prefix: `{{{event.plan|free}}}`. Others belong to the template. */
function namesInText(text: string): readonly string[] {
  const tags = templateTags(text);
  if (tags.length === 0) return NONE;
  const names = tags.map(({ name }) => name);
  return [...new Set(names)].filter((name) => parseReference(name).scope !== 'none');
}
