import type { AssignmentExpression, CallExpression, Node, UpdateExpression } from '@babel/types';
import { isInPlace, sourceOf } from './aliases.ts';
import {
  bindingOf,
  CHANGING,
  changedBy,
  iteratedBy,
  nameOfKey,
  namesIn,
  rootsOf,
} from './bindings.ts';
import { effectsIn, runsAlways } from './effects.ts';
import type { Locals, Use } from './evaluation.ts';
import { addFields, arrayValue, binary, givesRight, logical } from './literals.ts';
import { taken } from './named.ts';
import {
  binderWithin,
  type Field,
  keyIn,
  partsOf,
  type Site,
  siteOf,
  truthOf,
  type Value,
} from './values.ts';

/** Statements that are followed. */
export interface Following extends Use {
  readonly locals: Locals;
  /** The place where they end. */
  readonly until: Node | undefined;
}

// The arrays and objects of a run are its own, and change as they do in the program.
type OwnArray = { items: Value[]; isOpen: boolean };
type OwnObject = { entries: Map<string, Field>; isOpen: boolean };

const ownArray = (value: Value): OwnArray | undefined =>
  value.kind === 'array' ? (value as unknown as OwnArray) : undefined;
const ownObject = (value: Value): OwnObject | undefined =>
  value.kind === 'object' ? (value as unknown as OwnObject) : undefined;

/** The value of an expression, with its changes. Values that it may change otherwise are not known after it. */
export function valueIn(node: Node, run: Following): Value {
  const { made, results } = run.locals;
  const effects = effectsIn(node, run.module);
  for (const each of effects) {
    made.delete(each);
    results.delete(each);
  }
  const value = change(node, run);
  for (const each of effects) {
    // An argument of a function that is not known.
    const isCall = !made.has(each) && changedBy(each) === undefined;
    if (isCall && each !== node && runsAlways(each, node)) evaluated(each, run);
  }
  forget(
    effects.filter((each) => !made.has(each)),
    run,
  );
  return value;
}

const evaluated = (node: Node, { module, evaluation, depth }: Following): Value =>
  evaluation.evaluate(node, module, evaluation, depth + 1);

function change(node: Node, run: Following): Value {
  switch (node.type) {
    case 'AwaitExpression':
      return change(node.argument, run);
    case 'AssignmentExpression':
      return assign(node, run);
    case 'UpdateExpression':
      return count(node, run);
    case 'CallExpression':
      return changeByMethod(node, run) ?? evaluated(node, run);
    case 'LogicalExpression': {
      const left = evaluated(node.left, run);
      const isRight = givesRight(node.operator, left);
      if (isRight) return change(node.right, run);
      if (isRight === false) leaveOut(node.right, run);
      return isRight === false ? left : evaluated(node, run);
    }
    case 'ConditionalExpression': {
      const truth = truthOf(evaluated(node.test, run));
      if (truth === undefined) return evaluated(node, run);
      leaveOut(truth ? node.alternate : node.consequent, run);
      return change(truth ? node.consequent : node.alternate, run);
    }
    default:
      return evaluated(node, run);
  }
}

/** What does not run changes nothing. */
function leaveOut(node: Node, { locals, module }: Following): void {
  for (const each of effectsIn(node, module)) locals.made.add(each);
}

function assign(node: AssignmentExpression, run: Following): Value {
  const { left, right, operator } = node;
  const site = siteOf(node, run.module);
  const given = change(right, run);
  const value = operator === '=' ? given : combined(operator, evaluated(left, run), given, site);
  put(left, value, run);
  run.locals.made.add(node);
  return value;
}

function combined(operator: string, old: Value, given: Value, site: Site): Value {
  const plain = operator.slice(0, -1);
  const combine = /\?\?|\|\||&&/.test(plain) ? logical : binary;
  return combine(plain, old, given, site);
}

/** `count++` */
export function count(node: UpdateExpression, run: Following): Value {
  const old = evaluated(node.argument, run);
  const site = siteOf(node, run.module);
  const one: Value = { kind: 'constant', value: 1, site };
  const next = binary(node.operator === '++' ? '+' : '-', old, one, site);
  put(node.argument, run.locals.made.has(node) ? { kind: 'unknown', site } : next, run);
  run.locals.made.add(node);
  return node.prefix ? next : old;
}

/** Sets a name, or a property. */
function put(target: Node, value: Value, run: Following): void {
  const { values } = run.locals;
  if (target.type !== 'MemberExpression') {
    for (const { name } of namesIn(target)) {
      const binding = bindingOf(name, target);
      if (binding !== undefined) values.set(binding, taken(target, name, value, run));
    }
    return;
  }
  const owner = evaluated(target.object, run);
  const { property } = target;
  const key = target.computed ? keyIn(evaluated(property, run)) : nameOfKey(property);
  const [list, object] = [ownArray(owner), ownObject(owner)];
  run.locals.changed?.add(owner);
  if (key !== undefined && object)
    object.entries.set(key, { value, key: siteOf(property, run.module) });
  else if (list && Number(key) <= list.items.length) list.items[Number(key)] = value;
  else if (owner.kind === 'unknown') openRoots(target, run);
  else open(owner, run.locals);
}

