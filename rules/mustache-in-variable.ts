import { contactValuesIn, variablesIn } from '../src/core/graph/reads.ts';
import { findUnevenBraces } from '../src/core/model/braces.ts';
import { writeFix } from '../src/core/model/fix.ts';
import { groupIdentity } from '../src/core/model/identity.ts';
import { quote } from '../src/core/model/label.ts';
import { atFirst } from '../src/core/model/place.ts';
import { isReferenceText, type Variable } from '../src/core/model/variables.ts';
import { type At, defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'mustache-in-variable',
  severity: 'error',
  preset: 'recommended',
  category: 'email',
  since: '0.1.0',
  summary: 'A template expression or reference written as plain text.',
  why: 'The service does not replace expressions in values, so the contact reads "{{event.plan}}" in the email.',
  remedy: 'Write a reference such as {"var": "event.plan"}.',
  whenOff: 'When a later program replaces the expressions in your emails.',
  linear: true,

  workflow({ workflow, graph }, report) {
    const variables = variablesIn(graph);
    const values = contactValuesIn(graph);
    if (!variables.some(isExpression) && !values.some(isExpression)) return;
    const found = [...variables, ...values].flatMap((each) => expressionIn(each) ?? []);
    const first = found[0] as Expression;
    const places = found.map(({ step, holder, key }): At => [step, ...holder, key]);
    const more = places.length === 1 ? 'is' : `and ${places.length - 1} more are`;
    report({
      ...atFirst(places as [At, ...At[]], 'also not replaced'),
      message: `text ${quote(first.value)} of ${quote(first.key)} ${more} not replaced`,
      help: `write {"var": ${quote(first.reference)}}${first.isWhole ? '' : ', and put the other text into the template'}`,
      fixes:
        isReferenceText(first.reference) &&
        found.every(({ isWhole, reference }) => isWhole && reference === first.reference)
          ? writeFix(places, { var: first.reference })
          : undefined,
      detail: first.key,
      identity: groupIdentity(workflow, places),
    });
  },
});

interface Expression extends Variable {
  readonly value: string;
  /** The reference to write instead: `event.plan`. */
  readonly reference: string;
  /** There is no other text. */
  readonly isWhole: boolean;
}

const isExpression = (variable: Variable): boolean => expressionIn(variable) !== undefined;

function expressionIn(variable: Variable): Expression | undefined {
  const { value } = variable;
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (isReferenceText(text)) return { ...variable, value, reference: text, isWhole: true };
  const open = text.indexOf('{{');
  // unbalanced-variable reports incomplete expressions.
  if (open === -1 || findUnevenBraces(text) !== undefined) return undefined;
  const close = text.indexOf('}}', open);
  const [name = ''] = text.slice(open, close).replace(/^\{+/, '').split('|', 1);
  const plain = name.trim();
  const reference = PREFIX.test(plain) || plain === '' ? plain || 'event.…' : `event.${plain}`;
  return { ...variable, value, reference, isWhole: /^\{+[^{}]*\}+$/.test(text) };
}

const PREFIX = /^(?:event|contact|wait_events)\./;
