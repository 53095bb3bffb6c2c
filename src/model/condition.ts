import { fieldOf } from './config.ts';
import { describeKind, isObject, type JsonObject } from './json.ts';
import { quote } from './label.ts';
import type { Step } from './nodes.ts';
import { type Operator, operandOf, takes } from './operators.ts';
import { addLeafFaults, adviseType, EXAMPLE_RULE, type RuleFault, type RulePath } from './rule-faults.ts';

export type { RuleFault, RulePath } from './rule-faults.ts';

/** One comparison. What could not be read is `undefined`. */
export interface RuleLeaf {
  readonly kind: 'rule';
  readonly path: RulePath;
  /** As written, with or without its prefix; never blank. */
  readonly field: string | undefined;
  readonly operator: Operator | undefined;
  /** `undefined` when it has none. */
  readonly value: unknown;
  /** Nothing about it is outside the grammar: the operator and the field are known, and the value is one the operator takes. */
  readonly sound: boolean;
}

/** Rules joined by and/or; `unreadable` where it is not known how, or where no rule could be read at all. */
export interface RuleGroup {
  readonly kind: 'and' | 'or' | 'unreadable';
  readonly path: RulePath;
  readonly rules: readonly RuleNode[];
}

export type RuleNode = RuleLeaf | RuleGroup;

export interface RuleTree {
  /** Where the tree stands in its step: `[step, ...base, ...path]` is the place of a part. */
  readonly base: readonly string[];
  readonly root: RuleNode;
  readonly faults: readonly RuleFault[];
}

/** The field of one comparison and its place in the step. */
export interface RuleField {
  readonly field: string;
  readonly path: RulePath;
}

/** Deeper than this the service takes no rule; a rule alone has depth 1. */
export const MAX_RULE_DEPTH = 10;

const NONE: readonly never[] = [];
const CONDITION_BASE = ['config'] as const;
const FILTER_BASE = ['config', 'filter_rule'] as const;

/** The rule a condition step decides by: its config. `undefined` for other steps, and when the config is no object. */
export function conditionOf(step: Step): RuleTree | undefined {
  if (step.type !== 'condition' || !isObject(step.raw['config'])) return undefined;
  return readRule(step.config, CONDITION_BASE);
}

/** The rule a wait_for_event filters its events by, if it has one that is an object. */
export function filterRuleOf(step: Step): RuleTree | undefined {
  if (step.type !== 'wait_for_event') return undefined;
  const filter = fieldOf(step.config, 'filter_rule');
  return isObject(filter) ? readRule(filter, FILTER_BASE) : undefined;
}

/** All fields the rules of a step speak of, those of faulty rules too, as far as the tree can be read. */
export function ruleFieldsOf(step: Step): readonly RuleField[] {
  const tree = conditionOf(step) ?? filterRuleOf(step);
  if (tree === undefined) return NONE;
  const fields: RuleField[] = [];
  for (const { field, path } of leavesOf(tree.root)) if (field !== undefined) fields.push({ field, path: [...tree.base, ...path, 'field'] });
  return fields;
}

/** All comparisons of a tree, in the order of the document. */
export function leavesOf(root: RuleNode): readonly RuleLeaf[] {
  if (root.kind === 'rule') return [root];
  const leaves: RuleLeaf[] = [];
  collectLeaves(root, leaves);
  return leaves;
}

/** Reads a rule tree, however broken. Goes no deeper than the service does, so the depth of the input is no danger. */
export function readRule(value: JsonObject, base: readonly string[]): RuleTree {
  const reading: Reading = { faults: [], tooDeep: false };
  return { base, root: readNode(value, NONE, reading), faults: reading.faults };
}

interface Reading {
  readonly faults: RuleFault[];
  /** Once is enough: what is too deep is the tree. */
  tooDeep: boolean;
}

// The depth of a tree that was read is bounded.
function collectLeaves(group: RuleGroup, leaves: RuleLeaf[]): void {
  for (const node of group.rules) {
    if (node.kind === 'rule') leaves.push(node);
    else collectLeaves(node, leaves);
  }
}

function readNode(value: unknown, path: RulePath, reading: Reading): RuleNode {
  const { faults } = reading;
  // Each level adds "rules" and a position to the path.
  if (path.length / 2 >= MAX_RULE_DEPTH) {
    const help = 'join groups of the same type into one, or use a second condition step';
    if (!reading.tooDeep) faults.push({ path, message: `rules are nested more than ${MAX_RULE_DEPTH} deep`, help, detail: 'depth' });
    reading.tooDeep = true;
    return { kind: 'unreadable', path, rules: NONE };
  }
  if (!isObject(value)) {
    faults.push({ path, message: `${describeKind(value)} stands where a rule should`, help: EXAMPLE_RULE, detail: describeKind(value) });
    return { kind: 'unreadable', path, rules: NONE };
  }
  const type = value['type'];
  if (type === 'rule') return readLeaf(value, path, faults);
  if (type === 'and' || type === 'or') return { kind: type, path, rules: readGroup(value, `the "${type}" group`, path, reading) };
  const isGroup = Array.isArray(value['rules']);
  const isLeaf = !isGroup && (value['field'] !== undefined || value['operator'] !== undefined);
  if (type !== undefined) {
    const said = typeof type === 'string' ? quote(type) : describeKind(type);
    faults.push({ path: [...path, 'type'], message: `a rule cannot be of type ${said}`, help: adviseType(type, isGroup), detail: `type ${said}` });
  }
  if (isLeaf) return readLeaf(value, path, faults);
  if (type === undefined) {
    const message = isGroup ? 'a group of rules has no "type"' : 'there is no rule to decide by';
    faults.push({ path, message, help: isGroup ? 'add "type": "and" or "type": "or"' : EXAMPLE_RULE, detail: 'type' });
  }
  return { kind: 'unreadable', path, rules: isGroup ? readGroup(value, 'the group', path, reading) : NONE };
}

function readGroup(group: JsonObject, name: string, path: RulePath, reading: Reading): readonly RuleNode[] {
  const rules = group['rules'];
  if (Array.isArray(rules) && rules.length > 0) return rules.map((rule, index) => readNode(rule, [...path, 'rules', index], reading));
  const fault = Array.isArray(rules) ? 'is empty' : rules === undefined ? 'has no "rules"' : `has ${describeKind(rules)} under "rules", not an array`;
  const help = Array.isArray(rules) ? 'give it at least one rule, or delete it' : 'list its rules in an array under "rules"';
  reading.faults.push({ path: rules === undefined ? path : [...path, 'rules'], message: `${name} ${fault}`, help, detail: name });
  return NONE;
}

function readLeaf(rule: JsonObject, path: RulePath, faults: RuleFault[]): RuleLeaf {
  const field = rule['field'];
  const operator = rule['operator'];
  const value = rule['value'];
  const operand = typeof operator === 'string' ? operandOf(operator) : undefined;
  const named = typeof field === 'string' && field.trim() !== '';
  const sound = named && operand !== undefined && takes(operand, value) && rule['type'] === 'rule';
  if (!sound) addLeafFaults(rule, path, operand, faults);
  return { kind: 'rule', path, field: named ? field : undefined, operator: operand === undefined ? undefined : (operator as Operator), value, sound };
}
