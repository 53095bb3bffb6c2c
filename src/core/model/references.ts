import { type ConditionTree, conditionOrFilterOf, leavesOf } from './condition.ts';
import { type ConfigText, collectConfigTexts } from './config-texts.ts';
import type { Step } from './nodes.ts';
import {
  contactValuesOf,
  templateVariablesOf,
  type Variable,
  variableNameOf,
} from './variables.ts';

type ReferenceKind = 'event' | 'contact' | 'wait_events' | 'unqualified';

/** A name read at run time: `event.plan`, `contact.email`, `wait_events.order.paid.total`. */
export interface Reference {
  readonly step: Step;
  readonly kind: ReferenceKind;
  /** As written. */
  readonly text: string;
  /** After the prefix; the full name of an unqualified one. */
  readonly name: string;
  /** In `{"var": …}`, the field of a rule, or a text whose variables are replaced. */
  readonly use: 'variable' | 'rule' | 'text';
  /** The path from the step to the text, the rule tree or the object of the variable. */
  readonly holder: Path;
  /** Where it is in there: the path to the rule, or the key of the variable. */
  readonly inner: Path | string;
}

type Path = readonly (string | number)[];

const NONE: readonly never[] = [];
const ENDS = { text: NONE, rule: 'field', variable: 'var' } as const;

/** From the step to the string that holds a reference. It is built for findings only. */
export const pathOfReference = ({ holder, inner, use }: Reference): Path =>
  [holder, inner, ENDS[use]].flat();

/** All references of a step. */
export function referencesOf(step: Step): readonly Reference[] {
  const found: Reference[] = [];
  const texts: ConfigText[] = [];
  collectConfigTexts(step, texts);
  for (const text of texts) collectFromConfigText(text, found);
  for (const value of contactValuesOf(step)) collectFromValue(value, found);
  const tree = conditionOrFilterOf(step);
  if (tree !== undefined) collectFromCondition(step, tree, found);
  for (const variable of templateVariablesOf(step)) collectFromValue(variable, found);
  return found;
}

export function collectFromConfigText(text: ConfigText, found: Reference[]): void {
  const { step, field, value, path } = text;
  if (field.hasVariables && value.includes('{{')) collectFromText(step, value, path, found);
}

/** Includes fields of faulty rules. */
export function collectFromCondition(
  step: Step,
  { root, base }: ConditionTree,
  found: Reference[],
): void {
  for (const { field, path } of leavesOf(root))
    if (field !== undefined)
      found.push(createReference(step, field, 'rule', { holder: base, inner: path }));
}

const NOWHERE = { holder: NONE, inner: NONE };

export function createReference(
  step: Step,
  text: string,
  use: Reference['use'],
  { holder, inner }: Pick<Reference, 'holder' | 'inner'> = NOWHERE,
): Reference {
  const kind =
    KINDS.find((each) => text[each.length] === '.' && text.startsWith(each)) ?? 'unqualified';
  const name = kind === 'unqualified' ? text : text.slice(kind.length + 1);
  return { step, kind, text, name, use, holder, inner };
}

const KINDS = ['event', 'contact', 'wait_events'] as const;

export function collectFromValue(variable: Variable, found: Reference[]): void {
  const { step, key, value, holder } = variable;
  const text = variableNameOf(value);
  if (text !== undefined)
    found.push(createReference(step, text, 'variable', { holder, inner: key }));
}

// `{{{event.plan}}}`, or `{{{event.plan|free}}}`. A key without a prefix belongs to the template.
function collectFromText(step: Step, text: string, path: Path, found: Reference[]): void {
  const seen = new Set<string>();
  let close = 0;
  for (let open = text.indexOf('{{'); open !== -1; ) {
    const start = text[open + 2] === '{' ? open + 3 : open + 2;
    if (close < start) close = text.indexOf('}}', start);
    if (close === -1) return;
    const next = text.indexOf('{{', start);
    const isInnermost = next === -1 || next > close;
    open = next;
    if (!isInnermost) continue;
    const [name = ''] = text.slice(start, close).split('|', 1);
    const reference = createReference(step, name.trim(), 'text', { holder: path, inner: NONE });
    if (reference.kind === 'unqualified' || /\s/.test(reference.name) || seen.has(reference.text))
      continue;
    seen.add(reference.text);
    found.push(reference);
  }
}
