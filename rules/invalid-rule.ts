import {
  type ConditionFault,
  type ConditionOf,
  comparisonsOf,
  conditionOf,
  DEEPEST,
  OPERATORS,
  type Operator,
  operandOf,
} from '../src/core/model/condition.ts';
import { labelOf } from '../src/core/model/config.ts';
import { writeFix } from '../src/core/model/fix.ts';
import { nearest } from '../src/core/model/nearest.ts';
import { isWait } from '../src/core/model/step-type.ts';
import { describeKind, describeValue, quote } from '../src/core/model/text.ts';
import { defineRule, type Report, type ReportFn } from '../src/core/rule.ts';

const EXAMPLE =
  'write a rule such as {"type": "rule", "field": "event.…", "operator": "eq", "value": "…"}';

/** Operators of other tools. */
const SYNONYMS: Readonly<Partial<Record<Operator, string>>> = {
  eq: '= == === is equal equals',
  neq: '!= !== <> ne not_equal not_equals',
  gt: '> greater_than',
  gte: '>= greater_than_or_equal',
  lt: '< less_than',
  lte: '<= less_than_or_equal',
};
const TAKES = {
  number: 'a number',
  text: 'a string',
  any: 'a string, number, boolean or null',
  none: 'no value',
} as const;

export default defineRule({
  id: 'invalid-rule',
  severity: 'error',
  preset: 'recommended',
  stage: 'structure',
  summary: 'A condition or filter that the service cannot evaluate.',
  why: 'The service rejects the workflow, or the condition fails for every contact.',
  remedy: 'Write each part as the service documents it: type, field, operator and value.',

  workflow({ steps }, report) {
    for (const step of steps) {
      const condition = conditionOf(step);
      if (condition !== undefined) checkFields(condition, report);
      for (const fault of condition?.faults ?? []) {
        const at = [step, ...(condition?.base ?? []), ...fault.path] as const;
        const { message, help, meant } = describe(fault);
        report({ at, message: `${labelOf(step)}: ${message}`, help, fixes: writeFix(at, meant) });
      }
    }
  },
});

/** A filter reads the awaited event only, and a condition no awaited event. */
function checkFields({ step, base, root }: ConditionOf, report: ReportFn): void {
  const isFilter = isWait(step);
  for (const { field = '', path } of comparisonsOf(root))
    if (field.startsWith('wait_events.') || (isFilter && field.startsWith('contact.')))
      report({
        at: [step, ...base, ...path, 'field'],
        message: `${isFilter ? 'filter of ' : ''}${labelOf(step)} cannot read ${quote(field)}`,
        help: isFilter
          ? 'compare a field of the awaited event, "event.…", or use a condition after the wait'
          : 'compare "event.…" or "contact.…", or use the "filter_rule" of the wait',
        severity: 'warning',
      });
}

type Words = Pick<Report, 'message' | 'help'> & { readonly meant?: unknown };

function describe(fault: ConditionFault): Words {
  switch (fault.is) {
    case 'depth':
      return {
        message: `rules are nested more than ${DEEPEST} levels deep`,
        help: 'merge groups of the same type, or use a second condition step',
      };
    case 'not-object':
      return { message: `expected a rule, found ${describeKind(fault.found)}`, help: EXAMPLE };
    case 'empty':
      return {
        message: `"rules" must be an array with rules, but is ${describeFound(fault.found)}`,
        help: 'list at least one rule, or remove the group',
      };
    case 'field':
      return {
        message: `field of a rule is ${describeFound(fault.found)}`,
        help: 'use a field such as "event.…" or "contact.email"',
      };
    case 'missing':
      return { message: `rule has no ${fault.fields.map(quote).join(' or ')}`, help: EXAMPLE };
    case 'type':
      return describeType(fault.found, fault.isGroup);
    case 'operator':
      return describeOperator(fault.found, fault.field);
    default:
      return describeOperand(fault.found, fault.operator);
  }
}

function describeFound(found: unknown): string {
  if (Array.isArray(found) && found.length === 0) return 'empty';
  return typeof found === 'string' && found.trim() === '' ? 'blank' : describeValue(found);
}

const written = (name: unknown): string =>
  typeof name === 'string' ? quote(name) : describeKind(name);

function describeType(found: unknown, isGroup: boolean): Words {
  const known = isGroup ? ['and', 'or'] : ['rule', 'and', 'or'];
  const meant = nearest(String(found).toLowerCase(), known);
  return {
    message: `unknown rule type ${written(found)}`,
    help: `use ${meant === undefined ? known.map(quote).join(' or ') : quote(meant)}`,
    meant,
  };
}

function describeOperator(found: unknown, field: string): Words {
  const message = `unknown operator ${written(found)} in rule on ${quote(field)}`;
  const plain = String(found).toLowerCase();
  if (plain === 'in')
    return { message, help: 'use an "or" group with one "eq" rule for each value' };
  if (/^(?:does_)?not_/.test(plain) && !plain.endsWith('equals'))
    return { message, help: 'use the operator without "not", and the condition_not_met branch' };
  const named = OPERATORS.find((name) => SYNONYMS[name]?.split(' ').includes(plain));
  const meant = named ?? nearest(plain, OPERATORS);
  const help = meant === undefined ? `use one of ${OPERATORS.join(', ')}` : `use ${quote(meant)}`;
  return { message, help, meant };
}

function describeOperand(found: unknown, operator: Operator): Words {
  const operand = operandOf(operator);
  const message = `${quote(operator)} requires ${TAKES[operand]}, not ${describeValue(found)}`;
  if (operand === 'any') return { message, help: 'use an "or" group with one rule for each value' };
  const number = typeof found === 'string' && found.trim() !== '' ? Number(found) : Number.NaN;
  if (operand === 'number' && Number.isFinite(number))
    return { message, help: `write ${number} without quotes`, meant: number };
  if (operand === 'text' && (typeof found === 'number' || typeof found === 'boolean'))
    return { message, help: `write "${found}" in quotes`, meant: String(found) };
  return { message, help: `use ${TAKES[operand]}` };
}
