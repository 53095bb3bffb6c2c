import type { Class, ClassBody, Node, ObjectPattern } from '@babel/types';
import { isChangedByAlias } from './aliases.ts';
import {
  assignedOnce,
  type Binding,
  bindingOf,
  changesOfName,
  isTested,
  nameOfKey,
  namesIn,
} from './bindings.ts';
import { implementersOf, memberOfType, ofAnnotation } from './declared.ts';
import { isExhausted, type Use } from './evaluation.ts';
import { exportsIn } from './exports.ts';
import { resultOf } from './functions.ts';
import type { Module } from './module.ts';
import { parentOf } from './syntax.ts';
import {
  asDefault,
  type Binder,
  binderIn,
  choiceOf,
  isEnvironment,
  jsonTypeOf,
  type Site,
  siteOf,
  type Value,
} from './values.ts';

const evaluated = (node: Node, { module, evaluation, depth }: Use): Value =>
  evaluation.evaluate(node, module, evaluation, depth);

export function moduleOf(specifier: string, { site, module, evaluation: { modules } }: Use): Value {
  const loaded = modules.imported(module, specifier);
  return loaded === undefined
    ? { kind: 'unknown', site }
    : { kind: 'module', module: loaded, site };
}

/** The value of a name at the place of its use. */
export function namedValue(name: string, scope: Node, use: Use): Value {
  const { site, module, evaluation } = use;
  const unknown: Value = { kind: 'unknown', site };
  const binding = bindingOf(name, scope);
  const local = binding && evaluation.locals?.values.get(binding);
  if (local !== undefined) return local;
  // In a worker, the environment is a parameter.
  if (name === 'env' && (binding === undefined || binding.kind === 'parameter'))
    return { ...unknown, isEnvironment: true };
  if (binding === undefined) return unknown;
  // Added properties of these do not change methods.
  if (binding.kind === 'function')
    return { kind: 'function', node: binding.node, site: siteOf(binding.node, module) };
  if (binding.kind === 'class')
    return { kind: 'instance', of: binding.node, site: siteOf(binding.node, module) };
  if (binding.kind === 'unset') {
    const assigned = assignedOnce(binding, module);
    return assigned ? evaluated(assigned, use) : evaluation.valueAfter(name, scope, use);
  }
  if (changesOfName(binding, module).length > 0) return evaluation.valueAfter(name, scope, use);
  const value = boundValue(name, binding, use);
  const isOther = isChangedByAlias(value, binding, module);
  return isOther ? evaluation.valueAfter(name, scope, use) : value;
}

/** The value that the declaration of a name gives. */
export function boundValue(name: string, binding: Binding, use: Use): Value {
  const { site, evaluation } = use;
  const unknown: Value = { kind: 'unknown', site };
  switch (binding.kind) {
    case 'value': {
      const early = { ...use, evaluation: { ...evaluation, isEarly: true } };
      return taken(binding.pattern, name, initial(binding.init, early), use);
    }
    case 'enum':
      return initial(binding.node, use);
    case 'import': {
      const target = moduleOf(binding.from, use);
      return binding.name === '*' ? target : memberOf(target, binding.name, use);
    }
    case 'parameter': {
      const { binder, pattern, index } = binding;
      let found = evaluation.frame;
      while (found !== undefined && found.binder !== binder) found = found.next;
      const value: Value =
        found === undefined
          ? promisedTo(binder, use)
          : (found.values[index] ?? (found.isOpen ? unknown : { kind: 'absent', site }));
      if (pattern.type === 'RestElement') {
        if (found === undefined) return value;
        const { values, isOpen } = found;
        const rest: Value = { kind: 'array', items: values.slice(index), isOpen, site };
        return taken(pattern.argument, name, rest, use);
      }
      const declared = ofAnnotation(pattern, use);
      // After a test of it, not each of its values is left.
      const isNarrowed = declared?.kind === 'choice' && isTested(binding, use.module);
      return taken(pattern, name, isNarrowed ? value : withType(value, declared), use);
    }
    default:
      return unknown;
  }
}

const initials = new WeakMap<Node, Value>();

