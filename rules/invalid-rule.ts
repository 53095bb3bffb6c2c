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
import { addFix, writeFix } from '../src/core/model/fix.ts';
import { nearest } from '../src/core/model/nearest.ts';
import { isWait } from '../src/core/model/step-type.ts';
import { describeKind, describeValue, quote } from '../src/core/model/text.ts';
import { defineRule, type Report, type ReportFn } from '../src/core/rule.ts';

const EXAMPLE =
  'write a rule such as {"type": "rule", "field": "event.…", "operator": "eq", "value": "…"}';

/** Operators of other tools, without case and separators. */
const SYNONYMS: Readonly<Partial<Record<Operator, string>>> = {
  eq: '= == === is equal equals equalto',
  neq: '!= !== <> ne not isnot notequal notequals notequalto doesnotequal',
  gt: '> greater greaterthan morethan after above',
  gte: '>= ge greaterthanorequal greaterthanorequals atleast min',
  lt: '< less lessthan before below',
  lte: '<= le lessthanorequal lessthanorequals atmost max',
  contains: 'include includes like has contain',
  starts_with: 'prefix beginswith begins starts',
  ends_with: 'suffix ends',
  exists: 'isset ispresent present isdefined',
  is_empty: 'empty blank isblank isnull null ismissing',
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
        const { message, meant, ...rest } = describe(fault);
        const isType = fault.is === 'missing' && fault.fields.join() === 'type';
        report({
          at,
          message: `${labelOf(step)}: ${message}`,
          ...rest,
          fixes:
            isType && meant !== undefined ? addFix(at, 'type', meant, 'safe') : writeFix(at, meant),
        });
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
      return Array.isArray(fault.found)
        ? { message: 'a group has no rules', help: 'add at least one rule, or remove the group' }
        : {
            message: `"rules" must be an array, but is ${describeKind(fault.found)}`,
            help: 'list the rules in an array under "rules"',
          };
    case 'field':
      return {
        message: `field of a rule is ${fault.found === '' || typeof fault.found === 'string' ? 'blank' : describeKind(fault.found)}`,
        help: 'use a field such as "event.…" or "contact.email"',
      };
    case 'missing':
      return describeMissing(fault.fields);
    case 'type':
      return describeType(fault.found, fault.isGroup);
    case 'operator':
      return describeOperator(fault.found, fault.field);
    default:
      return describeOperand(fault.found, fault.operator);
  }
}

function describeMissing(fields: readonly string[]): Words {
  const message = `rule has no ${fields.map(quote).join(' or ')}`;
  if (fields.join() === 'type') return { message, help: 'add "type": "rule", "and" or "or"' };
  return { message, help: fields.join() === 'rules' ? 'list the rules under "rules"' : EXAMPLE };
}

function describeType(found: unknown, isGroup: boolean): Words {
  const written = typeof found === 'string' ? quote(found) : describeKind(found);
  const plain = typeof found === 'string' ? found.toLowerCase() : '';
  const groups = new Map([
    ...['all', 'and', '&&'].map((name) => [name, 'and'] as const),
    ...['any', 'or', '||'].map((name) => [name, 'or'] as const),
  ]);
  const meant = isGroup ? groups.get(plain) : (nearest(plain, ['rule']) ?? groups.get(plain));
  const help =
    meant === undefined
      ? `use ${isGroup ? '"and" or "or"' : '"rule", "and" or "or"'}`
      : `use ${quote(meant)}`;
  return { message: `unknown rule type ${written}`, help, meant };
}

function describeOperator(found: unknown, field: string): Words {
  const written = typeof found === 'string' ? quote(found) : describeKind(found);
  const message = `unknown operator ${written} in rule on ${quote(field)}`;
  const plain = typeof found === 'string' ? found.toLowerCase().replace(/[_\-\s]/g, '') : '';
  if (['in', 'oneof', 'anyof'].includes(plain))
    return { message, help: 'use an "or" group with one "eq" rule for each value' };
  if (/^(?:not|isnot|doesnot)(?:contain|exist|empty|in)/.test(plain))
    return { message, help: 'use the operator without "not", and the condition_not_met branch' };
  const named = OPERATORS.find((name) => SYNONYMS[name]?.split(' ').includes(plain));
  const meant = named ?? nearest(String(found), OPERATORS);
  const help = meant === undefined ? `use one of ${OPERATORS.join(', ')}` : `use ${quote(meant)}`;
  return { message, help, meant };
}

function describeOperand(found: unknown, operator: Operator): Words {
  const operand = operandOf(operator);
  const message = `${quote(operator)} requires ${TAKES[operand]}, not ${describeValue(found)}`;
  if (operand === 'any') return { message, help: 'use an "or" group with one rule for each value' };
  if (operand === 'text') {
    const isPlain = typeof found === 'number' || typeof found === 'boolean';
    return isPlain
      ? { message, help: `write "${found}" in quotes`, meant: String(found) }
      : { message, help: 'use a string' };
  }
  const number = typeof found === 'string' && found.trim() !== '' ? Number(found) : Number.NaN;
  return Number.isFinite(number)
    ? { message, help: `write ${number} without quotes`, meant: number }
    : { message, help: 'use a number; strings are compared by "eq" and "neq"' };
}
