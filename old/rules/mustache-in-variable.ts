import type { Graph } from '../src/core/graph/graph.ts';
import { isReadable, meantReference } from '../src/core/graph/meant-reference.ts';
import {
  conditionsIn,
  contactValuesIn,
  labelOfCondition,
  variablesIn,
} from '../src/core/graph/reads.ts';
import { findUnevenBraces } from '../src/core/model/braces.ts';
import { leavesOf } from '../src/core/model/condition.ts';
import { writeFix } from '../src/core/model/fix.ts';
import { groupIdentity } from '../src/core/model/groups.ts';
import { quote } from '../src/core/model/label.ts';
import { findLiterals } from '../src/core/model/literal-text.ts';
import { atFirst } from '../src/core/model/place.ts';
import { createReference } from '../src/core/model/references.ts';
import { isReferenceText, type Variable } from '../src/core/model/variables.ts';
import { defineRule, type Target, type Workspace } from '../src/core/rule.ts';

export default defineRule({
  id: 'mustache-in-variable',
  severity: 'error',
  preset: 'recommended',
  category: 'email',
  summary: 'A template expression or reference written as plain text.',
  why: 'The service does not replace expressions in values, so the contact reads "{{event.plan}}" in the email.',
  remedy: 'Write a reference such as {"var": "event.plan"}.',
  whenOff: 'When a later program replaces the expressions in your emails.',
  linear: true,

  workflow({ workflow, graph, workspace }, report) {
    const values = [...variablesIn(graph), ...contactValuesIn(graph)];
    const found = values.flatMap((each) => expressionIn(each, { graph, workspace }) ?? []);
    const [first] = found;
    if (first !== undefined) {
      const places = found.map(({ step, holder, key }): Target => [step, ...holder, key]);
      const more = places.length === 1 ? 'is' : `and ${places.length - 1} more are`;
      const { reference } = first;
      report({
        ...atFirst(places, 'also not replaced'),
        message: `text ${quote(first.value)} of ${quote(first.key)} ${more} not replaced`,
        help: adviseOn(first),
        fixes:
          reference !== undefined &&
          found.every((each) => each.isWhole && each.reference === reference)
            ? writeFix(places, { var: reference }, first.isSure ? 'safe' : 'unsafe')
            : undefined,
        names: [...new Set(found.map(({ key }) => key))],
        fingerprintKey: { names: groupIdentity(workflow) },
      });
    }
    for (const { step, tree } of conditionsIn(graph))
      for (const { field, value, path } of leavesOf(tree.root)) {
        if (typeof value !== 'string' || findExpression(value) === undefined) continue;
        report({
          at: [step, ...tree.base, ...path, 'value'],
          message: `${labelOfCondition(step)} compares with the literal text ${quote(value)}`,
          help: 'write the value itself: a comparison cannot read another field',
          fingerprintKey: { detail: `value of ${field}` },
        });
      }
  },
});

interface Expression extends Variable {
  readonly value: string;
  /** The reference to write instead, `event.plan`, if it is known. */
  readonly reference?: string | undefined;
  /** There is no other text. */
  readonly isWhole: boolean;
  /** It names the value itself, or the schema has it. */
  readonly isSure?: boolean;
}

interface Context {
  readonly graph: Graph;
  readonly workspace: Workspace;
}

/** The first expression of a text: its name, and whether there is no other text. */
function findExpression(
  value: string,
): { readonly name: string | undefined; readonly isWhole: boolean } | undefined {
  const text = value.trim();
  if (isReferenceText(text)) return { name: text, isWhole: true };
  // unbalanced-variable reports incomplete expressions.
  if (findUnevenBraces(text) !== undefined) return undefined;
  const rendered = /\{\{\{([^{}]*)\}\}\}/.exec(text);
  const [literal] = findLiterals(text);
  const index = Math.min(rendered?.index ?? text.length, literal?.index ?? text.length);
  if (rendered !== null && rendered.index === index)
    return {
      name: (rendered[1] as string).split('|', 1)[0]?.trim() || undefined,
      isWhole: rendered[0] === text,
    };
  return literal && { name: literal.name, isWhole: literal.written === text };
}

function expressionIn(variable: Variable, { graph, workspace }: Context): Expression | undefined {
  const { step, value } = variable;
  if (typeof value !== 'string') return undefined;
  const found = findExpression(value);
  if (found === undefined) return undefined;
  const { name, isWhole } = found;
  if (name === undefined) return { ...variable, value, isWhole };
  const { kind } = createReference(step, name, 'variable');
  const meant = meantReference(name, { step, graph, workspace });
  const written = kind === 'unqualified' ? (meant.reference ?? likeliest(meant.candidates)) : name;
  const isGood = written !== undefined && isReadable(written, { step, graph, workspace });
  const reference = isGood ? written : undefined;
  // A filter is lost.
  const isSure = !value.includes('|') && (kind !== 'unqualified' || meant.reference !== undefined);
  return { ...variable, value, reference, isWhole, isSure };
}

/** `{{first_name}}` most likely is the name of the contact, `{{plan}}` a property of the event. */
const likeliest = (candidates: readonly string[]): string | undefined =>
  candidates.find((each) => /^contact\.(?:first_name|last_name|email)$/.test(each)) ??
  candidates[0];

function adviseOn({ reference, isWhole }: Expression): string {
  if (reference === undefined)
    return 'write a reference such as {"var": "event.…"}, and put other text into the template';
  return `write {"var": ${quote(reference)}}${isWhole ? '' : ', and put the other text into the template'}`;
}
