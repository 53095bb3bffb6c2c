import type { ConditionLeaf, ConditionNode } from './condition.ts';
import { isObject, type JsonObject, own } from './json.ts';
import { quote } from './label.ts';
import { takeFirst, truncate } from './text.ts';

const VERBS: ReadonlyMap<string | undefined, readonly [positive: string, negative: string]> =
  new Map([
    ['eq', ['is', 'is not']],
    ['neq', ['is not', 'is']],
    ['gt', ['is more than', 'is not more than']],
    ['gte', ['is at least', 'is not at least']],
    ['lt', ['is less than', 'is not less than']],
    ['lte', ['is at most', 'is not at most']],
    ['contains', ['contains', 'does not contain']],
    ['starts_with', ['starts with', 'does not start with']],
    ['ends_with', ['ends with', 'does not end with']],
    ['exists', ['exists', 'does not exist']],
    ['is_empty', ['is empty', 'is not empty']],
  ]);

/** `event.plan is "pro" and event.seats is more than 1`. Not escaped. */
export function conditionInWords(node: ConditionNode, holds = true): string {
  if (node.kind === 'rule') return leafInWords(node, holds);
  if (node.kind === 'unreadable' || node.rules.length === 0)
    return `a rule that cannot be read ${holds ? 'holds' : 'does not hold'}`;
  // The depth of a rule tree is bounded.
  const joint = (node.kind === 'and') === holds ? 'and' : 'or';
  const { first, more } = takeFirst(node.rules, 4);
  const shown = first.map((part) => {
    const words = conditionInWords(part, holds);
    return part.kind === 'rule' || node.rules.length === 1 ? words : `(${words})`;
  });
  if (more > 0) shown.push(`${more} more`);
  return shown.join(` ${joint} `);
}

export function valueInWords(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  if (Array.isArray(value)) return 'a list';
  return isObject(value) ? 'an object' : String(value);
}

function leafInWords({ field, operator, value }: ConditionLeaf, holds: boolean): string {
  const name = field === undefined ? 'a field without a name' : nameInWords(field);
  const verb = VERBS.get(operator)?.[holds ? 0 : 1];
  if (verb === undefined)
    return `${name} ${holds ? 'passes' : 'does not pass'} a comparison that cannot be read`;
  return operator === 'exists' || operator === 'is_empty'
    ? `${name} ${verb}`
    : `${name} ${verb} ${value === undefined ? 'nothing' : valueInWords(value)}`;
}

// Quotes a name that could be taken for a part of the sentence.
const nameInWords = (name: string): string => (/^[\w.-]{1,80}$/.test(name) ? name : quote(name));

const SIGNS: ReadonlyMap<string, string> = new Map([
  ...([
    ['eq', '='],
    ['neq', 'is not'],
    ['gt', '>'],
    ['gte', '≥'],
    ['lt', '<'],
    ['lte', '≤'],
  ] as const),
]);
const MAX_LINES = 40;
const [MAX_FIELD, MAX_VALUE] = [121, 201];

/** Lines of a picture, of faulty rules too: `event.plan = pro`, or `all of 3 rules` and these. Not escaped. */
export function outlineOfCondition(rule: JsonObject): readonly [string, ...string[]] {
  const lines: string[] = [];
  const stack: { readonly part: unknown; readonly depth: number }[] = [{ part: rule, depth: 0 }];
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    const { part, depth } = at;
    const rules = isObject(part) ? own(part, 'rules') : undefined;
    const text = isObject(part) ? outlineOfPart(part, rules) : UNREADABLE;
    lines.push('· '.repeat(Math.max(0, depth - 1)) + text);
    if (lines.length === MAX_LINES) {
      if (stack.length > 0) lines.push('… and more rules');
      break;
    }
    if (!Array.isArray(rules)) continue;
    for (const each of rules.slice(0, MAX_LINES).toReversed())
      stack.push({ part: each, depth: depth + 1 });
  }
  return lines as [string, ...string[]];
}

const UNREADABLE = 'a rule that cannot be read';

function outlineOfPart(rule: JsonObject, rules: unknown): string {
  if (Array.isArray(rules))
    return `${own(rule, 'type') === 'or' ? 'any' : 'all'} of ${rules.length} ${rules.length === 1 ? 'rule' : 'rules'}`;
  const [field, operator, value] = [own(rule, 'field'), own(rule, 'operator'), own(rule, 'value')];
  if (typeof field !== 'string' || typeof operator !== 'string') return UNREADABLE;
  return [
    truncate(field, MAX_FIELD),
    SIGNS.get(operator) ?? operator.slice(0, MAX_FIELD - 1).replaceAll('_', ' '),
    ...(typeof value === 'object' || value === undefined
      ? []
      : [truncate(String(value), MAX_VALUE)]),
  ].join(' ');
}
