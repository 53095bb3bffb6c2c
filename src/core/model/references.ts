import { comparisonsIn } from './condition.ts';
import { referenceIn, valuesOf } from './config.ts';
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

const SCOPES = ['event', 'contact', 'wait_events'] as const;

/** All references of a step, in the order of its fields. */
export const referencesOf = oncePerStep((step): readonly Reference[] => {
  const [values, comparisons] = [valuesOf(step), comparisonsIn(step)];
  if (values.length === 0 && comparisons.length === 0) return [];
  const found: Reference[] = [];
  const add = (text: string, use: Reference['use'], at: At, fills?: string): void => {
    const { scope, name } = parseReference(text);
    found.push({ step, scope, text, name, use, fills, at });
  };
  for (const { use, hasVariables, value, path } of values) {
    if (hasVariables && typeof value === 'string')
      for (const name of namesInText(value)) add(name, 'text', [step, ...path]);
    if (use === 'id' || use === 'text' || use === 'address') continue;
    const text = referenceIn(value);
    if (text === undefined) continue;
    const isVariable = use === 'variable';
    const fills = path.slice(isVariable ? 3 : 1).join('.');
    add(text, isVariable ? 'variable' : 'write', [step, ...path, 'var'], fills);
  }
  for (const { field, at } of comparisons)
    if (field !== undefined) add(field, 'condition', [...at, 'field']);
  return found;
});

export function parseReference(text: string): Pick<Reference, 'scope' | 'name' | 'text'> {
  const scope = SCOPES.find((each) => text.startsWith(`${each}.`));
  return scope === undefined
    ? { scope: 'none', text, name: text }
    : { scope, text, name: text.slice(scope.length + 1) };
}

/** `order.paid` and `total` of `order.paid.total`: events have dots as well, the longest counts. */
export function splitEvent(name: string, events: readonly (string | undefined)[]) {
  const fitting = events.filter((each) => each !== undefined && name.startsWith(`${each}.`));
  const [event] = fitting.sort((a = '', b = '') => b.length - a.length);
  return event === undefined ? undefined : { event, property: name.slice(event.length + 1) };
}

const REFERENCE = /^(?:event|contact|wait_events)(?:\.[A-Za-z_][\w-]*)+$/;

/** `event.plan` as text. Text such as "contact.us" is not a reference. */
export function isReferenceText(text: string): boolean {
  const [scope, field = ''] = text.split('.', 2);
  return REFERENCE.test(text) && (scope !== 'contact' || isContactField(field));
}

/** The references with a prefix: `{{{event.plan|free}}}`. Others belong to the template. */
function namesInText(text: string): readonly string[] {
  const names = templateTags(text).map(({ name }) => name);
  const known = names.filter((name) => parseReference(name).scope !== 'none');
  return known.length < 2 ? known : [...new Set(known)];
}
