/**
 * Workflows that calls create. Where the graph is not known, the steps that are written as literals
 * are a fragment, of which only the configs are checked.
 */
import { isObject } from '../../core/model/json.ts';
import { nearest } from '../../core/model/nearest.ts';
import { hasUnknown, UNKNOWN } from '../../core/model/unknown.ts';
import { STEP_TYPES, stepTypeOf } from '../../core/steps/registry.ts';
import { isChanged } from './changes.ts';
import { type Spans, toJson } from './json.ts';
import type { Module, Node } from './parse.ts';
import { nameOfKey } from './parse.ts';
import { evaluateAlone, type Run } from './resolve.ts';
import { entryOf, isAbsent, textOf, type Value } from './value.ts';
import type { FoundCall } from './wrappers.ts';

export interface Graph {
  readonly value: Readonly<Record<string, unknown>>;
  readonly isFragment: boolean;
}

/** The workflow of a call as JSON; undefined where nothing of it is known, or nothing is to check. */
export function graphOf(
  { given, at, caller }: FoundCall,
  path: readonly (string | number)[],
  spans: Spans,
): Graph | 'names' | undefined {
  if (given.is !== 'object') return undefined;
  const hasGraph = ['steps', 'edges', 'connections'].some(
    (name) => !isAbsent(entryOf(given, name)),
  );
  if (!hasGraph && !given.isOpen) return 'names';
  const body = toJson({ ...given, isOpen: false }, path, spans, { outer: (caller ?? at).node });
  if (!isObject(body)) return undefined;
  const steps = body['steps'];
  const edges = body['connections'] ?? body['edges'];
  const isKnown = !given.isOpen && Array.isArray(steps) && Array.isArray(edges);
  if (isKnown && steps.every(isWholeStep) && edges.every((edge) => !hasUnknown(edge)))
    return { value: body, isFragment: false };
  if (!Array.isArray(steps)) return undefined;
  const known = steps.filter(isKnownStep);
  return known.length === 0 ? undefined : { value: { steps: positions(steps) }, isFragment: true };
}

/** Unknown steps keep their places, so that pointers to the others hold. */
const positions = (steps: readonly unknown[]): readonly unknown[] =>
  steps.map((step) => (isKnownStep(step) ? step : UNKNOWN));

/** A flow depends on these: their values must be known. */
const DECIDING = /^(?:delay|wait_for_event|condition)$/;

function isWholeStep(step: unknown): boolean {
  if (!isObject(step) || typeof step['type'] !== 'string') return false;
  if (typeof (step['key'] ?? step['ref'] ?? step['id']) !== 'string') return false;
  const { config, type } = step;
  const isDeciding = DECIDING.test(type) || stepTypeOf(type) === undefined;
  if (!isDeciding || !isObject(config)) return !isDeciding || config !== UNKNOWN;
  const { event_name: _, eventName: __, ...others } = config;
  return !hasUnknown(type === 'wait_for_event' ? others : config);
}

function isKnownStep(step: unknown): boolean {
  if (!isObject(step) || typeof step['type'] !== 'string' || !isObject(step['config']))
    return false;
  return !hasUnknown(DECIDING.test(step['type']) ? step['config'] : undefined);
}

const NAMES = ['key', 'type', 'config'];
const MOST = 200;

/** The steps of a file that are written as literals, but those that calls already have. */
export function literalSteps(module: Module, run: Run, taken: ReadonlySet<Node>): readonly Value[] {
  const found: Value[] = [];
  for (const node of module.nodes) {
    if (node.type !== 'ObjectExpression' || taken.has(node) || found.length >= MOST) continue;
    const keys = (node['properties'] as readonly Node[]).flatMap(
      ({ key, computed }) => (key && nameOfKey(key, computed)) ?? [],
    );
    if (!NAMES.every((name) => keys.includes(name)) || isInput(node, module)) continue;
    const value = evaluateAlone(node, module, run);
    const isClosed = value.is === 'object' && !value.isOpen;
    const isStep = isStepType(textOf(entryOf(value, 'type'))) && !isOverwritten(node, module);
    if (isClosed && isStep && entryOf(value, 'config')?.is === 'object') found.push(value);
  }
  return found;
}

/** Other programs have lists of steps too. */
const isStepType = (type: string | undefined): boolean =>
  type !== undefined &&
  (stepTypeOf(type) !== undefined ||
    nearest(
      type,
      STEP_TYPES.map(({ name }) => name),
    ) !== undefined);

/** `step.config.duration = …` */
function isOverwritten(node: Node, module: Module): boolean {
  const holder = module.parentOf(node);
  const isNamed = holder?.type === 'VariableDeclarator' && holder['id'].type === 'Identifier';
  const variable = isNamed ? module.variableOf(holder['id']) : undefined;
  return variable !== undefined && isChanged(variable, module);
}

/** What is only the input of `map` becomes a step of another form. */
function isInput(node: Node, module: Module): boolean {
  const list = module.parentOf(node);
  if (list?.type !== 'ArrayExpression') return false;
  const holder = module.parentOf(list);
  if (holder?.type === 'MemberExpression') return holder['property'].name === 'map';
  if (holder?.type !== 'VariableDeclarator' || holder['id'].type !== 'Identifier') return false;
  const uses = module.variableOf(holder['id'])?.references ?? [];
  const read = uses.filter((each) => !each.isWrite());
  return (
    read.length > 0 &&
    read.every(({ identifier }) => {
      const parent = module.parentOf(identifier);
      return parent?.type === 'MemberExpression' && parent['property'].name === 'map';
    })
  );
}
