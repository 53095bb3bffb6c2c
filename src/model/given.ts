import { conditionOf, leavesOf, type RuleLeaf, type RuleNode } from './condition.ts';
import type { Edge, Step } from './nodes.ts';

/** What is known of every contact who took one branch of a condition: a rule, in words of our own, that holds or does not. */
export interface Given {
  readonly rule: string;
  readonly holds: boolean;
  /** The field that has one certain value, where that is what is known. */
  readonly field?: string;
  /** It speaks of the event alone, whose payload stays as it is. What it says of the contact may be otherwise a moment later. */
  readonly lasts: boolean;
}

const NONE: readonly Given[] = [];
// Longer texts are compared by nobody, and givens are kept with facts.
const LONGEST = 200;

/** What taking the edge out of the step tells of a contact. */
export function givenBy(step: Step, edge: Edge, tree = conditionOf(step)): readonly Given[] {
  if (step.type !== 'condition' || (edge.type !== 'condition_met' && edge.type !== 'condition_not_met')) return NONE;
  if (tree === undefined || tree.faults.length > 0) return NONE;
  const found: Given[] = [];
  collect(tree.root, edge.type === 'condition_met', found);
  return found;
}

/** The same, as it was when the contact took the branch: only what was known at that time can contradict it. */
export function atTime(given: Given, time: string): Given {
  if (given.lasts) return given;
  const { rule, holds, field, lasts } = given;
  return { rule: `${rule} at ${time}`, holds, lasts, ...(field !== undefined && { field: `${field} at ${time}` }) };
}

/** Whether no contact can be both. */
export function excludes(a: Given, b: Given): boolean {
  if (a.rule === b.rule) return a.holds !== b.holds;
  return a.field !== undefined && a.field === b.field;
}

export const sameGiven = (a: Given, b: Given): boolean => a.rule === b.rule && a.holds === b.holds;

// Bounded by the depth of a rule that was read.
function collect(node: RuleNode, holds: boolean, found: Given[]): void {
  const rule = print(node);
  const lasts = node.kind === 'rule' ? isOfEvent(node) : leavesOf(node).every(isOfEvent);
  if (node.kind !== 'rule') {
    if (rule.length <= LONGEST) found.push({ rule, holds, lasts });
    // All parts of an "and" hold when it does; no part of an "or" does when it does not.
    if (node.kind === (holds ? 'and' : 'or')) for (const part of node.rules) collect(part, holds, found);
    return;
  }
  const is = holds === (node.operator !== 'neq');
  if (rule.length > LONGEST) return;
  const certain = is && (node.operator === 'eq' || node.operator === 'neq');
  found.push(certain && node.field !== undefined ? { rule, holds: is, lasts, field: node.field } : { rule, holds: is, lasts });
}

const isOfEvent = ({ field }: RuleLeaf): boolean => field?.startsWith('event.') === true;

/** A rule as text, the same for the same rule; "neq" is written as what it denies. */
function print(node: RuleNode): string {
  if (node.kind !== 'rule') return `${node.kind}(${node.rules.map((part) => (isNegated(part) ? `not ${print(part)}` : print(part))).join(', ')})`;
  const operator = isNegated(node) ? 'eq' : node.operator;
  const { field, value } = node;
  if (typeof value === 'boolean' || typeof value === 'number') return `${field} ${operator} ${value}`;
  if (value === undefined) return `${field} ${operator}`;
  // Quotes and backslashes are told apart from those around it.
  return typeof value === 'string' && !/["\\]/.test(value) ? `${field} ${operator} "${value}"` : `${field} ${operator} ${JSON.stringify(value)}`;
}

const isNegated = (node: RuleNode): boolean => node.kind === 'rule' && node.operator === 'neq';