/** A method that changes its list, `forEach`, or `Object.assign`. */
function changeByMethod(node: CallExpression, run: Following): Value | undefined {
  const { callee } = node;
  if (callee.type !== 'MemberExpression') return undefined;
  const { evaluation, module, locals } = run;
  const method = nameOfKey(callee.property);
  if (method === 'forEach') return followEach(evaluated(callee.object, run), node, run);
  const isAssign = nameOfKey(callee.object) === 'Object' && method === 'assign';
  if (!isAssign && !CHANGING.has(method)) return undefined;
  const site = siteOf(node, module);
  const given = arrayValue({ elements: node.arguments }, (each) => evaluated(each, run), site);
  const [first, ...others] = given.items;
  const owner = isAssign ? first : evaluated(callee.object, run);
  if (owner === undefined) return undefined;
  locals.made.add(node);
  evaluation.work.left -= given.items.length;
  locals.changed?.add(owner);
  const [list, object] = [ownArray(owner), ownObject(owner)];
  if (isAssign && object)
    for (const each of others) object.isOpen = !addFields(object.entries, each) || object.isOpen;
  else if (list && !given.isOpen && method === 'push')
    for (const each of given.items) list.items.push(each);
  else if (list && !given.isOpen && method === 'unshift')
    list.items = [...given.items, ...list.items];
  else if (list && !list.isOpen && (method === 'pop' || method === 'shift'))
    return (method === 'pop' ? list.items.pop() : list.items.shift()) ?? { kind: 'absent', site };
  else open(owner, locals);
  return isAssign ? owner : { kind: 'unknown', type: 'number', site };
}

function followEach(list: Value, node: CallExpression, run: Following): Value | undefined {
  const { evaluation, module, locals } = run;
  const [first] = node.arguments;
  const callback = first && evaluated(first, run);
  if (callback?.kind !== 'function') return undefined;
  const site = siteOf(node, module);
  if (list.kind !== 'array' || list.isOpen) locals.cause ??= binderWithin(list);
  else {
    for (const [i, item] of [...list.items].entries()) {
      const values: Value[] = [item, { kind: 'constant', value: i, site }];
      const frame = { binder: callback.node, values, isOpen: true, next: evaluation.frame };
      evaluation.follow(callback.node, frame, { ...run, module: callback.site.module });
    }
    locals.made.add(node);
  }
  return { kind: 'absent', site };
}

/** The parts of a value, or of each of several values, may be any. */
function open(given: Value, { changed, cause }: Locals): void {
  const options = given.kind === 'choice' ? given.options : [given];
  for (const part of options.flatMap(partsOf)) {
    const [list, object] = [ownArray(part), ownObject(part)];
    changed?.add(part);
    if (list) {
      list.isOpen = true;
      list.items = cause ? [{ kind: 'unknown', binder: cause, site: part.site }] : [];
    }
    if (object) {
      object.isOpen = true;
      object.entries.clear();
    }
  }
}

/** After changes that may be made, the values are not known. */
export function forget(effects: readonly Node[], run: Following): void {
  const { values, cause } = run.locals;
  // An assignment leaves the list that the name had.
  for (const each of effects) if (isInPlace(each)) forgetParts(each, run);
  for (const each of effects) {
    const target = isInPlace(each) ? undefined : changedBy(each);
    const site = siteOf(each, run.module);
    for (const { name } of target ? namesIn(target) : []) {
      const binding = bindingOf(name, each);
      if (binding) values.set(binding, { kind: 'unknown', binder: cause, site });
    }
  }
}

function forgetParts(effect: Node, run: Following): void {
  const target = changedBy(effect);
  // A function changes it.
  if (target === undefined || openRoots(target, run)) run.locals.isLost = true;
}

/** The values that have the target in them may have any parts. Returns whether a parameter may be one of them. */
function openRoots(target: Node, { locals }: Following): boolean {
  const names = new Set(rootsOf(target));
  let hasParameter = false;
  // A Set iterates over elements added meanwhile.
  for (const each of names) {
    const binding = bindingOf(each.name, each);
    const value = binding && locals.values.get(binding);
    if (value && value.kind !== 'unknown') open(value, locals);
    else if (binding?.kind === 'parameter' && iteratedBy(binding.binder) === undefined)
      hasParameter = true;
    else if (binding) for (const source of rootsOf(sourceOf(binding))) names.add(source);
  }
  return hasParameter;
}
