import type { CallExpression, Node } from '@babel/types';
import { iteratedBy, iteratedIn, nameOfKey } from './bindings.ts';
import { binderOf, type FoundCall, recognizeCall, type ServiceCall } from './calls.ts';
import { evaluate, evaluateCallee, startEvaluation } from './evaluate.ts';
import { type BoundCall, bindArguments, ownNames } from './functions.ts';
import type { Module, Modules } from './module.ts';
import { callsIn, lastOf, modulesThat, stemOf } from './modules.ts';
import { memberOf } from './named.ts';
import { type Binder, binderIn, type Site, siteOf, type Value } from './values.ts';

/** A call that depends on parameters or loops. */
export interface OpenCall {
  readonly node: CallExpression;
  readonly module: Module;
  /** The function or loop that determines it; `undefined` when it can be followed no further. */
  readonly binder: Binder | undefined;
  /** The call as far as it is known. */
  readonly known: ServiceCall | undefined;
  /** The callers that are known, outermost first. */
  readonly callers: readonly Caller[];
}

/** A call of a wrapper, or an iteration of a loop. */
interface Caller {
  readonly binder: Binder;
  readonly site: Site;
  /** Its values, with those of the callers around it. */
  bind(next: BoundCall | undefined): BoundCall;
}

/** Levels of wrappers and loops: `for (…) ensure(spec)`, and `ensure` calls `api(method, path, body)`. */
const LEVELS = 6;

/** The call of the service in each call of its wrappers, and in each iteration of its loops. */
export function callsThroughWrappers(
  given: readonly OpenCall[],
  modules: Modules,
): readonly FoundCall[] {
  const known = new Map<Binder, Caller[]>();
  const closed: OpenCall[] = [];
  let open = given;
  for (let level = 0; level < LEVELS && open.length > 0; level++) {
    const callersOf = findCallers(open, known, modules);
    const next = open.flatMap((call): readonly OpenCall[] => {
      const callers = callersOf(call);
      if (callers.length === 0) return [{ ...call, binder: undefined }];
      return callers.map((caller) => withCaller(call, caller, modules));
    });
    closed.push(...next.filter(({ binder }) => binder === undefined));
    open = next.filter(({ binder }) => binder !== undefined);
  }
  const followed = [...closed, ...open];
  const wrapped = new Set(followed.filter(({ callers }) => callers.length > 0).map(nodeOf));
  // The fields of a wrapper that sends events are checked once.
  const wrappers = given.filter((call) => isSend(call) && wrapped.has(call.node));
  const ofWrappers = new Set(wrappers.map(nodeOf));
  return [
    ...followed.flatMap((call) => foundBy(call, ofWrappers.has(call.node))),
    ...wrappers.flatMap((call) =>
      foundBy(call, false).map((own) => ({ ...own, does: 'wrap' as const })),
    ),
  ];
}

const nodeOf = ({ node }: OpenCall): CallExpression => node;

const isSend = ({ known }: OpenCall): boolean =>
  known?.does === 'send' && known.given.kind === 'object';

function foundBy(
  { known, callers: [outermost], node, module }: OpenCall,
  isWrapped: boolean,
): readonly FoundCall[] {
  if (known === undefined) return [];
  const own = siteOf(node, module);
  const found = { ...known, site: outermost?.site ?? own };
  return [isWrapped ? { ...found, wrapper: own } : found];
}

/** The call with the values that one more caller gives. */
function withCaller(call: OpenCall, caller: Caller, modules: Modules): OpenCall {
  const callers = [caller, ...call.callers];
  const frame = frameOf(callers);
  const recognized = recognizeCall(call.node, call.module, startEvaluation(modules, frame));
  const inner = binderOf(recognized);
  const binder = inner && outerOf(inner, frame, modules);
  // A function that calls itself gives no more values.
  if (callers.some((each) => each.binder === binder))
    return { ...call, callers, binder: undefined, known: undefined };
  const known = recognized !== undefined && 'does' in recognized ? recognized : undefined;
  return { ...call, callers, binder, known };
}

const frameOf = (callers: readonly Caller[]): BoundCall | undefined =>
  callers.reduce<BoundCall | undefined>((frame, caller) => caller.bind(frame), undefined);

