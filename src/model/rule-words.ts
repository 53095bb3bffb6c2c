import type { RuleLeaf, RuleNode } from './condition.ts';
import { isObject } from './json.ts';
import { quote } from './label.ts';

const POSITIVE: ReadonlyMap<string, string> = new Map([
  ['eq', 'is'],
  ['neq', 'is not'],
  ['gt', 'is more than'],
  ['gte', 'is at least'],
  ['lt', 'is less than'],
  ['lte', 'is at most'],
  ['contains', 'contains'],
  ['starts_with', 'starts with'],
  ['ends_with', 'ends with'],
  ['exists', 'exists'],
  ['is_empty', 'is empty'],
]);
const NEGATIVE: ReadonlyMap<string, string> = new Map([
  ['eq', 'is not'],
  ['neq', 'is'],
  ['gt', 'is not more than'],
  ['gte', 'is not at least'],
  ['lt', 'is not less than'],
  ['lte', 'is not at most'],
  ['contains', 'does not contain'],
  ['starts_with', 'does not start with'],
  ['ends_with', 'does not end with'],
  ['exists', 'does not exist'],
  ['is_empty', 'is not empty'],
]);

const MAX_PARTS = 4;

/** A rule, or its opposite, as people say it: `event.plan is "pro" and event.seats is more than 1`. Not escaped. */
export function ruleInWords(node: RuleNode, holds = true): string {
  if (node.kind === 'rule') return leafInWords(node, holds);
  if (node.kind === 'unreadable' || node.rules.length === 0) return `a rule that cannot be read ${holds ? 'holds' : 'does not hold'}`;
  // Not "a or b" is neither a nor b. What was read is at most ten deep.
  const joint = (node.kind === 'and') === holds ? 'and' : 'or';
  const shown = node.rules.slice(0, MAX_PARTS).map((part) => {
    const words = ruleInWords(part, holds);
    return part.kind === 'rule' || node.rules.length === 1 ? words : `(${words})`;
  });
  if (node.rules.length > MAX_PARTS) shown.push(`${node.rules.length - MAX_PARTS} more`);
  return shown.join(` ${joint} `);
}

/** A value as a rule in words writes it. */
export function valueInWords(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  if (Array.isArray(value)) return 'a list';
  return isObject(value) ? 'an object' : String(value);
}

function leafInWords({ field, operator, value }: RuleLeaf, holds: boolean): string {
  const name = field === undefined ? 'a field without a name' : nameInWords(field);
  const verb = (holds ? POSITIVE : NEGATIVE).get(operator ?? '');
  if (verb === undefined) return `${name} ${holds ? 'passes' : 'does not pass'} a comparison that cannot be read`;
  return operator === 'exists' || operator === 'is_empty' ? `${name} ${verb}` : `${name} ${verb} ${value === undefined ? 'nothing' : valueInWords(value)}`;
}

// A name that could be taken for a part of the sentence stands in quotes.
const nameInWords = (name: string): string => (/^[\w.-]{1,80}$/.test(name) ? name : quote(name));