/** The first value of a name. That of a name of the module is the same for each use, unless a limit cuts it off. */
function initial(node: Node, use: Use): Value {
  const { work, locals } = use.evaluation;
  // Where statements are followed, they may change it.
  if (locals !== undefined) return evaluated(node, use);
  const known = initials.get(node);
  if (known !== undefined) return known;
  const wasCut = work.isCut;
  work.isCut = false;
  const value = evaluated(node, use);
  if (!work.isCut && isOfModule(node)) initials.set(node, value);
  work.isCut ||= wasCut;
  return value;
}

/** Whether no function or loop is around it, so that no parameter changes its value. */
function isOfModule(node: Node): boolean {
  for (let outer = parentOf(node); outer !== undefined; outer = parentOf(outer))
    if (/Function|Method|For/.test(outer.type)) return false;
  return true;
}

/** An unknown value with what its type says. */
function withType(value: Value, declared: Value | undefined): Value {
  if (value.kind !== 'unknown' || value.declared !== undefined || !declared) return value;
  if (isMade(declared)) return declared;
  const type = declared.kind === 'unknown' ? declared.type : undefined;
  return { ...value, type: value.type ?? type, declared };
}

/** The argument of a callback of `then`: for `import('./file').then((file) => …)`, the module. */
function promisedTo(binder: Binder, use: Use): Value {
  const parent = parentOf(binder);
  const callee = parent?.type === 'CallExpression' ? parent.callee : undefined;
  if (callee?.type === 'MemberExpression' && nameOfKey(callee.property) === 'then') {
    const promised = evaluated(callee.object, use);
    if (promised.kind === 'module') return promised;
  }
  return { kind: 'unknown', site: use.site, binder };
}

/** The value that a pattern assigns to one of its names. */
export function taken(pattern: Node, name: string, value: Value, use: Use): Value {
  const { site, evaluation, depth } = use;
  const unknown: Value = { kind: 'unknown', site };
  const deeper = { ...use, depth: depth + 1 };
  const declares = (node: Node): boolean => [...namesIn(node)].some((each) => each.name === name);
  if (isExhausted(evaluation, depth)) return unknown;
  switch (pattern.type) {
    case 'Identifier':
      return value;
    case 'TSParameterProperty':
      return taken(pattern.parameter, name, value, deeper);
    case 'AssignmentPattern': {
      const usual = evaluated(pattern.right, deeper);
      if (isEnvironment(value)) return taken(pattern.left, name, asDefault(usual), deeper);
      const isUnknown = value.kind === 'unknown';
      const next = isUnknown ? { ...value, type: value.type ?? jsonTypeOf(usual) } : value;
      return taken(pattern.left, name, value.kind === 'absent' ? usual : next, deeper);
    }
    case 'ObjectPattern':
      for (const property of pattern.properties) {
        if (property.type === 'RestElement') return restOf(value, pattern, site);
        if (!declares(property.value)) continue;
        const key = property.computed ? '' : nameOfKey(property.key);
        if (key === '') return unknown;
        return taken(property.value, name, memberOf(value, key, deeper), deeper);
      }
      return unknown;
    case 'ArrayPattern':
      for (const [i, element] of pattern.elements.entries())
        if (element !== null && element.type !== 'RestElement' && declares(element))
          return taken(element, name, memberOf(value, String(i), deeper), deeper);
      return unknown;
    default:
      return unknown;
  }
}

/** The rest of an object in a pattern. */
function restOf(value: Value, { properties }: ObjectPattern, site: Site): Value {
  if (value.kind !== 'object') return { kind: 'unknown', binder: binderIn(value), site };
  const entries = new Map(value.entries);
  for (const each of properties)
    if (each.type !== 'RestElement') entries.delete(nameOfKey(each.key));
  return { ...value, entries };
}

