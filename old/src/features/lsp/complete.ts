import { getLocation } from 'jsonc-parser';
import { firstTooDeep } from '../../core/document/syntax.ts';
import { buildRecoveredGraph } from '../../core/graph/graph.ts';
import { eventNameOf } from '../../core/model/config.ts';
import { CONTACT_FIELDS } from '../../core/model/contact.ts';
import { SPELLINGS } from '../../core/model/fields.ts';
import { isTooLarge } from '../../core/model/limits.ts';
import type { Document, EventDefinition, Workflow } from '../../core/model/nodes.ts';
import { OPERATORS } from '../../core/model/operators.ts';
import { edgesFieldOf } from '../../core/model/place.ts';
import { branchTypes, isTrigger, isWait } from '../../core/model/step-type.ts';
import { EDGE_TYPES, STEP_TYPES } from '../../core/steps/registry.ts';

const ENDS: readonly string[] = [...SPELLINGS.edge.from, ...SPELLINGS.edge.to];
const TYPES: readonly string[] = SPELLINGS.edge.type;

/** @param last the document of the last valid text, since the text is invalid while a word is typed. */
export function proposalsAt(
  text: string,
  offset: number,
  last: Document | undefined,
  events: readonly EventDefinition[],
) {
  if (firstTooDeep(text) !== undefined) return undefined;
  const { path, isAtPropertyKey, previousNode } = getLocation(text, offset);
  if (isAtPropertyKey || path.length === 0) return undefined;
  const isInside =
    previousNode !== undefined && offset <= previousNode.offset + previousNode.length;
  const start = isInside ? previousNode.offset : offset;
  const end = isInside ? previousNode.offset + previousNode.length : offset;
  const values = valuesFor(path, last, events);
  return values.length === 0 ? undefined : { values, start, end };
}

function valuesFor(
  path: readonly (string | number)[],
  last: Document | undefined,
  events: readonly EventDefinition[],
): readonly string[] {
  const field = String(path.at(-1));
  const pointer = path.map((segment) => `/${segment}`).join('');
  const workflow = last?.workflows.find(
    (each) => each.pointer === '' || pointer.startsWith(`${each.pointer}/`),
  );
  const depth = workflow === undefined ? 0 : workflow.pointer.split('/').length - 1;
  const [list, index, ...below] = path.slice(depth);
  if (list === 'status' && below.length === 0 && index === undefined)
    return ['enabled', 'disabled'];
  if (list === 'edges' || list === 'connections')
    return below.length === 1 ? valuesOfEdge(field, Number(index), list, workflow) : [];
  if (field === 'event_name' || field === 'eventName')
    return [...new Set(events.flatMap(({ name }) => name ?? []))];
  if (list !== 'steps') return [];
  if (field === 'type' && below.length === 1) return STEP_TYPES.map(({ name }) => name);
  if (field === 'operator') return OPERATORS;
  if (field !== 'var' && field !== 'field') return [];
  const variables = workflow === undefined ? [] : payloadNames(workflow, Number(index), events);
  return [...variables, ...CONTACT_FIELDS.map((name) => `contact.${name}`)];
}

function valuesOfEdge(
  field: string,
  index: number,
  list: string,
  workflow: Workflow | undefined,
): readonly string[] {
  if (ENDS.includes(field))
    return [...new Set(workflow?.steps.flatMap(({ key }) => key ?? []) ?? [])];
  if (!TYPES.includes(field)) return [];
  const edge =
    workflow !== undefined && edgesFieldOf(workflow.raw) === list
      ? workflow.edges[index]
      : undefined;
  const source = workflow?.steps.find(({ key }) => key !== undefined && key === edge?.from);
  return source?.spec.isKnown === true ? branchTypes(source) : EDGE_TYPES;
}

/** The references to event data that have a value at a step: of the trigger, and of waits before it. */
function payloadNames(
  workflow: Workflow,
  index: number,
  events: readonly EventDefinition[],
): readonly string[] {
  const step = workflow.steps[index];
  if (step === undefined || isTooLarge(workflow)) return [];
  const propertiesOf = (event: string | undefined): readonly string[] => [
    ...(events.find(({ name }) => name !== undefined && name === event)?.schema?.keys() ?? []),
  ];
  const graph = buildRecoveredGraph(workflow);
  const before = new Set([step]);
  for (const each of before)
    for (const edge of graph.incoming(each)) {
      const source = graph.source(edge);
      if (source !== undefined) before.add(source);
    }
  before.delete(step);
  const trigger = workflow.steps.find(isTrigger);
  const started = trigger === undefined ? undefined : eventNameOf(trigger);
  const own = isWait(step) ? eventNameOf(step) : started;
  const awaited = [...before].filter(isWait).flatMap((wait) => eventNameOf(wait) ?? []);
  return [
    ...propertiesOf(own).map((name) => `event.${name}`),
    ...awaited.flatMap((event) =>
      propertiesOf(event).map((name) => `wait_events.${event}.${name}`),
    ),
  ];
}
