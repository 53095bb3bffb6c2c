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
  return new PrefixedName(step, text, use, path);
}

const PREFIXES = { event: 6, contact: 8, wait_events: 12, unqualified: 0 } as const;

/** A class for the same reason as that of variables. */
class PrefixedName implements Reference {
  readonly step: Step;
  readonly kind: ReferenceKind;
  readonly text: string;
  readonly use: Reference['use'];
  readonly #holder: Reference['path'] | Variable;

  constructor(step: Step, text: string, use: Reference['use'], holder: Reference['path'] | Variable) {
    this.step = step;
    this.kind = kindOf(text);
    this.text = text;
    this.use = use;
    this.#holder = holder;
  }

  get name(): string {
    return this.text.slice(PREFIXES[this.kind]);
  }

  get path(): Reference['path'] {
    return 'step' in this.#holder ? [...this.#holder.path, 'var'] : this.#holder;
  }
}

function kindOf(text: string): ReferenceKind {
  if (text.startsWith('event.')) return 'event';
  if (text.startsWith('contact.')) return 'contact';
  return text.startsWith('wait_events.') ? 'wait_events' : 'unqualified';
}

/** Adds what the value of a variable refers to. */
export function collectFromValue(variable: Variable, found: Reference[]): void {
  const { step, value } = variable;
  if (typeof value === 'string') {
    if (value.includes('{{')) collectFromText(step, value, variable.path, found);
    return;
  }
  const text = variableNameOf(value);
  if (text !== undefined) found.push(new PrefixedName(step, text, 'variable', variable));
}

// `{{{event.plan}}}`, or with a fallback `{{{event.plan|free}}}`. A key without a prefix is the template's own, or reserved: no claim.
function collectFromText(step: Step, text: string, path: Reference['path'], found: Reference[]): void {
  let open = text.indexOf('{{');
  if (open === -1) return;
  // What stands there twice is read once.
  const seen = new Set<string>();
  for (let close = 0; open !== -1; ) {
    const start = text[open + 2] === '{' ? open + 3 : open + 2;
    if (close < start) close = text.indexOf('}}', start);
    if (close === -1) break;
    const next = text.indexOf('{{', start);
    if (next === -1 || next > close) {
      const inner = text.slice(start, close);
      // Whatever has a prefix has a dot.
      if (inner.includes('.')) collectFromBraces(step, inner, path, seen, found);
    }
    open = next;
  }
}

function collectFromBraces(step: Step, inner: string, path: Reference['path'], seen: Set<string>, found: Reference[]): void {
  const bar = inner.indexOf('|');
  const reference = createReference(step, (bar === -1 ? inner : inner.slice(0, bar)).trim(), 'text', path);
  if (reference.kind === 'unqualified' || /\s/.test(reference.name) || seen.size === seen.add(reference.text).size) return;
  found.push(reference);
}