/** A property of a value, or an export of a module. */
export function memberOf(value: Value, name: string, use: Use): Value {
  const { site, evaluation, depth } = use;
  const unknown: Value = { kind: 'unknown', site };
  switch (value.kind) {
    case 'object':
      return value.entries.get(name)?.value ?? (value.isOpen ? unknown : { kind: 'absent', site });
    case 'array':
      if (name === 'length' && !value.isOpen)
        return { kind: 'constant', value: value.items.length, site };
      if (value.isSelection || !/^\d+$/.test(name)) return unknown;
      return value.items[Number(name)] ?? (value.isOpen ? unknown : { kind: 'absent', site });
    case 'choice':
      evaluation.work.left -= value.options.length;
      return choiceOf(
        value.options.map((option) => memberOf(option, name, { ...use, depth: depth + 1 })),
        site,
      );
    case 'unknown': {
      const { binder, declared } = value;
      const own = { ...unknown, binder, isEnvironment: isEnvironment(value) };
      if (declared === undefined) return own;
      const member = declared.kind === 'type' ? memberOfType(declared, name, use) : undefined;
      if (member?.value !== undefined && !isMade(member.value)) return withType(own, member.value);
      const made = member?.implementing?.map((each) => memberOf(each, name, deeper(use)));
      const known = made ? choiceOf(made, site) : (member?.value ?? memberOf(declared, name, use));
      return known.kind === 'unknown' ? own : known;
    }
    case 'absent':
      return value;
    case 'instance':
      return instanceMember(value, name, use);
    case 'module':
      return exportOf(value.module, name, use);
    default:
      return unknown;
  }
}

/** A method or a property of a class, or of one that it extends. */
function instanceMember(
  { of, site }: { readonly of: Class; readonly site: Site },
  name: string,
  use: Use,
): Value {
  const there: Use = { ...use, module: site.module, depth: use.depth + 1 };
  const unknown: Value = { kind: 'unknown', site: use.site };
  if (isExhausted(use.evaluation, there.depth)) return unknown;
  for (const member of of.body.body) {
    if (member.type === 'ClassMethod')
      for (const pattern of member.params)
        if (pattern.type === 'TSParameterProperty' && [...namesIn(pattern)][0]?.name === name)
          return withType(unknown, ofAnnotation(pattern, there));
    if (!('key' in member) || nameOfKey(member.key) !== name) continue;
    if (member.type === 'TSDeclareMethod') {
      // A signature of a method, which follows.
      if (member.abstract !== true) continue;
      const made = implementersOf(of, there).map((each) => memberOf(each, name, there));
      return made.length === 0 ? unknown : choiceOf(made, use.site);
    }
    if (member.type === 'ClassMethod' || member.type === 'ClassPrivateMethod') {
      if (member.kind === 'set') continue;
      if (member.kind === 'method')
        return { kind: 'function', node: member, site: siteOf(member, site.module) };
      const result = resultOf(member);
      return result ? evaluated(result, there) : unknown;
    }
    if (!member.value) return withType(unknown, ofAnnotation(member, there));
    const init = evaluated(member.value, there);
    if (init.kind === 'unknown')
      return withType({ ...init, isOther: true }, ofAnnotation(member, there));
    return isMade(init) || isFixed(member, name, site.module) ? init : unknown;
  }
  const parent = of.superClass ? evaluated(of.superClass, there) : unknown;
  return parent.kind === 'instance' ? instanceMember(parent, name, there) : unknown;
}

const isMade = ({ kind }: Value): boolean => ['function', 'client', 'instance'].includes(kind);

const deeper = (use: Use): Use => ({ ...use, depth: use.depth + 1 });

/** Whether a property has the same value in all objects of its class and of those that extend it. */
function isFixed(member: ClassBody['body'][number], name: string, { changes }: Module): boolean {
  const isOwn =
    member.type === 'ClassPrivateProperty' ||
    (member.type === 'ClassProperty' &&
      (member.static || member.readonly === true || member.accessibility === 'private'));
  return isOwn && !changes.has(`this.${name}`);
}

function exportOf(start: Module, name: string, { site, evaluation, depth }: Use): Value {
  const unknown: Value = { kind: 'unknown', site };
  if (isExhausted(evaluation, depth)) return unknown;
  const outside = { ...evaluation, frame: undefined };
  for (const { module, exported, isWhole } of exportsIn(start, name, evaluation.modules)) {
    const there: Use = { site, module, evaluation: outside, depth: depth + 1 };
    if (exported.kind === 'local') return namedValue(exported.name, module.syntax.program, there);
    const found = evaluated(exported.node, there);
    if (!isWhole) return found;
    const member = memberOf(found, name, there);
    if (member.kind !== 'unknown') return member;
  }
  return unknown;
}
