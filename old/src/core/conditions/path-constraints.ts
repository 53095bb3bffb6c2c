import {
  type ConditionLeaf,
  type ConditionNode,
  type ConditionTree,
  leavesOf,
} from '../model/condition.ts';
import type { Edge } from '../model/nodes.ts';
import type { Operator } from '../model/operators.ts';

/** A rule that holds, or does not, for every contact on a path. Plain data: facts keep it. */
export interface PathConstraint {
  /** The rule as JSON text, the same for equal rules; a time may follow, see `addTime`. */
  readonly rule: string;
  readonly holds: boolean;
  /** The field that has one fixed value under this constraint. */
  readonly field?: string;
  /** The rule reads only the event, which never changes. A constraint on the contact may not hold later. */
  readonly isStable: boolean;
}

/** The constraints on either branch of a condition or a wait. */
export interface BranchConstraints {
  readonly met: readonly PathConstraint[];
  readonly notMet: readonly PathConstraint[];
}

export const NO_CONSTRAINTS: readonly PathConstraint[] = [];
const NO_BRANCHES: BranchConstraints = { met: NO_CONSTRAINTS, notMet: NO_CONSTRAINTS };
const AT = ' at ';
const EVENT = 'event.';
/** Before the name of a field of the event that started a run which another event continued. */
const STARTED_BY = 'started_by.';

export function constraintsOfEdge(
  { type }: Edge,
  { met, notMet }: BranchConstraints,
): readonly PathConstraint[] {
  if (type === 'condition_met' || type === 'event_received') return met;
  return type === 'condition_not_met' || type === 'timeout' ? notMet : NO_CONSTRAINTS;
}

/**
 * The constraints that the branches of a wait add: whether the event occurs within the timeout. Equal waits that begin at one time end by
 * the same branch.
 */
export function waitConstraints(
  event: string,
  filter: ConditionTree | undefined,
  timeout: number,
): BranchConstraints {
  const withFilter = filter === undefined ? '' : ` with ${print(filter.root)}`;
  const rule = `${event} within ${timeout} s${withFilter}`;
  if (filter !== undefined && filter.faults.length > 0) return NO_BRANCHES;
  const met = { rule, holds: true, isStable: false };
  return { met: [met], notMet: [negate(met)] };
}

/** The constraint at the time of the decision. Constraints on the contact conflict only when they have the same time. */
export function addTime(constraint: PathConstraint, time: string): PathConstraint {
  if (constraint.isStable) return constraint;
  const { rule, field } = constraint;
  return {
    ...constraint,
    rule: `${rule}${AT}${time}`,
    ...(field !== undefined && { field: `${field}${AT}${time}` }),
  };
}

/** Whether no contact satisfies both, as far as their texts tell. */
export function areContradictory(a: PathConstraint, b: PathConstraint): boolean {
  if (a.rule === b.rule) return a.holds !== b.holds;
  return a.field !== undefined && a.field === b.field;
}

export const negate = ({ rule, holds, isStable }: PathConstraint): PathConstraint => ({
  rule,
  holds: !holds,
  isStable,
});

export const isSameConstraint = (a: PathConstraint, b: PathConstraint): boolean =>
  a.rule === b.rule && a.holds === b.holds;

/**
 * The constraints that the branches of a condition add.
 * @param awaited For a rule after a wait, or before it: the event that ends the wait. It replaces the event that
 *   started the run, so that the rule can be compared with those of workflows that the awaited event starts.
 */
export function branchConstraints(
  { root, faults }: ConditionTree,
  awaited?: string,
): BranchConstraints {
  const met: PathConstraint[] = [];
  const notMet: PathConstraint[] = [];
  if (faults.length === 0) {
    const seen = awaited === undefined ? root : renameEvents(root, awaited);
    collect(seen, true, met);
    collect(seen, false, notMet);
  }
  return { met, notMet };
}

// The depth of a rule tree is bounded.
function renameEvents(node: ConditionNode, awaited: string): ConditionNode {
  if (node.kind === 'rule') {
    const { field } = node;
    const prefix = `wait_events.${awaited}.`;
    if (field?.startsWith(EVENT)) return { ...node, field: `${STARTED_BY}${field}` };
    return field?.startsWith(prefix) === true
      ? { ...node, field: `${EVENT}${field.slice(prefix.length)}` }
      : node;
  }
  return { ...node, rules: node.rules.map((rule) => renameEvents(rule, awaited)) };
}

// The depth of a rule tree is bounded.
function collect(node: ConditionNode, holds: boolean, found: PathConstraint[]): void {
  if (node.kind === 'rule') {
    addLeaf(node, holds, found);
    return;
  }
  const rule = print(node);
  found.push({ rule, holds, isStable: leavesOf(node).every(readsEvent) });
  // All parts of an "and" hold when it does. No part of an "or" holds when it does not.
  if (node.kind === (holds ? 'and' : 'or'))
    for (const part of node.rules) collect(part, holds, found);
}

/** "neq" becomes the negation of "eq". */
function addLeaf(leaf: ConditionLeaf, isTaken: boolean, found: PathConstraint[]): void {
  const { field, operator } = leaf;
  const isNegated = operator === 'neq';
  const rule = printLeaf(leaf, isNegated ? 'eq' : operator);
  const holds = isTaken !== isNegated;
  const isFixed = holds && field !== undefined && (isNegated || operator === 'eq');
  found.push({ rule, holds, isStable: readsEvent(leaf), ...(isFixed && { field }) });
}

const readsEvent = ({ field }: ConditionLeaf): boolean => field !== undefined && isOfEvent(field);

const isOfEvent = (field: string): boolean =>
  field.startsWith(EVENT) || field.startsWith(STARTED_BY);

function print(node: ConditionNode): string {
  return node.kind === 'rule'
    ? printLeaf(node, node.operator)
    : `["${node.kind}",${node.rules.map(print).join()}]`;
}

function printLeaf({ field, value }: ConditionLeaf, operator: ConditionLeaf['operator']): string {
  // JSON has no infinite numbers.
  const printed = typeof value === 'number' ? String(value) : JSON.stringify(value);
  const name = JSON.stringify(field ?? null);
  return `[${name},"${operator}"${printed === undefined ? '' : `,${printed}`}]`;
}

/** The rule of a constraint, its contact fields marked with the time. `undefined` if it cannot be parsed. */
export function parseConstraint({ rule, isStable }: PathConstraint): ConditionNode | undefined {
  const end = isStable ? -1 : rule.lastIndexOf(AT);
  try {
    return end === -1
      ? parsePrinted(JSON.parse(rule), '')
      : parsePrinted(JSON.parse(rule.slice(0, end)), rule.slice(end));
  } catch {
    return undefined;
  }
}

function parsePrinted([first, ...rest]: readonly unknown[], time: string): ConditionNode {
  if (rest.every(Array.isArray)) {
    const rules = rest.map((part) => parsePrinted(part, time));
    return { kind: first as 'and' | 'or', path: [], rules };
  }
  const [operator, value] = rest as [Operator, unknown];
  const field = isOfEvent(first as string) ? (first as string) : `${first}${time}`;
  return { kind: 'rule', path: [], field, operator, value, sound: true };
}
