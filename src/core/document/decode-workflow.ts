/** Workflows with their steps and edges, in today's words. */
import { asString, isGiven, isObject, type JsonObject, NONE } from '../model/json.ts';
import { joinPointer } from '../model/place.ts';
import type { StepType } from '../model/step-type.ts';
import type { Edge, Step, Workflow } from '../model/workflow.ts';
import { stepTypeOf, UNKNOWN_STEP } from '../steps/registry.ts';
import * as bind from './bind.ts';
import { configOf, EDGE, STEP, todaysFields, WORKFLOW } from './dialect.ts';
import { type At, addFault, addFaults, addWrongItem, append, EMPTY } from './node.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
/** Of a body for update, which has no name. */
const UPDATE_FIELDS = ['$schema', 'status', 'steps', 'edges', 'connections'];

export function decodeWorkflow(raw: JsonObject, at: At): Workflow {
  const names = bind.noNames();
  const values = bind.readFields(raw, WORKFLOW, names);
  const { id, name, steps, edges } = values;
  const isSummary =
    steps === undefined &&
    edges === undefined &&
    (at.inList || raw['object'] !== undefined || raw['status'] !== undefined);
  const bound = names.corrections.find(({ field }) => field[0] === 'edges')?.meant;
  const isEdges = edges !== undefined && (edges === raw['edges'] || bound === 'edges');
  const status = bind.bindValue(asString(values['status']), bind.STATUSES, ['status'], names);
  const workflow: Mutable<Workflow> = {
    kind: 'workflow',
    document: at.document,
    pointer: at.pointer,
    raw,
    names: bind.closeNames(WORKFLOW, names),
    id: asString(id),
    name: asString(name),
    status,
    steps: undefined,
    edges: undefined,
    isSummary,
    edgeNoun: isEdges ? 'edge' : 'connection',
    origin: undefined,
    isFragment: false,
  };
  at.document.workflows = append(at.document.workflows, workflow);
  const isUpdate = !at.inList && Object.keys(raw).every((field) => UPDATE_FIELDS.includes(field));
  addFaults(workflow, isSummary ? 'summary' : isUpdate ? 'update' : 'workflow', values);
  if (Array.isArray(steps)) workflow.steps = decodeAll(steps, workflow, decodeStep);
  if (Array.isArray(edges)) workflow.edges = decodeAll(edges, workflow, decodeEdge);
  bind.bindEdges(workflow.steps ?? NONE, workflow.edges ?? NONE);
  addSecondList(workflow, raw);
  return workflow;
}

/** Of the first items in the lists that most documents have: they are kept once. */
const POINTERS: ReadonlyMap<string, readonly string[]> = new Map(
  ['/steps', '/connections', '/edges'].map((list) => [
    list,
    Array.from({ length: 30 }, (_, index) => `${list}/${index}`),
  ]),
);

/** The steps or edges of a workflow. */
function decodeAll<T>(
  items: readonly unknown[],
  workflow: Workflow,
  decode: (item: unknown, workflow: Workflow, index: number, pointer: string) => T,
): readonly T[] {
  const { raw, pointer } = workflow;
  const written = Object.keys(raw).find((name) => raw[name] === items) ?? '';
  const list = pointer + joinPointer([written]);
  const known = POINTERS.get(list) ?? NONE;
  const decoded: T[] = [];
  // V8 makes another kind of array with `map`, depending on when, and is slower with two kinds.
  items.forEach((item, index) => {
    decoded.push(decode(item, workflow, index, known[index] ?? `${list}/${index}`));
  });
  return decoded;
}

