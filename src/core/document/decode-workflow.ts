/** Workflows with their steps and edges, in today's words. */
import { asString, isObject, type JsonObject } from '../model/json.ts';
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
import * as dialect from './dialect.ts';
import { type At, addFaults, addWrongItem, base, EMPTY, NONE, noNames, type Open } from './node.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
/** Of a body for update, which has no name. */
const UPDATE_FIELDS = ['$schema', 'status', 'steps', 'edges', 'connections'];

export function decodeWorkflow(raw: JsonObject, at: At): Workflow {
  const names = noNames();
  const read = dialect.readFields(raw, dialect.WORKFLOW);
  bindFields(read, dialect.WORKFLOW, [], names);
  const steps = read.values.get('steps');
  const edges = read.values.get('edges');
  const isSummary =
    steps === undefined &&
    edges === undefined &&
    (at.inList || raw['object'] !== undefined || raw['status'] !== undefined);
  const status = bindValue(asString(read.values.get('status')), STATUSES, ['status'], names);
  const workflow: Mutable<Workflow> = {
    kind: 'workflow',
    ...base(raw, at, names),
    id: asString(read.values.get('id')),
    name: asString(read.values.get('name')),
    status,
    steps: undefined,
    edges: undefined,
    isSummary,
    edgeNoun:
      read.names.get('edges') === 'connections' || edges === undefined ? 'connection' : 'edge',
    origin: undefined,
    isFragment: false,
  };
  at.document.workflows.push(workflow);
  const isUpdate = !at.inList && Object.keys(raw).every((name) => UPDATE_FIELDS.includes(name));
  addFaults(workflow, isSummary ? 'summary' : isUpdate ? 'update' : 'workflow', read);
  const stepsAt = workflow.pointer + (names.written.get('/steps') ?? '/steps');
  const edgesAt = workflow.pointer + (names.written.get('/edges') ?? '/edges');
  if (Array.isArray(steps))
    workflow.steps = steps.map((step, index) =>
      decodeStep(step, workflow, index, `${stepsAt}/${index}`),
    );
  if (Array.isArray(edges))
    workflow.edges = edges.map((edge, index) =>
      decodeEdge(edge, workflow, index, `${edgesAt}/${index}`),
    );
  bindEdges(workflow.steps ?? NONE, (workflow.edges ?? NONE) as never);
  addSecondList(workflow, raw);
  return workflow;
}

/** Of "edges" and "connections" one is read, so a difference is reported. */
function addSecondList(workflow: Workflow, raw: JsonObject): void {
  const other = raw[workflow.edgeNoun === 'edge' ? 'connections' : 'edges'];
  const read = raw[`${workflow.edgeNoun}s`];
  if (!Array.isArray(read) || !Array.isArray(other) || other.length === 0) return;
  const print = (edge: unknown): string => {
    const { values } = dialect.readFields(isObject(edge) ? edge : EMPTY, dialect.EDGE);
    return JSON.stringify(['from', 'to', 'type'].map((field) => values.get(field)));
  };
  if (read.map(print).sort().join() === other.map(print).sort().join()) return;
  (workflow.document as Open).faults.push({
    ...{ kind: 'shape', node: workflow, field: ['edges'], problem: 'two-lists' },
    ...{ expected: [`${workflow.edgeNoun}s`], found: other, isUnread: false },
  });
}

function decodeStep(value: unknown, workflow: Workflow, index: number, pointer: string): Step {
  const raw = isObject(value) ? value : EMPTY;
  const document = workflow.document as Open;
  const at: At = { document, pointer, inList: false };
  const names = noNames();
  const read = dialect.readFields(raw, dialect.STEP);
  const type = asString(read.values.get('type'));
  const known = type === undefined ? undefined : (stepTypeOf(type) ?? bindStepType(type, names));
  const spec = known ?? UNKNOWN_STEP;
  bindFields(read, dialect.STEP, [], names);
  const rawConfig = read.values.get('config');
  const config = isObject(rawConfig) ? readConfig(rawConfig, spec, names) : undefined;
  const key = asString(read.values.get('key'));
  const alias = asString(raw['ref']) ?? asString(raw['id']);
  const step: Step = {
    kind: 'step',
    ...base(raw, at, names),
    workflow,
    index,
    key,
    alias: alias === key ? undefined : alias,
    type,
    spec,
    config: config?.values ?? new Map(),
  };
  if (raw === EMPTY) addWrongItem(step, value);
  else addFaults(step, 'step', read);
  if (config === undefined || !spec.isKnown) return step;
  addFaults(step, `config_${spec.name}`, config, ['config']);
  for (const expected of spec.requires)
    if (!expected.some((field) => config.values.has(field)))
      document.faults.push({
        ...{ kind: 'shape', node: step, field: ['config', expected[0] ?? ''], problem: 'missing' },
        ...{ expected, found: undefined, isUnread: false },
      });
  return step;
}

function readConfig(raw: JsonObject, spec: StepType, names: Names): dialect.ReadFields {
  const known = dialect.spellingsOf(spec);
  const read = dialect.readFields(raw, known);
  if (spec.isKnown) bindFields(read, known, ['config'], names);
  // What edgewise does not know of a type is kept as it is.
  if (spec.isKnown) bindNested(read.values, spec, names);
  else for (const name of read.unknown) read.values.set(name, raw[name]);
  dialect.nestFields(read, spec, names.written);
  return read;
}

function decodeEdge(value: unknown, workflow: Workflow, index: number, pointer: string): Edge {
  const raw = isObject(value) ? value : EMPTY;
  const at: At = { document: workflow.document as Open, pointer, inList: false };
  const names = noNames();
  const read = dialect.readFields(raw, dialect.EDGE);
  bindFields(read, dialect.EDGE, [], names);
  const type = read.values.get('type');
  const edge: Edge = {
    kind: 'edge',
    ...base(raw, at, names),
    workflow,
    index,
    from: asString(read.values.get('from')),
    to: asString(read.values.get('to')),
    type: type === undefined ? 'default' : asString(type),
  };
  if (raw === EMPTY) addWrongItem(edge, value);
  else addFaults(edge, 'edge', read);
  return edge;
}
