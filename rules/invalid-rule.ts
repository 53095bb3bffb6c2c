import {
  type ConditionFault,
  comparisonsIn,
  conditionOf,
  DEEPEST,
  OPERANDS,
  OPERATORS,
  type Operator,
} from '../src/core/model/condition.ts';
import { writeFix } from '../src/core/model/fix.ts';
import { convertTo } from '../src/core/model/json.ts';
import { nearest } from '../src/core/model/nearest.ts';
import { isWait } from '../src/core/model/step-type.ts';
import { adviseName, describeValue, labelOf, quote } from '../src/core/model/text.ts';
import type { Step } from '../src/core/model/workflow.ts';
import { defineRule, type ReportFn } from '../src/core/rule.ts';

export default defineRule({
  id: 'invalid-rule',
  severity: 'error',
  stage: 'structure',
  isOfConfigs: true,
  summary: 'A condition or filter that the service cannot evaluate.',
  why: 'The service rejects the workflow, or the condition fails for every contact.',
  remedy: 'Write each part as the service documents it: type, field, operator and value.',

  workflow({ steps }, report) {
    for (const step of steps) {
      checkFields(step, report);
      for (const fault of conditionOf(step)?.faults ?? []) {
        const { at } = fault;
        const [message, help, meant] = describe(fault);
        report({ at, message: `${labelOf(step)}: ${message}`, help, fixes: writeFix(at, meant) });
      }
    }
  },
});

/** A filter reads the awaited event only, and a condition no awaited event. */
function checkFields(step: Step, report: ReportFn): void {
  const isFilter = isWait(step);
  for (const { field = '', at } of comparisonsIn(step))
    if (field.startsWith('wait_events.') || (isFilter && field.startsWith('contact.')))
      report({
        at: [...at, 'field'],
        message: `${labelOf(step)} cannot compare ${quote(field)}`,
        help: isFilter
          ? 'compare a field of the awaited event, "event.…", or use a condition after the wait'
          : 'compare "event.…" or "contact.…", or use the "filter_rule" of the wait',
        severity: 'warning',
      });
}

/** The message, its help, and the value that is meant. */
type Words = readonly [message: string, help: string, meant?: unknown];

const EXAMPLE =
  'write a rule such as {"type": "rule", "field": "event.…", "operator": "eq", "value": "…"}';

function describe(fault: ConditionFault): Words {
  switch (fault.is) {
    case 'depth':
      return [`rules are nested deeper than ${DEEPEST} levels`, 'merge the groups'];
    case 'not-object':
      return [`expected a rule, found ${describeValue(fault.found)}`, EXAMPLE];
    case 'empty':
      return ['"rules" has no rules', 'list at least one rule, or remove the group'];
    case 'field':
      return ['"field" does not name a field', 'use a field such as "event.…"'];
    case 'missing':
      return [`rule has no ${fault.fields.map(quote).join(' or ')}`, EXAMPLE];
    case 'type': {
      const known = fault.isGroup ? ['and', 'or'] : ['rule', 'and', 'or'];
      const meant = nearest(String(fault.found), known);
      const help = adviseName(meant, `use ${known.map(quote).join(' or ')}`);
      return [`unknown rule type ${written(fault.found)}`, help, meant];
    }
    case 'operator': {
      const meant = operatorMeant(String(fault.found));
      const help = adviseName(meant, `use one of ${OPERATORS.join(', ')}`);
      return [`unknown operator ${written(fault.found)}`, help, meant];
    }
    default:
      return describeOperand(fault.found, fault.operator);
  }
}

const written = (found: unknown): string =>
  typeof found === 'string' ? quote(found) : describeValue(found);

/** Operators of other tools. */
const SYNONYMS: ReadonlyMap<Operator, string> = new Map([
  ['eq', '= == === is equal equals'],
  ['neq', '!= !== <> ne not_equal not_equals'],
  ['gt', '> greater_than'],
  ['gte', '>= greater_than_or_equal'],
  ['lt', '< less_than'],
  ['lte', '<= less_than_or_equal'],
]);

const operatorMeant = (name: string): string | undefined =>
  OPERATORS.find((each) => SYNONYMS.get(each)?.split(' ').includes(name.toLowerCase())) ??
  nearest(name, OPERATORS);

const TAKES = { number: 'number', text: 'string', any: 'plain value', none: 'rule' };

function describeOperand(found: unknown, operator: Operator): Words {
  const taken = TAKES[OPERANDS[operator]];
  const meant = convertTo(taken, found);
  const help = meant === undefined ? `write a ${taken}` : `write ${JSON.stringify(meant)}`;
  return [`${quote(operator)} requires a ${taken}, not ${describeValue(found)}`, help, meant];
}
