/**
 * Workflows that calls create. Where the graph is not known, the steps that are written as literals
 * are a fragment, of which only the configs are checked.
 */
import { isObject } from '../../core/model/json.ts';
import { hasUnknown, UNKNOWN } from '../../core/model/unknown.ts';
import { stepTypeOf } from '../../core/steps/registry.ts';
import { isChanged } from './changes.ts';
import type { Found } from './find.ts';
import type { Module, Node } from './parse.ts';
import { entriesAsJson, type Path, type Spans } from './places.ts';
import { evaluateAlone, type Run } from './resolve.ts';
import { memberName, nameOfKey } from './syntax.ts';
import { entryOf, isAbsent, type ObjectValue, textOf, unknown, type Value } from './value.ts';
import { type FoundCall, partsOf } from './wrappers.ts';

export interface Graph {
  readonly value: Readonly<Record<string, unknown>>;
  readonly isFragment: boolean;
}

/** The workflow of a body as JSON; undefined where nothing of it is known. */
export function graphOf(given: Value, path: Path, spans: Spans, outer: Node): Graph | undefined {
  if (given.is !== 'object') return undefined;
  const value = entriesAsJson(given.entries, path, spans, outer);
  const { steps, edges, connections = edges } = value;
  if (!Array.isArray(steps)) return undefined;
  const isKnown = !given.isOpen && Array.isArray(connections) && !connections.some(hasUnknown);
  if (isKnown && steps.every(isWholeStep)) return { value, isFragment: false };
  // Unknown steps keep their places, so that pointers to the others hold.
  const known = steps.map((step) => (isKnownStep(step) ? step : UNKNOWN));
  return steps.some(isKnownStep) ? { value: { steps: known }, isFragment: true } : undefined;
}

/** Whether a body is about a workflow's name or status only. */
export const hasNoGraph = (given: Value): boolean =>
  given.is === 'object' &&
  !given.isOpen &&
  ['steps', 'edges', 'connections'].every((name) => isAbsent(entryOf(given, name)));

/** A flow depends on these: their values must be known. */
const DECIDING = /^(?:delay|wait_for_event|condition)$/;

function isWholeStep(step: unknown): boolean {
  if (!isObject(step) || typeof step['type'] !== 'string') return false;
  const { key, ref, id, config, type } = step;
  if (typeof (key ?? ref ?? id) !== 'string') return false;
  const isDeciding = DECIDING.test(type) || stepTypeOf(type) === undefined;
  if (!isDeciding) return true;
  // Which event a wait is for changes no flow.
  return isObject(config) && type === 'wait_for_event'
    ? !hasUnknown({ ...config, event_name: null, eventName: null })
    : !hasUnknown(config);
}

const isKnownStep = (step: unknown): boolean =>
  isObject(step) &&
  typeof step['type'] === 'string' &&
  isObject(step['config']) &&
  !(DECIDING.test(step['type']) && hasUnknown(step['config']));

/**
 * Scripts create a workflow or update it: calls with the same steps are one workflow, and of
 * several with one name, the later ones lose the name.
 */
export function withoutCopies(calls: readonly FoundCall[]): readonly FoundCall[] {
  const seen = new Map<Node, Set<string | undefined>>();
  const names = new Set<string>();
  return calls.flatMap((call) => {
    const { does, given } = call;
    if ((does !== 'create' && does !== 'update') || given.is !== 'object') return call;
    const name = textOf(entryOf(given, 'name'));
    const origin = originOf(given);
    const known = (origin && seen.get(origin)) ?? new Set();
    if (known.has(name) || (name === undefined && known.size > 0)) return [];
    if (origin !== undefined) seen.set(origin, known.add(name));
    if (name === undefined) return call;
    const isNew = !names.has(name);
    names.add(name);
    return isNew ? call : { ...call, given: unnamed(given) };
  });
}

/** Where the edges are written, else the first step. */
function originOf(given: ObjectValue): Node | undefined {
  for (const field of ['connections', 'edges', 'steps']) {
    const list = entryOf(given, field);
    const [first] = list?.is === 'list' ? list.items : [];
    const [entry] = first?.is === 'object' ? first.entries.values() : [];
    if (entry !== undefined) return entry.key.node;
  }
  return undefined;
}

function unnamed(given: ObjectValue): Value {
  const entries = new Map(given.entries);
  for (const name of ['name', 'status']) {
    const entry = entries.get(name);
    if (entry !== undefined) entries.set(name, { ...entry, value: unknown(entry.value.at) });
  }
  return { ...given, entries };
}

/** Whether some of a workflow is not known, so that its steps may be written elsewhere. */
export const isOpen = ({ does, given }: FoundCall): boolean => {
  if (does !== 'create' && does !== 'update') return false;
  const steps = entryOf(given, 'steps');
  const isList = steps === undefined || (steps.is === 'list' && !steps.isOpen);
  return given.is !== 'object' || given.isOpen || !isList;
};

const MOST = 200;

/** The steps of a file that are written as literals, but those that calls already have. */
export function literalSteps(module: Module, { calls, run }: Found): readonly Value[] {
  const taken = new Set(calls.flatMap(({ given }) => partsOf(given)).flatMap(literalsOf));
  const found = module.nodes.flatMap((node) => {
    if (node.type !== 'ObjectExpression' || taken.has(node)) return [];
    return isInput(node, module) || isOverwritten(node, module) ? [] : stepAt(node, module, run);
  });
  return found.slice(0, MOST);
}

function stepAt(node: Node, module: Module, run: Run): readonly Value[] {
  const names = node.properties.map(({ key, computed }) => nameOfKey(key, computed));
  if (!['key', 'type', 'config'].every((name) => names.includes(name))) return [];
  const value = evaluateAlone(node, module, run);
  const type = textOf(entryOf(value, 'type'));
  // Other programs have lists of steps too.
  const isKnown = type !== undefined && stepTypeOf(type) !== undefined;
  const isStep = isKnown && entryOf(value, 'config')?.is === 'object';
  return isStep && value.is === 'object' && !value.isOpen ? [value] : [];
}

/** The literals that an object is made of: its own, and those that it spreads. */
const literalsOf = (value: Value): readonly Node[] =>
  value.is !== 'object'
    ? []
    : [...value.entries.values()].flatMap(({ key: { node, module } }) => {
        const property = module.parentOf(node);
        return (property && module.parentOf(property)) ?? [];
      });

/** `step.config.duration = …` */
function isOverwritten(node: Node, module: Module): boolean {
  const holder = module.parentOf(node);
  const variable = holder?.id ? module.variableOf(holder.id) : undefined;
  return variable !== undefined && isChanged(variable, module);
}

/** What is only the input of `map` becomes a step of another form. */
function isInput(node: Node, module: Module): boolean {
  const list = module.parentOf(node);
  const holder = list?.type === 'ArrayExpression' ? module.parentOf(list) : undefined;
  if (holder === undefined) return false;
  if (memberName(holder) === 'map') return true;
  const variable = holder.id ? module.variableOf(holder.id) : undefined;
  const reads = variable?.references.filter((each) => !each.isWrite()) ?? [];
  const isMapped = (name: Node): boolean => {
    const parent = module.parentOf(name);
    return parent !== undefined && memberName(parent) === 'map';
  };
  return reads.length > 0 && reads.every(({ identifier }) => isMapped(identifier));
}