/** Of "edges" and "connections" one is read, so a difference is reported. */
function addSecondList(workflow: Workflow, { edges, connections }: JsonObject): void {
  const [read, other] = workflow.edgeNoun === 'edge' ? [edges, connections] : [connections, edges];
  if (!Array.isArray(read) || !Array.isArray(other) || other.length === 0) return;
  const print = (edge: unknown): string => {
    const { from, to, type } = todaysFields(isObject(edge) ? edge : EMPTY, EDGE);
    return JSON.stringify([from, to, type]);
  };
  if (read.map(print).sort().join() === other.map(print).sort().join()) return;
  addFault(workflow.document, {
    ...{ kind: 'shape', node: workflow, field: ['edges'], problem: 'two-lists' },
    ...{ expected: [`${workflow.edgeNoun}s`], found: other, isUnread: false },
  });
}

const CONFIG = ['config'];

function decodeStep(value: unknown, workflow: Workflow, index: number, pointer: string): Step {
  const raw = isObject(value) ? value : EMPTY;
  const names = bind.noNames();
  const values = bind.readFields(raw, STEP, names);
  const type = asString(values['type']);
  const known =
    type === undefined ? undefined : (stepTypeOf(type) ?? bind.bindStepType(type, names));
  const spec = known ?? UNKNOWN_STEP;
  const rawConfig = values['config'];
  const config = isObject(rawConfig) ? readConfig(rawConfig, spec, names) : EMPTY;
  const key = asString(values['key']);
  const alias = asString(raw['ref']) ?? asString(raw['id']);
  const step: Step = {
    kind: 'step',
    document: workflow.document,
    pointer,
    raw,
    names: bind.closeNames(STEP, names),
    workflow,
    index,
    key,
    alias: alias === key ? undefined : alias,
    isDuplicate: false,
    type,
    spec,
    config,
  };
  if (raw === EMPTY) addWrongItem(step, value);
  else addFaults(step, 'step', values);
  if (config !== EMPTY && spec.isKnown) addConfigFaults(step);
  return step;
}

function addConfigFaults(step: Step): void {
  const { spec, config } = step;
  addFaults(step, configOf(spec).shape, config, CONFIG);
  for (const expected of spec.requires)
    if (expected.every((field) => config[field] === undefined))
      addFault(step.document, {
        ...{ kind: 'shape', node: step, field: ['config', expected[0] ?? ''], problem: 'missing' },
        ...{ expected, found: undefined, isUnread: false },
      });
}

function readConfig(raw: JsonObject, spec: StepType, names: bind.OpenNames): JsonObject {
  const { known, moved } = configOf(spec);
  // Of a type that edgewise does not know, other fields are kept as they are.
  if (!spec.isKnown) return { ...raw, ...todaysFields(raw, known) };
  const fields = bind.readFields(raw, known, names, CONFIG);
  const config = bind.bindNested(fields, spec, names);
  return fields === raw ? config : nestFields(config, moved);
}

/** `template_id` is `template.id`, unless the file has both. It changes the config, a copy. */
function nestFields(config: JsonObject, moved: ReturnType<typeof configOf>['moved']): JsonObject {
  const nested: Record<string, unknown> = config;
  for (const [flat, holder, inner] of moved) {
    const [value, object] = [config[flat], config[holder] ?? EMPTY];
    if (!isGiven(value) || !isObject(object) || isGiven(object[inner])) continue;
    nested[holder] = { ...object, [inner]: value };
  }
  return nested;
}

function decodeEdge(value: unknown, workflow: Workflow, index: number, pointer: string): Edge {
  const raw = isObject(value) ? value : EMPTY;
  const names = bind.noNames();
  const values = bind.readFields(raw, EDGE, names);
  const { from, to, type } = values;
  const edge: Edge = {
    kind: 'edge',
    document: workflow.document,
    pointer,
    raw,
    names: bind.closeNames(EDGE, names),
    workflow,
    index,
    from: asString(from),
    to: asString(to),
    fromStep: undefined,
    toStep: undefined,
    type: type === undefined ? 'default' : asString(type),
  };
  if (raw === EMPTY) addWrongItem(edge, value);
  else addFaults(edge, 'edge', values);
  return edge;
}
