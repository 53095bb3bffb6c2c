import { conditionOrFilterOf, leavesOf } from './condition.ts';
import type { Step } from './nodes.ts';
import {
  configTextsOf,
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

/** All references of a step, those in faulty rules too. */
export function referencesOf(step: Step): readonly Reference[] {
  const found: Reference[] = [];
  const addValue = ({ key, value, holder }: Variable): void => {
    const text = variableNameOf(value);
    if (text !== undefined)
      found.push(createReference(step, text, 'variable', { holder, inner: key }));
  };
  for (const { field, value, path } of configTextsOf(step))
    if (field.hasVariables && value.includes('{{')) found.push(...referencesIn(step, value, path));
  contactValuesOf(step).forEach(addValue);
  const tree = conditionOrFilterOf(step);
  if (tree !== undefined)
    for (const { field, path } of leavesOf(tree.root))
      if (field !== undefined)
        found.push(createReference(step, field, 'rule', { holder: tree.base, inner: path }));
  templateVariablesOf(step).forEach(addValue);
  return found;
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

// `{{{event.plan}}}`, or `{{{event.plan|free}}}`. A key without a prefix belongs to the template.
function referencesIn(step: Step, text: string, path: Path): readonly Reference[] {
  const found: Reference[] = [];
  const seen = new Set<string>();
  let close = 0;
  for (let open = text.indexOf('{{'); open !== -1; ) {
    const start = text[open + 2] === '{' ? open + 3 : open + 2;
    if (close < start) close = text.indexOf('}}', start);
    if (close === -1) break;
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
  return found;
}
