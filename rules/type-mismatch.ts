import type { Graph } from '../src/graph/graph.ts';
import { type PayloadProperty, payloadsOf } from '../src/graph/payloads.ts';
import { rulesOf } from '../src/graph/reads.ts';
import { leavesOf } from '../src/model/condition.ts';
import { eventNameOf } from '../src/model/config.ts';
import { labelOf, quote } from '../src/model/label.ts';
import type { EventDefinition, Place, Step } from '../src/model/nodes.ts';
import { describeValue, type Operator, operandOf } from '../src/model/operators.ts';
import { defineRule } from '../src/rule.ts';

/** One comparison with a property of an event. */
interface Comparison {
  readonly place: Place;
  /** The condition or filter, as a message names it. */
  readonly where: string;
  readonly event: string;
  readonly property: string;
  /** The property as the rule names it. */
  readonly field: string;
  readonly operator: Operator;
  /** Long text is cut: only its kind matters. */
  readonly value: unknown;
}

const PREFIX = 'event.';
const AWAITED = 'wait_events.';
const LONGEST_KEPT = 100;

const KINDS: ReadonlyMap<string, string> = new Map([
  ['string', 'text'],
  ['number', 'a number'],
  ['boolean', 'true or false'],
  ['date', 'a date'],
]);

export default defineRule<Record<never, never>, readonly Comparison[]>({
  id: 'type-mismatch',
  severity: 'warning',
  preset: 'recommended',
  category: 'email',
  since: '0.1.0',
  summary: "A rule that compares a property with what its type in the event's schema can never be.",
  why: 'The comparison has the same outcome for every contact, so all of them go the same way: half of the workflow is never used.',
  remedy: "Compare with a value of the type the schema gives, or put the schema right if it is the schema that's wrong.",
  whenOff: 'When your schemas are out of date and the payloads do not follow them.',
  needs: { events: 'any' },
  gaps: ['events'],

  facts({ workflow, graph, place, definition }) {
    let comparisons: Comparison[] | undefined;
    let started: string | undefined | null = null;
    for (const { step, tree } of rulesOf(graph)) {
      if (step.type === 'condition' && started === null) started = startingEvent(workflow.steps, (candidate) => graph.isDuplicate(candidate));
      const ownEvent = step.type === 'condition' ? started : eventNameOf(step);
      for (const { field, operator, value, sound, path } of leavesOf(tree.root)) {
        // What is no sound rule is a matter of invalid-rule; null and what takes no value fit any type.
        if (!sound || field === undefined || operator === undefined || value === null || operandOf(operator) === 'none') continue;
        const read = field.startsWith(PREFIX) ? { event: ownEvent, property: field.slice(PREFIX.length) } : readAwaited(step, field, graph);
        if (read?.event === undefined || read.event === null || agrees(definition(read.event), read.property, operator, value)) continue;
        comparisons ??= [];
        comparisons.push({
          place: place([step, ...tree.base, ...path]),
          where: step.type === 'condition' ? labelOf(step) : `the filter of ${labelOf(step)}`,
          event: read.event,
          property: read.property,
          field,
          operator,
          value: typeof value === 'string' ? value.slice(0, LONGEST_KEPT) : value,
        });
      }
    }
    return comparisons;
  },

  workspace({ facts, workspace }, report) {
    for (const { fact } of facts) {
      for (const comparison of fact) {
        const { place, where, event, property, field, operator, value } = comparison;
        const definition = workspace.definition(event);
        if (definition === undefined || agrees(definition, property, operator, value)) continue;
        const type = definition.schema?.get(property) as string;
        report({
          at: place,
          message: `${where}: ${quote(field)} is ${KINDS.get(type)} in the schema of ${quote(event)}, ${clash(operator, value)}`,
          help: advise(type, operator, value),
          detail: `${field.startsWith(PREFIX) ? property : field} ${operator} ${value}`,
        });
      }
    }
  },
});

/** The property of an awaited event that a field names, if it names one. */
function readAwaited(step: Step, field: string, graph: Graph): PayloadProperty | undefined {
  return field.startsWith(AWAITED) ? payloadsOf(graph).read(step, { kind: 'wait_events', name: field.slice(AWAITED.length) }) : undefined;
}

/** The event whose payload a condition sees; `undefined` when several triggers name different ones. */
function startingEvent(steps: readonly Step[], isDuplicate: (step: Step) => boolean): string | undefined {
  let event: string | undefined;
  for (const step of steps) {
    if (step.type !== 'trigger' || isDuplicate(step)) continue;
    const named = eventNameOf(step);
    if (named === undefined || (event !== undefined && event !== named)) return undefined;
    event = named;
  }
  return event;
}

/** Whether the event is known, and says nothing against the comparison. */
function agrees(definition: EventDefinition | undefined, property: string, operator: Operator, value: unknown): boolean {
  if (definition === undefined) return false;
  const type = definition.schema?.get(property);
  return type === undefined || !KINDS.has(type) || fits(type, operator, value);
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

/** A date comes as a number, or as text in forms nobody has listed: all of them have digits. */
const mayBeDate = (value: unknown): boolean => typeof value === 'number' || (typeof value === 'string' && /\d/.test(value));

function clash(operator: Operator, value: unknown): string {
  switch (operandOf(operator)) {
    case 'number':
      return `and "${operator}" compares ${typeof value === 'number' ? 'numbers' : 'dates here'}: the rule never holds`;
    case 'text':
      return `and "${operator}" looks into text: the rule never holds`;
    default:
      return `never ${describeValue(value)}: the rule ${operator === 'eq' ? 'never' : 'always'} holds`;
  }
}

function advise(type: string, operator: Operator, value: unknown): string {
  const takesAny = operandOf(operator) === 'any';
  if (takesAny && type === 'string') return `write "${value}", in quotes`;
  if (takesAny && type === 'number' && typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)))
    return `write ${Number(value)} without quotes`;
  if (takesAny && type === 'boolean' && (value === 'true' || value === 'false')) return `write ${value} without quotes`;
  if (type === 'string') return 'compare text by "eq", "neq", "contains", "starts_with" or "ends_with"';
  if (type === 'boolean') return 'compare by "eq" with true or false';
  return type === 'date' ? 'compare with a date such as "2026-10-01"' : 'compare with a number, by "eq", "neq", "gt", "gte", "lt" or "lte"';
}