/** A loop over a list that comes from a parameter depends on that. */
export function outerOf(given: Binder, frame: BoundCall | undefined, modules: Modules): Binder {
  const seen = new Set([given]);
  for (const binder of seen) {
    const list = iteratedBy(binder);
    const outer =
      list && binderIn(evaluate(list, modules.moduleOf(list), startEvaluation(modules, frame)));
    if (outer === undefined) return binder;
    seen.add(outer);
  }
  return given;
}

/** The iterations of loops, and the calls of functions. */
function findCallers(
  open: readonly OpenCall[],
  known: Map<Binder, Caller[]>,
  modules: Modules,
): (call: OpenCall) => readonly Caller[] {
  const wanted = new Map<Binder, Caller[]>();
  const names = new Set<string>();
  for (const { binder } of open) {
    if (binder === undefined || known.has(binder) || iteratedBy(binder) !== undefined) continue;
    const callers: Caller[] = [];
    known.set(binder, callers);
    wanted.set(binder, callers);
    for (const name of namesOf(binder, modules)) names.add(name);
  }
  for (const module of modulesThat(modules, mentionsOf(names)))
    for (const node of callsIn(module)) {
      const target = evaluateCallee(node.callee, module, startEvaluation(modules));
      const site = siteOf(node, module);
      // A method of an interface can be that of several classes.
      for (const each of target.kind === 'choice' ? target.options : [target]) {
        if (each.kind !== 'function') continue;
        const bind = (frame: BoundCall | undefined): BoundCall => {
          const inner = (child: Node): Value =>
            evaluate(child, module, startEvaluation(modules, frame));
          return bindArguments(each.node, node.arguments, inner, frame);
        };
        wanted.get(each.node)?.push({ binder: each.node, site, bind });
      }
      for (const argument of node.arguments) {
        if (!names.has(nameOfKey(argument))) continue;
        const passed = evaluate(argument, module, startEvaluation(modules));
        const binder = passed.kind === 'function' ? passed.node : undefined;
        const list = iteratedIn(node, argument);
        const items = binder && list && eachItem(list, { binder, site }, undefined, modules);
        if (binder) wanted.get(binder)?.push(...(items ?? [callerWith([], { binder, site })]));
      }
    }
  return ({ binder, callers }) =>
    (binder && (iterationsOf(binder, callers, modules) ?? known.get(binder))) ?? [];
}

/** Whether a text has one of these names, as a whole. */
function mentionsOf(names: ReadonlySet<string>): (text: string) => boolean {
  const written = Array.from(names, (name) => name.replace(/\W/g, '\\$&')).join('|');
  const pattern = new RegExp(`(?<![\\w$])(?:${written})(?![\\w$])`);
  return (text) => names.size > 0 && pattern.test(text);
}

/** One for each item of the list of a loop. */
function iterationsOf(
  binder: Binder,
  callers: readonly Caller[],
  modules: Modules,
): readonly Caller[] | undefined {
  const list = iteratedBy(binder);
  if (list === undefined) return undefined;
  const site = siteOf(binder, modules.moduleOf(list));
  return eachItem(list, { binder, site }, frameOf(callers), modules) ?? [];
}

/** One for each item of a list; `undefined` if they are not known. */
function eachItem(
  list: Node,
  { binder, site }: Pick<Caller, 'binder' | 'site'>,
  frame: BoundCall | undefined,
  modules: Modules,
): readonly Caller[] | undefined {
  const items = evaluate(list, site.module, startEvaluation(modules, frame));
  if (items.kind !== 'array' || (items.isOpen && items.isSelection !== true)) return undefined;
  return items.items.map((item, value) => {
    const own = item.site.module === site.module ? item.site : site;
    return callerWith([item, { kind: 'constant', value, site }], { binder, site: own });
  });
}

/** Further values are not known. */
const callerWith = (
  values: readonly Value[],
  { binder, site }: Pick<Caller, 'binder' | 'site'>,
): Caller => ({ binder, site, bind: (next) => ({ binder, values, isOpen: true, next }) });

/** The names by which code may call a function. */
function namesOf(binder: Binder, modules: Modules): readonly string[] {
  const module = modules.moduleOf(binder);
  const names = [...ownNames(binder)];
  const site = siteOf(binder, module);
  const use = { site, module, evaluation: startEvaluation(modules), depth: 0 };
  const usual = memberOf({ kind: 'module', module, site }, 'default', use);
  if (usual.kind === 'function' && usual.node === binder) names.push(lastOf(stemOf(module.path)));
  return names.filter((name) => name !== '');
}
