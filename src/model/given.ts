import { conditionOf, leavesOf, type RuleLeaf, type RuleNode, type RuleTree } from './condition.ts';
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
const NOTHING = { met: NONE, notMet: NONE };
// Longer texts are compared by nobody, and givens are kept with facts.
const LONGEST = 200;

/** What is known of those who took either branch of a condition. */
export interface Branches {
  readonly met: readonly Given[];
  readonly notMet: readonly Given[];
}

/** What taking the edge out of the step tells of a contact. */
export function givenBy(step: Step, edge: Edge): readonly Given[] {
  const tree = conditionOf(step);
  return tree === undefined ? NONE : givenOn(edge, givenByBranches(tree));
}

/** That of the branch that an edge belongs to. */
export function givenOn({ type }: Edge, { met, notMet }: Branches): readonly Given[] {
  return type === 'condition_met' ? met : type === 'condition_not_met' ? notMet : NONE;
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

/** What each branch of a condition tells, as `givenBy` says it, made at once. */
export function givenByBranches(tree: RuleTree): Branches {
  if (tree.faults.length > 0) return NOTHING;
  const met: Given[] = [];
  const notMet: Given[] = [];
  if (tree.root.kind !== 'rule') {
    collect(tree.root, true, met);
    collect(tree.root, false, notMet);
  } else {
    const rule = print(tree.root);
    addLeaf(tree.root, rule, true, met);
    addLeaf(tree.root, rule, false, notMet);
  }
  return { met, notMet };
}

// Bounded by the depth of a rule that was read.
function collect(node: RuleNode, holds: boolean, found: Given[]): void {
  const rule = print(node);
  if (node.kind === 'rule') {
    addLeaf(node, rule, holds, found);
    return;
  }
  if (rule.length <= LONGEST) found.push({ rule, holds, lasts: leavesOf(node).every(isOfEvent) });
  // All parts of an "and" hold when it does; no part of an "or" does when it does not.
  if (node.kind === (holds ? 'and' : 'or')) for (const part of node.rules) collect(part, holds, found);
}

function addLeaf(leaf: RuleLeaf, rule: string, holds: boolean, found: Given[]): void {
  if (rule.length > LONGEST) return;
  const { field, operator } = leaf;
  const is = holds === (operator !== 'neq');
  const lasts = isOfEvent(leaf);
  const certain = is && (operator === 'eq' || operator === 'neq');
  found.push(certain && field !== undefined ? { rule, holds: is, lasts, field } : { rule, holds: is, lasts });
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
