import type { CallExpression, Node } from '@babel/types';
import { nameOfKey } from './bindings.ts';
import { type Recognized, recognizeCall, type ServiceCall } from './calls.ts';
import { evaluate, startEvaluation } from './evaluate.ts';
import { type BoundCall, bindArguments } from './functions.ts';
import type { Module, Modules } from './modules.ts';
import { type Binder, entryOf, type Site, siteOf, type Value } from './values.ts';

/** A call of the service, at the place that gives its values. */
export interface FoundCall extends Omit<ServiceCall, 'does'> {
  readonly does: ServiceCall['does'] | 'wrap';
  /** The call of the service within the wrapper, whose fields are checked there. */
  readonly wrapper?: Site;
  /** The call; for a wrapper, the call of the wrapper. */
  readonly site: Site;
}

/** A call that depends on a parameter or a loop. */
interface Wrapped {
  readonly node: CallExpression;
  readonly module: Module;
  readonly binder: Binder;
  /** The call as far as it is known without the callers of the wrapper. */
  readonly alone: ServiceCall | undefined;
}

const MENTIONS = /\b(?:events|automations)\b/;
/** Calls through wrappers and loops, whose numbers multiply. */
const MAX_ROUNDS = 20_000;

/** All calls of the service, in order of file and position. Calls through one wrapper, or in a loop over a list, are followed. */
export function findCalls(modules: Modules): readonly FoundCall[] {
  const { files } = modules;
  const found: FoundCall[] = [];
  const wrapped: Wrapped[] = [];
  for (const module of modulesThat(modules, (text) => MENTIONS.test(text))) {
    for (const node of callsIn(module)) {
      const recognized = recognizeCall(node, module, startEvaluation(modules));
      const binder = binderOf(recognized);
      const alone = recognized !== undefined && 'does' in recognized ? recognized : undefined;
      if (binder !== undefined) wrapped.push({ node, module, binder, alone });
      else if (alone !== undefined) found.push({ ...alone, site: siteOf(node, module) });
    }
  }
  const callers = createCallers(modules, wrapped);
  let rounds = 0;
  for (const { node, module, binder, alone } of wrapped) {
    rounds += callers(binder).length;
    const frames = rounds > MAX_ROUNDS ? [] : callers(binder);
    const inner = siteOf(node, module);
    const wraps = frames.length > 0 && alone?.does === 'send' && alone.given.kind === 'object';
    for (const { frame, site } of frames) {
      const recognized = recognizeCall(node, module, startEvaluation(modules, frame));
      if (recognized === undefined || !('does' in recognized)) continue;
      found.push({ ...recognized, site, ...(wraps && { wrapper: inner }) });
    }
    if (alone !== undefined && (wraps || frames.length === 0))
      found.push({ ...alone, ...(wraps && { does: 'wrap' }), site: inner });
  }
  const order = new Map(files.paths.map((path, i) => [path, i]));
  const orderOf = ({ site }: FoundCall): number => order.get(site.module.path) ?? 0;
  return found.sort((a, b) => orderOf(a) - orderOf(b) || a.site.start - b.site.start);
}

function* modulesThat(modules: Modules, isWanted: (text: string) => boolean): Iterable<Module> {
  for (const path of modules.files.paths) {
    if (!isWanted(modules.textOf(path))) continue;
    const module = modules.load(path);
    if (module !== undefined) yield module;
  }
}

function* callsIn({ syntax }: Module): Iterable<CallExpression> {
  for (const node of syntax.nodes) if (node.type === 'CallExpression') yield node;
}

/** The parameter that determines a call: all of it, its event or its payload. */
function binderOf(recognized: Recognized): Binder | undefined {
  if (recognized === undefined || 'binder' in recognized) return recognized?.binder;
  const { given, does } = recognized;
  const fields = DECISIVE.get(does)?.map((name) => entryOf(given, name)) ?? [];
  for (const part of [given, ...fields])
    if (part !== undefined && 'binder' in part && part.binder !== undefined) return part.binder;
  return undefined;
}

const DECISIVE: ReadonlyMap<FoundCall['does'], readonly string[]> = new Map([
  ['send', ['event', 'payload']],
  ['define', ['name', 'schema']],
]);

interface Caller {
  readonly frame: BoundCall;
  readonly site: Site;
}

/** The calls of wrappers, and the iterations of loops. */
function createCallers(
  modules: Modules,
  wrapped: readonly Wrapped[],
): (binder: Binder) => readonly Caller[] {
  const callers = new Map<Binder, Caller[]>();
  const names = new Set<string>();
  for (const { module, binder } of wrapped) {
    if (callers.has(binder)) continue;
    const list = listOf(binder, module);
    if (list !== undefined) {
      const items = evaluate(list, module, startEvaluation(modules));
      const rounds = items.kind === 'array' && !items.isOpen ? items.items : [];
      callers.set(
        binder,
        rounds.map((item) => ({
          frame: { binder, values: [item], isOpen: false, next: undefined },
          site: item.site.module === module ? item.site : siteOf(binder, module),
        })),
      );
      continue;
    }
    callers.set(binder, []);
    for (const name of namesOf(binder, module)) names.add(name);
  }
  if (names.size === 0) return (binder) => callers.get(binder) ?? [];
  const mentions = [...names];
  for (const module of modulesThat(modules, (text) => mentions.some((name) => text.includes(name))))
    for (const node of callsIn(module)) {
      const binder = calledBy(node, module, modules, callers);
      if (binder === undefined) continue;
      const inner = (child: Node): Value => evaluate(child, module, startEvaluation(modules));
      callers.get(binder)?.push({
        frame: bindArguments(binder, node.arguments, inner),
        site: siteOf(node, module),
      });
    }
  return (binder) => callers.get(binder) ?? [];
}

/** The list that a loop, `forEach` or `map` iterates over. */
function listOf(binder: Binder, { syntax: { parentOf } }: Module): Node | undefined {
  if (binder.type === 'ForOfStatement') return binder.right;
  const parent = parentOf.get(binder);
  if (parent?.type !== 'CallExpression' || parent.arguments[0] !== binder) return undefined;
  const { callee } = parent;
  const isLoop =
    callee.type === 'MemberExpression' &&
    ['forEach', 'map', 'flatMap'].includes(nameOfKey(callee.property));
  return isLoop ? callee.object : undefined;
}

/** The names by which code may call a function. */
function namesOf(binder: Binder, { path, syntax: { parentOf } }: Module): readonly string[] {
  const parent = parentOf.get(binder);
  const file = path.split('/').at(-1)?.replace(/\..*$/, '') ?? '';
  const holders = [binder, ...(parent === undefined ? [] : [parent])];
  const names = holders.flatMap((node) => {
    if (node.type === 'ExportDefaultDeclaration') return file;
    if (node.type === 'AssignmentExpression' && node.left.type === 'MemberExpression')
      return nameOfKey(node.left.property);
    if ('key' in node && node.key) return nameOfKey(node.key);
    return 'id' in node && node.id ? nameOfKey(node.id) : [];
  });
  return names.filter((name) => name !== '');
}

/** The wrapper that is called. */
function calledBy(
  { callee }: CallExpression,
  module: Module,
  modules: Modules,
  binders: ReadonlyMap<Binder, unknown>,
): Binder | undefined {
  const target =
    callee.type === 'Super' || callee.type === 'V8IntrinsicIdentifier'
      ? undefined
      : evaluate(callee, module, startEvaluation(modules));
  const called = target?.kind === 'function' ? target.node : undefined;
  return called !== undefined && binders.has(called) ? called : undefined;
}
