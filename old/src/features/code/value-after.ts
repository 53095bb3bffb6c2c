import type { Node } from '@babel/types';
import { changedInPlace } from './aliases.ts';
import { bindingOf, changesOfName, declaringNode, isFunction, iteratedBy } from './bindings.ts';
import type { Following } from './changes.ts';
import { callsThatMake, isInside } from './effects.ts';
import { budgetOf, type Locals, type Use } from './evaluation.ts';
import { type BoundCall, LOOP } from './functions.ts';
import { followAll, setParameters } from './statements.ts';
import { parentOf } from './syntax.ts';
import { type Field, innerOf, MAX_EXPRESSIONS, MAX_VALUE_DEPTH, type Value } from './values.ts';

/** The value of a name that statements change, at a place: `steps` after `steps.push(step)`. */
export function valueAfter(name: string, scope: Node, use: Use): Value {
  const { module, evaluation } = use;
  const unknown: Value = { kind: 'unknown', site: use.site };
  const declaring = declaringNode(name, scope);
  const block = declaring && isFunction(declaring) ? declaring.body : declaring;
  const binding = bindingOf(name, scope);
  if (binding === undefined || (block?.type !== 'BlockStatement' && block?.type !== 'Program'))
    return unknown;
  const running = new Set(evaluation.locals?.running);
  if (running.has(block)) return unknown;
  const budget = budgetOf(module);
  evaluation.work.isCut ||= budget.left < 0;
  if (budget.left < 0) return unknown;
  const changes = [...changesOfName(binding, module), ...changedInPlace(binding, module)];
  budget.left -= changes.length;
  const made = changes.filter((each) => isInFunction(each, block));
  const calls = made.length > 0 ? callsThatMake(made, module) : [];
  const part = partBefore(scope, block, [...changes, ...calls]);
  if (part === undefined) return unknown;
  const locals: Locals = {
    values: new Map(),
    wanted: binding,
    made: new Set(),
    results: new Map(),
    running: running.add(block),
  };
  const run: Following = {
    ...use,
    evaluation: { ...evaluation, frame: ownFrame(evaluation.frame), locals },
    locals,
    until: part === 'before' ? scope : undefined,
  };
  const around = parentOf(block);
  if (around && isFunction(around)) setParameters(around, run);
  const end = followAll(block.body, run);
  const isAfter = run.until === undefined ? end === 'next' : end === 'here' || locals.changed;
  const value = locals.found ?? locals.values.get(binding);
  const isKnown = isAfter && end !== 'unknown' && !locals.isLost && value && isKept(value, locals);
  if (!isKnown) return { ...unknown, binder: locals.cause };
  const isList = value.kind === 'array' || value.kind === 'object';
  return isList && locals.isDefault ? { ...value, isDefault: true } : value;
}

/** The part of a block that runs before a place: the statements before it, or all. `undefined` if that cannot be said. */
function partBefore(
  place: Node,
  block: Node,
  changes: readonly Node[],
): 'before' | 'all' | undefined {
  const around: Node[] = [];
  for (let node: Node | undefined = place; node && node !== block; node = parentOf(node))
    around.push(node);
  const isRepeated = around.some(
    (each) => isLoop(each) && changes.some((change) => isInside(change, each)),
  );
  if (isRepeated) return undefined;
  if (place === block || around.some(isCalledLater))
    return changes.some((change) => isInFunction(change, block)) ? undefined : 'all';
  return 'before';
}

const isLoop = (node: Node): boolean =>
  LOOP.test(node.type) || (isFunction(node) && iteratedBy(node) !== undefined);

/** A function, other than a callback of `forEach` and the like. */
const isCalledLater = (node: Node): boolean => isFunction(node) && iteratedBy(node) === undefined;

function isInFunction(inner: Node, block: Node): boolean {
  for (let node: Node | undefined = inner; node && node !== block; node = parentOf(node))
    if (isCalledLater(node)) return true;
  return false;
}

/**
 * Whether a value stays as it is, and can be walked through: `list = [list, list]` in a loop, or `list.push(list)`, has no end.
 */
function isKept(value: Value, { changed }: Locals): boolean {
  const waiting: (readonly [Value, number])[] = [[value, 0]];
  let count = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [each, depth] = next;
    if (++count > MAX_EXPRESSIONS || depth > MAX_VALUE_DEPTH || changed?.has(each)) return false;
    for (const inner of innerOf(each)) waiting.push([inner, depth + 1]);
  }
  return true;
}

/** Own copies of the values of parameters, which statements can change. */
function ownFrame(frame: BoundCall | undefined): BoundCall | undefined {
  const copies = new Map<Value, Value>();
  const frames: BoundCall[] = [];
  for (let each = frame; each !== undefined; each = each.next) frames.push(each);
  return frames.reduceRight<BoundCall | undefined>(
    (next, each) => ({ ...each, values: each.values.map((value) => copyOf(value, copies)), next }),
    undefined,
  );
}

/** A deep copy. */
export function copyOf(value: Value, copies = new Map<Value, Value>(), depth = 0): Value {
  const known = copies.get(value);
  if (known !== undefined || (value.kind !== 'array' && value.kind !== 'object'))
    return known ?? value;
  if (depth > MAX_VALUE_DEPTH) return { kind: 'unknown', site: value.site };
  const [items, entries]: [Value[], Map<string, Field>] = [[], new Map()];
  const own: Value = value.kind === 'array' ? { ...value, items } : { ...value, entries };
  copies.set(value, own);
  const inner = (each: Value): Value => copyOf(each, copies, depth + 1);
  if (value.kind === 'array') for (const each of value.items) items.push(inner(each));
  else
    for (const [name, field] of value.entries)
      entries.set(name, { ...field, value: inner(field.value) });
  return own;
}
