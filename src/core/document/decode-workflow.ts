/** Workflows with their steps and edges, in today's words. */
import { asString, isGiven, isObject, type JsonObject } from '../model/json.ts';
import { placeOf } from '../model/place.ts';
import type { StepType } from '../model/step-type.ts';
import type { Edge, Step, Workflow } from '../model/workflow.ts';
import { stepTypeOf, UNKNOWN_STEP } from '../steps/registry.ts';
import {
  bindEdges,
  bindFields,
  bindNested,
  bindStepType,
  bindValue,
  type Names,
  STATUSES,
} from './bind.ts';
import { configOf, EDGE, readFields, STEP, WORKFLOW } from './dialect.ts';
import { type At, addFaults, addWrongItem, EMPTY, kept, NONE, noNames, type Open } from './node.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
/** Of a body for update, which has no name. */
const UPDATE_FIELDS = ['$schema', 'status', 'steps', 'edges', 'connections'];

export function decodeWorkflow(raw: JsonObject, at: At): Workflow {
  const names = noNames(WORKFLOW.names);
  const values = bindFields(readFields(raw, WORKFLOW), WORKFLOW, names, NONE);
  const { id, name, steps, edges } = values;
  const isSummary =
    steps === undefined &&
    edges === undefined &&
    (at.inList || raw['object'] !== undefined || raw['status'] !== undefined);
  const status = bindValue(asString(values['status']), STATUSES, ['status'], names);
  const workflow: Mutable<Workflow> = {
    kind: 'workflow',
    document: at.document,
    pointer: at.pointer,
    raw,
    names: names.of,
    corrections: kept(names.corrections),
    unknown: kept(names.unknown),
    id: asString(id),
    name: asString(name),
    status,
    steps: undefined,
    edges: undefined,
    isSummary,
    edgeNoun: edges === undefined || edges !== raw['edges'] ? 'connection' : 'edge',
    origin: undefined,
    isFragment: false,
  };
  at.document.workflows.push(workflow);
  const isUpdate = !at.inList && Object.keys(raw).every((field) => UPDATE_FIELDS.includes(field));
  addFaults(workflow, isSummary ? 'summary' : isUpdate ? 'update' : 'workflow', values);
  if (Array.isArray(steps)) {
    const { pointer } = placeOf([workflow, 'steps']);
    workflow.steps = steps.map((step, i) => decodeStep(step, workflow, i, `${pointer}/${i}`));
  }
  if (Array.isArray(edges)) {
    const { pointer } = placeOf([workflow, 'edges']);
    workflow.edges = edges.map((edge, i) => decodeEdge(edge, workflow, i, `${pointer}/${i}`));
  }
  bindEdges(workflow.steps ?? NONE, workflow.edges ?? NONE);
  addSecondList(workflow, raw);
  return workflow;
}

/** Of "edges" and "connections" one is read, so a difference is reported. */
function addSecondList(workflow: Workflow, raw: JsonObject): void {
  const isEdges = workflow.edgeNoun === 'edge';
  const [read, other] = [
    raw[isEdges ? 'edges' : 'connections'],
    raw[isEdges ? 'connections' : 'edges'],
  ];
  if (!Array.isArray(read) || !Array.isArray(other) || other.length === 0) return;
  const print = (edge: unknown): string => {
    const { values } = readFields(isObject(edge) ? edge : EMPTY, EDGE);
    return JSON.stringify([values['from'], values['to'], values['type']]);
  };
  if (read.map(print).sort().join() === other.map(print).sort().join()) return;
  (workflow.document as Open).faults.push({
    ...{ kind: 'shape', node: workflow, field: ['edges'], problem: 'two-lists' },
    ...{ expected: [`${workflow.edgeNoun}s`], found: other, isUnread: false },
  });
}

function decodeStep(value: unknown, workflow: Workflow, index: number, pointer: string): Step {
  const raw = isObject(value) ? value : EMPTY;
  const names = noNames(STEP.names);
  const values = bindFields(readFields(raw, STEP), STEP, names, NONE);
  const type = asString(values['type']);
  const known = type === undefined ? undefined : (stepTypeOf(type) ?? bindStepType(type, names));
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
    names: names.of,
    corrections: kept(names.corrections),
    unknown: kept(names.unknown),
    workflow,
    index,
    key,
    alias: alias === key ? undefined : alias,
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
  addFaults(step, configOf(spec).shape, config, ['config']);
  for (const expected of spec.requires)
    if (expected.every((field) => config[field] === undefined))
      (step.document as Open).faults.push({
        ...{ kind: 'shape', node: step, field: ['config', expected[0] ?? ''], problem: 'missing' },
        ...{ expected, found: undefined, isUnread: false },
      });
}

/** Of a type that edgewise does not know, other fields are kept as they are. */
function readConfig(raw: JsonObject, spec: StepType, names: Names): JsonObject {
  const { known, moved } = configOf(spec);
  const read = readFields(raw, known);
  if (!spec.isKnown) return read.values === raw ? raw : { ...raw, ...read.values };
  let config = bindNested(bindFields(read, known, names, ['config']), spec, names);
  for (const [flat, holder, inner] of moved) {
    const [value, nested = EMPTY] = [config[flat], config[holder]];
    if (!isGiven(value) || !isObject(nested) || isGiven(nested[inner])) continue;
    config = { ...config, [holder]: { ...nested, [inner]: value } };
  }
  return config;
}

function decodeEdge(value: unknown, workflow: Workflow, index: number, pointer: string): Edge {
  const raw = isObject(value) ? value : EMPTY;
  const names = noNames(EDGE.names);
  const values = bindFields(readFields(raw, EDGE), EDGE, names, NONE);
  const { from, to, type } = values;
  const edge: Edge = {
    kind: 'edge',
    document: workflow.document,
    pointer,
    raw,
    names: names.of,
    corrections: kept(names.corrections),
    unknown: kept(names.unknown),
    workflow,
    index,
    from: asString(from),
    to: asString(to),
    type: type === undefined ? 'default' : asString(type),
  };
  if (raw === EMPTY) addWrongItem(edge, value);
  else addFaults(edge, 'edge', values);
  return edge;
}
