import { ruleFieldsOf } from './condition.ts';
import type { Step } from './nodes.ts';
import { contactValuesOf, templateVariablesOf, type Variable, variableNameOf } from './variables.ts';

export type ReferenceKind = 'event' | 'contact' | 'wait_events' | 'unqualified';

/** A name that stands for a value known only while the workflow runs: `event.plan`, `contact.email`, `wait_events.order.paid.total`. */
export interface Reference {
  readonly step: Step;
  readonly kind: ReferenceKind;
  /** The whole name as written. */
  readonly text: string;
  /** What follows the prefix; the whole name of an unqualified one. */
  readonly name: string;
  /** Where it stands: the value of a variable, the field of a rule, or somewhere in a text. */
  readonly use: 'variable' | 'rule' | 'text';
  /** From the step to the string that holds it. */
  readonly path: readonly (string | number)[];
}

const IN_SUBJECT = ['config', 'subject'] as const;

/** All references of a step, in the order they are read: texts, variables, rules. */
export function referencesOf(step: Step): readonly Reference[] {
  const found: Reference[] = [];
  collectReferences(step, found);
  return found;
}

/** Adds the references of a step to others. */
export function collectReferences(step: Step, found: Reference[]): void {
  switch (step.type) {
    case 'send_email':
      collectFromSubject(step, found);
      for (const variable of templateVariablesOf(step)) collectFromValue(variable, found);
      return;
    case 'contact_update':
      for (const value of contactValuesOf(step)) collectFromValue(value, found);
      return;
    case 'condition':
    case 'wait_for_event':
      for (const { field, path } of ruleFieldsOf(step)) found.push(createReference(step, field, 'rule', path));
      return;
    default:
      return;
  }
}

/** Adds what the subject of an email refers to. */
export function collectFromSubject(step: Step, found: Reference[]): void {
  const { subject } = step.config;
  if (typeof subject === 'string') collectFromText(step, subject, IN_SUBJECT, found);
}

/** Takes a name apart at its prefix. */
export function createReference(step: Step, text: string, use: Reference['use'], path: Reference['path']): Reference {
  if (text.startsWith('event.')) return { step, kind: 'event', text, name: text.slice(6), use, path };
  if (text.startsWith('contact.')) return { step, kind: 'contact', text, name: text.slice(8), use, path };
  if (text.startsWith('wait_events.')) return { step, kind: 'wait_events', text, name: text.slice(12), use, path };
  return { step, kind: 'unqualified', text, name: text, use, path };
}

/** Adds what the value of a variable refers to. */
export function collectFromValue({ step, value, path }: Variable, found: Reference[]): void {
  if (typeof value === 'string') {
    collectFromText(step, value, path, found);
    return;
  }
  const text = variableNameOf(value);
  if (text !== undefined) found.push(createReference(step, text, 'variable', [...path, 'var']));
}

// `{{{event.plan}}}`, or with a fallback `{{{event.plan|free}}}`. A key without a prefix is the template's own, or reserved: no claim.
function collectFromText(step: Step, text: string, path: Reference['path'], found: Reference[]): void {
  let close = 0;
  for (let open = text.indexOf('{{'); open !== -1; ) {
    const start = text[open + 2] === '{' ? open + 3 : open + 2;
    if (close < start) close = text.indexOf('}}', start);
    if (close === -1) break;
    const next = text.indexOf('{{', start);
    if (next === -1 || next > close) {
      const inner = text.slice(start, close);
      // Whatever has a prefix has a dot.
      if (inner.includes('.')) collectFromBraces(step, inner, path, found);
    }
    open = next;
  }
}

function collectFromBraces(step: Step, inner: string, path: Reference['path'], found: Reference[]): void {
  const bar = inner.indexOf('|');
  const reference = createReference(step, (bar === -1 ? inner : inner.slice(0, bar)).trim(), 'text', path);
  if (reference.kind !== 'unqualified' && !/\s/.test(reference.name)) found.push(reference);
}
