import { conditionOf, leavesOf, type RuleLeaf, type RuleNode, type RuleTree } from './condition.ts';
import type { Edge, Step } from './nodes.ts';
import type { Operator } from './operators.ts';

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
const AT = ' at ';

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
  return { rule: `${rule}${AT}${time}`, holds, lasts, ...(field !== undefined && { field: `${field}${AT}${time}` }) };
}

/** Whether no contact can be both. */
export function excludes(a: Given, b: Given): boolean {
  if (a.rule === b.rule) return a.holds !== b.holds;
  return a.field !== undefined && a.field === b.field;
}

/** What is known of those who took the other branch. */
export const oppositeOf = ({ rule, holds, lasts }: Given): Given => ({ rule, holds: !holds, lasts });

export const sameGiven = (a: Given, b: Given): boolean => a.rule === b.rule && a.holds === b.holds;

/** What each branch of a condition tells, as `givenBy` says it, made at once. */
export function givenByBranches(tree: RuleTree): Branches {
  if (tree.faults.length > 0) return NOTHING;
  if (tree.root.kind === 'rule') return ofLeaf(tree.root);
  const met: Given[] = [];
  const notMet: Given[] = [];
  collect(tree.root, true, met);
  collect(tree.root, false, notMet);
  return { met, notMet };
}

// Bounded by the depth of a rule that was read.
function collect(node: RuleNode, holds: boolean, found: Given[]): void {
  if (node.kind === 'rule') {
    const { met, notMet } = ofLeaf(node);
    found.push(...(holds ? met : notMet));
    return;
  }
  const rule = print(node);
  if (rule.length <= LONGEST) found.push({ rule, holds, lasts: leavesOf(node).every(isOfEvent) });
  // All parts of an "and" hold when it does; no part of an "or" does when it does not.
  if (node.kind === (holds ? 'and' : 'or')) for (const part of node.rules) collect(part, holds, found);
}

/** Most conditions are but one comparison, and their branches are wanted together. */
function ofLeaf(leaf: RuleLeaf): Branches {
  const rule = print(leaf);
  if (rule.length > LONGEST) return NOTHING;
  const { field, operator } = leaf;
  const lasts = isOfEvent(leaf);
  const isDenied = operator === 'neq';
  const yes = field !== undefined && (isDenied || operator === 'eq') ? { rule, holds: true, lasts, field } : { rule, holds: true, lasts };
  const no = { rule, holds: false, lasts };
  return isDenied ? { met: [no], notMet: [yes] } : { met: [yes], notMet: [no] };
}

const isOfEvent = ({ field }: RuleLeaf): boolean => field?.startsWith('event.') === true;

/** A rule as the text of an array, the same for the same rule; a comparison by "neq" is written as what it denies. */
function print(node: RuleNode): string {
  if (node.kind !== 'rule') return `["${node.kind}",${node.rules.map((part) => (part.kind === 'rule' ? printLeaf(part, part.operator) : print(part))).join()}]`;
  return printLeaf(node, node.operator === 'neq' ? 'eq' : node.operator);
}

function printLeaf({ field, value }: RuleLeaf, operator: RuleLeaf['operator']): string {
  // Most need no escape. What is no JSON then, for a character that controls something, is not read again, and that is all.
  if (field !== undefined && typeof value === 'string' && !isEscaped(field) && !isEscaped(value)) return `["${field}","${operator}","${value}"]`;
  // No JSON holds an infinite number.
  const printed = value === undefined ? '' : typeof value === 'number' ? `,${value}` : `,${JSON.stringify(value)}`;
  return `[${JSON.stringify(field ?? null)},"${operator}"${printed}]`;
}

const isEscaped = (text: string): boolean => text.includes('"') || text.includes('\\');

/** The rule that a given speaks of; fields of the contact are told apart by time. `undefined` where it cannot be read. */
export function readGiven({ rule, lasts }: Given): RuleNode | undefined {
  const end = lasts ? -1 : rule.lastIndexOf(AT);
  try {
    return readPrinted(JSON.parse(end === -1 ? rule : rule.slice(0, end)), end === -1 ? '' : rule.slice(end));
  } catch {
    return undefined;
  }
}

// What was printed is as deep as a rule that was read.
function readPrinted([first, ...rest]: readonly unknown[], time: string): RuleNode {
  if (rest.every(Array.isArray)) return { kind: first as 'and' | 'or', path: [], rules: rest.map((part) => readPrinted(part, time)) };
  const [operator, value] = rest as [Operator, unknown];
  const field = (first as string).startsWith('event.') ? first : `${first}${time}`;
  return { kind: 'rule', path: [], field: field as string, operator, value, sound: true };
}
