import type { Graph } from '../src/core/graph/graph.ts';
import { meantReference } from '../src/core/graph/meant-reference.ts';
import { type PayloadProperty, payloadsOf, startingEvent } from '../src/core/graph/payloads.ts';
import { conditionsIn, labelOfCondition } from '../src/core/graph/reads.ts';
import { leavesOf } from '../src/core/model/condition.ts';
import { eventNameOf } from '../src/core/model/config.ts';
import { schemaTypeMeant } from '../src/core/model/definitions.ts';
import { writeFix } from '../src/core/model/fix.ts';
import { quote } from '../src/core/model/label.ts';
import { findLiterals } from '../src/core/model/literal-text.ts';
import type { Step } from '../src/core/model/nodes.ts';
import { type Operator, operandOf } from '../src/core/model/operators.ts';
import { placeOf } from '../src/core/model/place.ts';
import { createReference } from '../src/core/model/references.ts';
import { isCondition } from '../src/core/model/step-type.ts';
import { defineRule } from '../src/core/rule.ts';

const PREFIX = 'event.';
const AWAITED = 'wait_events.';

const KINDS: ReadonlyMap<string, string> = new Map([
  ['string', 'a string'],
  ['number', 'a number'],
  ['boolean', 'a boolean'],
  ['date', 'a date'],
]);

export default defineRule({
  id: 'type-mismatch',
  severity: 'warning',
  preset: 'recommended',
  category: 'email',
  summary: 'A comparison that does not match the type in the event schema.',
  why: 'The comparison has the same result for every contact, so the emails on one branch are never sent.',
  remedy: 'Compare with a value of the type in the schema, or correct the schema.',
  whenOff: 'When your schemas are outdated and payloads do not follow them.',
  needs: { events: 'any' },

  workflow({ graph, workspace }, report) {
    for (const { step, tree } of conditionsIn(graph)) {
      const ownEvent = isCondition(step) ? startingEvent(graph) : eventNameOf(step);
      for (const { field: written, operator, value, sound, path } of leavesOf(tree.root)) {
        const field = written && readAsMeant(written, { step, graph, workspace });
        // invalid-rule reports unsound rules; null and operators without a value fit any type.
        if (
          !sound ||
          field === undefined ||
          operator === undefined ||
          value === null ||
          operandOf(operator) === 'none'
        )
          continue;
        const read = field.startsWith(PREFIX)
          ? { event: ownEvent, property: field.slice(PREFIX.length) }
          : readAwaited(step, field, graph);
        if (read?.event === undefined) continue;
        const { event, property } = read;
        const given = workspace.definitionMeant(event)?.schema?.get(property);
        const type = given === undefined || KINDS.has(given) ? given : schemaTypeMeant(given);
        if (type === undefined || fits(type, operator, value)) continue;
        const at = placeOf([step, ...tree.base, ...path]);
        report({
          at,
          message: `${labelOfCondition(step)}: ${quote(field)} is ${KINDS.get(type)} in ${quote(event)} ${clash(operator, value)}`,
          help: advise(type, operator, value),
          fixes: writeFix(
            [{ ...at, pointer: `${at.pointer}/value` }],
            rightValue(type, operator, value),
          ),
          // A template expression, which is never replaced.
          explainedBy:
            typeof value === 'string' && findLiterals(value).length > 0
              ? 'mustache-in-variable'
              : undefined,
          fingerprintKey: {
            detail: `${field.startsWith(PREFIX) ? property : field} ${operator} ${printValue(value)}`,
          },
        });
      }
    }
  },
});

/** A name without a prefix has its own finding. */
function readAsMeant(field: string, at: Parameters<typeof meantReference>[1]): string {
  const { kind } = createReference(at.step, field, 'rule');
  return kind === 'unqualified' ? (meantReference(field, at).reference ?? field) : field;
}

// Long text would only make the fingerprint of its finding slower.
const LONGEST = 100;

const printValue = (value: unknown): string =>
  typeof value === 'string' ? value.slice(0, LONGEST) : `${value}`;

/** The property of an awaited event that a field names, if it names one. */
function readAwaited(step: Step, field: string, graph: Graph): PayloadProperty | undefined {
  return field.startsWith(AWAITED)
    ? payloadsOf(graph).read(step, { kind: 'wait_events', name: field.slice(AWAITED.length) })
    : undefined;
}

function fits(type: string, operator: Operator, value: unknown): boolean {
  switch (operandOf(operator)) {
    case 'number':
      return type === 'date' || (type === 'number' && typeof value === 'number');
    case 'text':
      return type === 'string' || type === 'date';
    default:
      return type === 'date' ? mayBeDate(value) : typeof value === type;
  }
}

/** A date is a number, or a string in a form that is not documented but contains digits. */
const mayBeDate = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /\d/.test(value));

function clash(operator: Operator, value: unknown): string {
  switch (operandOf(operator)) {
    case 'number':
      return `but "${operator}" compares ${typeof value === 'number' ? 'numbers' : 'dates'}`;
    case 'text':
      return `but "${operator}" compares strings`;
    default:
      return `and ${operator === 'eq' ? 'never equals' : 'always differs from'} ${typeof value === 'string' ? quote(value) : value}`;
  }
}

/** The same value in the type of the schema. */
function rightValue(type: string, operator: Operator, value: unknown): unknown {
  if (operandOf(operator) !== 'any') return undefined;
  if (type === 'string') return String(value);
  if (typeof value !== 'string') return undefined;
  if (type === 'boolean')
    return new Map([
      ['true', true],
      ['false', false],
    ]).get(value);
  const isNumber = type === 'number' && value.trim() !== '' && Number.isFinite(Number(value));
  return isNumber ? Number(value) : undefined;
}

function advise(type: string, operator: Operator, value: unknown): string {
  const right = rightValue(type, operator, value);
  if (right !== undefined)
    return typeof right === 'string'
      ? `write "${right}" in quotes`
      : `write ${right} without quotes`;
  if (type === 'string')
    return 'use "eq", "neq", "contains", "starts_with" or "ends_with" with a string';
  if (type === 'boolean') return 'use "eq" or "neq" with true or false';
  return type === 'date'
    ? 'compare with a date in the form YYYY-MM-DD'
    : 'use "eq", "neq", "gt", "gte", "lt" or "lte" with a number';
}
