/**
 * Workflows that calls create. Where the graph is not known, the steps that are written as literals
 * are a fragment, of which only the configs are checked.
 */
import { isObject, type JsonObject } from '../../core/model/json.ts';
import { hasUnknown, UNKNOWN } from '../../core/model/unknown.ts';
import type { Fault } from '../../core/model/workflow.ts';
import { stepTypeOf } from '../../core/steps/registry.ts';
import { isChanged } from './changes.ts';
import { evaluateAlone, type Run } from './evaluate.ts';
import type { Found } from './find.ts';
import type { Module, Node } from './parse.ts';
import { entriesAsJson, type Path, type Spans } from './places.ts';
import { memberName, nameOfKey } from './syntax.ts';
import { byDefault, entryOf, isAbsent, itemsIn, listOf, textOf, type Value } from './value.ts';
import { type FoundCall, partsOf } from './wrappers.ts';

export interface Graph {
  readonly value: JsonObject;
  readonly isFragment: boolean;
  /** The configs of steps that are not known whole: no rule checks them. */
  readonly open: readonly Value[];
}

/** The workflow of a body as JSON; undefined where nothing of it is known. */
export function graphOf(given: Value, path: Path, spans: Spans, outer: Node): Graph | undefined {
  const value = entriesAsJson(given, path, spans, outer);
  const { steps, edges, connections = edges } = value;
  if (!Array.isArray(steps)) return undefined;
  const isOpen = given.is !== 'object' || given.isOpen;
  const isKnown = !isOpen && Array.isArray(connections) && !connections.some(hasUnknown);
  if (isKnown && steps.every((step) => isKnownStep(step) && hasKey(step)))
    return { value, isFragment: false, open: openConfigs(given) };
  // Unknown steps keep their places, so that pointers to the others hold.
  const known = steps.map((step) => (isKnownStep(step) ? step : UNKNOWN));
  const fragment = { value: { steps: known }, isFragment: true, open: [] };
  return steps.some(isKnownStep) ? fragment : undefined;
}

export const hasNoGraph = (given: Value): boolean =>
  given.is === 'object' &&
  !given.isOpen &&
  ['steps', 'edges', 'connections'].every((name) => isAbsent(entryOf(given, name)));

function openConfigs(given: Value): readonly Value[] {
  const steps = itemsIn(entryOf(given, 'steps'));
  const configs = steps.flatMap((each) => entryOf(each, 'config') ?? []);
  return configs.filter((config) => config.is === 'unknown' || partsOf(config).some(isHidden));
}

/** Of one of several objects, or one with unknown fields, nothing is checked. */
const isHidden = (value: Value): boolean =>
  value.is === 'choice'
    ? value.options.some((each) => 'isOpen' in each)
    : 'isOpen' in value && value.isOpen;

/** A flow depends on the configs of these, and of unknown types; a wait may be for any event. */
function isKnownStep(step: unknown): boolean {
  if (!isObject(step) || typeof step['type'] !== 'string') return false;
  const { type, config } = step;
  if (stepTypeOf(type) && !/^(?:delay|wait_for_event|condition)$/.test(type)) return true;
  const isWait = type === 'wait_for_event' && isObject(config);
  return !hasUnknown(isWait ? { ...config, event_name: null, eventName: null } : config);
}

const hasKey = (step: unknown): boolean =>
  isObject(step) && typeof (step['key'] ?? step['ref'] ?? step['id']) === 'string';

export function nameOf({ given }: FoundCall): string | undefined {
  const name = entryOf(given, 'name');
  return name && textOf(byDefault(name));
}

/**
 * Scripts create a workflow or update it: of calls with the same edges and name, or without a name,
 * the first stands for all, and one with a name for those without.
 */
export function withoutCopies(calls: readonly FoundCall[]): ReadonlySet<FoundCall> {
  const seen = new Map<Node, Set<string | undefined>>();
  const namedFirst = calls.toSorted((a, b) => Number(!nameOf(a)) - Number(!nameOf(b)));
  const kept = namedFirst.filter((call) => {
    const origin = originOf(entryOf(call.given, 'connections') ?? entryOf(call.given, 'edges'));
    if (origin === undefined) return true;
    const name = nameOf(call);
    const names = seen.get(origin) ?? new Set();
    const isCopy = names.has(name) || (name === undefined && names.size > 0);
    seen.set(origin, names.add(name));
    return !isCopy;
  });
  return new Set(kept);
}

/** Where the first item of a list is written. */
function originOf(list: Value | undefined): Node | undefined {
  const [first] = itemsIn(list);
  const [entry] = first?.is === 'object' ? first.entries.values() : [];
  return entry?.key;
}

/** Whether the steps of a workflow are not all known, so that they may be written elsewhere. */
export function isOpen({ does, given }: FoundCall): boolean {
  const steps = entryOf(given, 'steps');
  const isKnown = steps?.is === 'list' ? !steps.isOpen : hasNoGraph(given);
  return /^(?:create|update)$/.test(does) && !isKnown;
}

/** Of a workflow that a program builds, the steps that are written out. */
export function fragmentOf(module: Module, found: Found, path: Path, spans: Spans) {
  const steps = { key: module.program, value: listOf(literalSteps(module, found)) };
  const body = { is: 'object', entries: new Map([['steps', steps]]), isOpen: true } as const;
  return graphOf(body, path, spans, module.program);
}

/** Of a fragment, only configs are known. */
export function isOfConfig(fault: Fault): boolean {
  if (fault.kind !== 'shape') return true;
  const { node, field } = fault;
  if (node.kind === 'workflow') return !node.isFragment;
  return node.kind !== 'step' || !node.workflow.isFragment || field[0] === 'config';
}

const MOST = 200;

function literalSteps({ nodes }: Module, { calls, run }: Found): readonly Value[] {
  const taken = new Set(calls.flatMap(({ given }) => partsOf(given).flatMap(keysOf)));
  const found = nodes.flatMap((node) => {
    if (node.type !== 'ObjectExpression' || node.properties.some(({ key }) => taken.has(key)))
      return [];
    return isInput(node) ? [] : stepAt(node, run);
  });
  return found.slice(0, MOST);
}

const keysOf = (value: Value): readonly Node[] =>
  value.is === 'object' ? [...value.entries.values()].map(({ key }) => key) : [];

function stepAt(node: Node, run: Run): readonly Value[] {
  const names = node.properties.map(({ key, computed }) => nameOfKey(key, computed));
  if (!['key', 'type', 'config'].every((name) => names.includes(name))) return [];
  const value = evaluateAlone(node, run);
  // Other programs have lists of steps too.
  const isKnown = stepTypeOf(textOf(entryOf(value, 'type')) ?? '') !== undefined;
  const isStep = isKnown && entryOf(value, 'config')?.is === 'object';
  return isStep && value.is === 'object' && !value.isOpen ? [value] : [];
}

/** Whether a literal becomes another step: it is changed, or its list is the input of `map`. */
function isInput({ parent }: Node): boolean {
  const isInList = parent?.type === 'ArrayExpression';
  const holder = isInList ? parent.parent : parent;
  const variable = holder?.id?.variable;
  if (!isInList) return variable !== undefined && isChanged(variable);
  const users = variable?.references.map(({ identifier }) => identifier.parent) ?? [];
  return [holder, ...users].some((each) => each && memberName(each) === 'map');
}
