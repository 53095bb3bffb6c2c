import {
  addLeafFaults,
  adviseType,
  beside,
  type ConditionFault,
  type ConditionPath,
  EXAMPLE_RULE,
} from './condition-faults.ts';
import { configField } from './config.ts';
import { describeKind, isObject, type JsonObject } from './json.ts';
import { quote } from './label.ts';
import { isLargeCondition } from './limits.ts';
import { misnamedPart } from './misnamed-field.ts';
import type { Step } from './nodes.ts';
import { type Operator, operandOf, takes } from './operators.ts';

export type { ConditionFault, ConditionPath } from './condition-faults.ts';

/** One comparison. A part that cannot be parsed is `undefined`. */
export interface ConditionLeaf {
  readonly kind: 'rule';
  readonly path: ConditionPath;
  /** As written, with or without its prefix; never blank. */
  readonly field: string | undefined;
  readonly operator: Operator | undefined;
  readonly value: unknown;
  /** Operator and field are known, and the operator takes the value. */
  readonly sound: boolean;
}

/** Rules joined by and/or; `unreadable` where the type is unknown or there is no rule. */
interface ConditionGroup {
  readonly kind: 'and' | 'or' | 'unreadable';
  readonly path: ConditionPath;
  readonly rules: readonly ConditionNode[];
}

export type ConditionNode = ConditionLeaf | ConditionGroup;

export interface ConditionTree {
  /** `[step, ...base, ...path]` is the place of a part. */
  readonly base: readonly string[];
  readonly root: ConditionNode;
  readonly faults: readonly ConditionFault[];
  /** It is not analysed: see `limits.ts`. */
  readonly isLarge: boolean;
}

/** A limit of the service; a single comparison has depth 1. */
const RULE_LEVELS = 10;

const NONE: readonly never[] = [];
const CONDITION_BASE = ['config'] as const;
const FILTER_BASE = ['config', 'filter_rule'] as const;

/** `undefined` for other steps, and when the config is not an object. */
export function conditionOf(step: Step): ConditionTree | undefined {
  if (step.spec.rule !== 'config' || !isObject(step.raw['config'])) return undefined;
  return readCondition(step.config, CONDITION_BASE);
}

export function filterConditionOf(step: Step): ConditionTree | undefined {
  if (step.spec.rule !== 'filter_rule') return undefined;
  const filter = configField(step, 'filter_rule');
  return isObject(filter) ? readCondition(filter, FILTER_BASE) : undefined;
}

export const conditionOrFilterOf = (step: Step): ConditionTree | undefined =>
  step.spec.rule === undefined ? undefined : (conditionOf(step) ?? filterConditionOf(step));

/** All comparisons of a tree, in document order. The depth of a tree is bounded. */
export function leavesOf(root: ConditionNode): readonly ConditionLeaf[] {
  return root.kind === 'rule' ? [root] : root.rules.flatMap(leavesOf);
}

/** Parses any rule tree, valid or not, up to `RULE_LEVELS`. */
function readCondition(value: JsonObject, base: readonly string[]): ConditionTree {
  const parser: Parser = { faults: [], isTooDeep: false };
  const isLarge = isLargeCondition(value);
  const root = parseNode(value, NONE, parser);
  return { base, root: isLarge ? UNREADABLE : root, faults: parser.faults, isLarge };
}

const UNREADABLE: ConditionNode = { kind: 'unreadable', path: NONE, rules: NONE };

interface Parser {
  readonly faults: ConditionFault[];
  /** Excessive depth is reported once. */
  isTooDeep: boolean;
}

function parseNode(value: unknown, path: ConditionPath, parser: Parser): ConditionNode {
  const unreadable = (
    ...[message, help, detail]: [message: string, help: string, detail: string]
  ): ConditionGroup => {
    parser.faults.push({ path, message, help, detail });
    return { kind: 'unreadable', path, rules: NONE };
  };
  // Each level adds "rules" and an index to the path.
  if (path.length / 2 >= RULE_LEVELS) {
    if (parser.isTooDeep) return { kind: 'unreadable', path, rules: NONE };
    parser.isTooDeep = true;
    return unreadable(
      `rules are nested more than ${RULE_LEVELS} levels deep`,
      'merge groups of the same type, or use a second condition step',
      'depth',
    );
  }
  if (!isObject(value)) {
    const kind = describeKind(value);
    return unreadable(`expected a rule, found ${kind}`, EXAMPLE_RULE, kind);
  }
  const type = value['type'];
  if (type === 'rule') return parseLeaf(value, path, parser.faults);
  if (type === 'and' || type === 'or')
    return { kind: type, path, rules: parseParts(value, `"${type}" group`, path, parser) };
  const isGroup = Array.isArray(value['rules']);
  if (type !== undefined) {
    const name = typeof type === 'string' ? quote(type) : describeKind(type);
    const message = `unknown rule type ${name}`;
    const help = adviseType(type, isGroup);
    parser.faults.push({ path: [...path, 'type'], message, help, detail: `type ${name}` });
  }
  if (!isGroup && (value['field'] !== undefined || value['operator'] !== undefined))
    return parseLeaf(value, path, parser.faults);
  if (!isGroup)
    return type === undefined
      ? unreadable('rule is missing', EXAMPLE_RULE, 'type')
      : { kind: 'unreadable', path, rules: NONE };
  if (type === undefined)
    parser.faults.push({
      ...missingPart(value, 'group of rules', 'type', 'add "type": "and" or "type": "or"'),
      path,
    });
  return { kind: 'unreadable', path, rules: parseParts(value, 'group', path, parser) };
}

function parseParts(
  group: JsonObject,
  name: string,
  path: ConditionPath,
  parser: Parser,
): readonly ConditionNode[] {
  const { rules } = group;
  if (Array.isArray(rules) && rules.length > 0)
    return rules.map((rule, index) => parseNode(rule, [...path, 'rules', index], parser));
  const inRules = [...path, 'rules'];
  const help = 'list the rules in an array under "rules"';
  if (Array.isArray(rules))
    parser.faults.push({
      path: inRules,
      message: `${name} is empty`,
      help: 'add at least one rule, or remove the group',
      detail: name,
    });
  else if (rules === undefined)
    parser.faults.push({ ...missingPart(group, name, 'rules', help), path });
  else {
    const message = `"rules" of ${name} must be an array, but is ${describeKind(rules)}`;
    parser.faults.push({ path: inRules, message, help, detail: name });
  }
  return NONE;
}

function missingPart(
  group: JsonObject,
  name: string,
  part: 'type' | 'rules',
  help: string,
): Omit<ConditionFault, 'path'> {
  const instead = misnamedPart(group, part);
  return {
    message: `${name} has no "${part}"${beside(instead)}`,
    help: instead?.help ?? help,
    detail: part === 'type' ? part : name,
    instead,
  };
}

function parseLeaf(rule: JsonObject, path: ConditionPath, faults: ConditionFault[]): ConditionLeaf {
  const { type, field, operator, value } = rule;
  const operand = typeof operator === 'string' ? operandOf(operator) : undefined;
  const isNamed = typeof field === 'string' && field.trim() !== '';
  const sound = isNamed && operand !== undefined && takes(operand, value) && type === 'rule';
  if (!sound) addLeafFaults(rule, path, operand, faults);
  return {
    kind: 'rule',
    path,
    field: isNamed ? field : undefined,
    operator: operand === undefined ? undefined : (operator as Operator),
    value,
    sound,
  };
}
