import { ruleFieldsOf } from './condition.ts';
import type { Step } from './nodes.ts';
import { contactValuesOf, templateVariablesOf, type Variable, variableNameOf } from './variables.ts';

export type ReferenceKind = 'event' | 'contact' | 'wait_events' | 'unqualified';

/** A name that stands for a value known only while the workflow runs: `event.plan`, `contact.email`, `wait_events.order.paid.total`. */
export interface Reference {
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

const NONE: readonly never[] = [];
const PREFIXES = ['event', 'contact', 'wait_events'] as const;

/** All references of a step, in the order they are read: texts, variables, rules. */
export function referencesOf(step: Step): readonly Reference[] {
  switch (step.type) {
    case 'send_email': {
      const subject = step.config['subject'];
      const variables = templateVariablesOf(step);
      const inSubject = typeof subject === 'string' ? referencesIn(subject, ['config', 'subject']) : NONE;
      if (variables.length === 0) return inSubject;
      const found = [...inSubject];
      for (const variable of variables) for (const reference of referencesOfValue(variable)) found.push(reference);
      return found;
    }
    case 'contact_update':
      return contactValuesOf(step).flatMap((value) => referencesOfValue(value));
    case 'condition':
    case 'wait_for_event':
      return ruleFieldsOf(step).map(({ field, path }) => createReference(field, 'rule', path));
    default:
      return NONE;
  }
}

/** Takes a name apart at its prefix. */
export function createReference(text: string, use: Reference['use'], path: Reference['path']): Reference {
  for (const kind of PREFIXES) if (text.startsWith(kind) && text[kind.length] === '.') return { kind, text, name: text.slice(kind.length + 1), use, path };
  return { kind: 'unqualified', text, name: text, use, path };
}

function referencesOfValue({ value, path }: Variable): readonly Reference[] {
  if (typeof value === 'string') return referencesIn(value, path);
  const text = variableNameOf(value);
  return text === undefined ? NONE : [createReference(text, 'variable', [...path, 'var'])];
}

// `{{{event.plan}}}`, or with a fallback `{{{event.plan|free}}}`. A key without a prefix is the template's own, or reserved: no claim.
function referencesIn(text: string, path: Reference['path']): readonly Reference[] {
  let found: Reference[] | undefined;
  let close = 0;
  for (let open = text.indexOf('{{'); open !== -1; ) {
    const start = text[open + 2] === '{' ? open + 3 : open + 2;
    if (close < start) close = text.indexOf('}}', start);
    if (close === -1) break;
    const next = text.indexOf('{{', start);
    if (next === -1 || next > close) {
      const [key = ''] = text.slice(start, close).split('|', 1);
      const reference = createReference(key.trim(), 'text', path);
      if (reference.kind !== 'unqualified' && !/\s/.test(reference.name)) (found ??= []).push(reference);
    }
    open = next;
  }
  return found ?? NONE;
}
