/** Calls in functions and loops: one for each caller, over all files, and each item of a list. */
import type { Input } from '../../core/model/workflow.ts';
import { argumentsOf } from './calls.ts';
import {
  evaluate,
  evaluateAlone,
  NO_ENV,
  type Run,
  startExpression,
  type Use,
} from './evaluate.ts';
import { baseOf } from './modules.ts';
import type { Module, Node } from './parse.ts';
import { type Recognized, recognize } from './recognize.ts';
import { resultOf } from './results.ts';
import { bare, isIn, memberName, moduleOf, nameOfKey, once } from './syntax.ts';
import type { FunctionValue, Value } from './value.ts';
import { constant, deciderOf, entryOf, itemsIn, optionsOf, unknown } from './value.ts';
import { bindParameters } from './variables.ts';

export interface FoundCall extends Recognized {
  /** Where it is reported: the call itself, or that of the outermost function that decides. */
  readonly place: Node;
  readonly frames: readonly Frame[];
  /** One of those that a call in a function or loop stands for. */
  readonly isCopy: boolean;
  /** Other calls stand for it: only its own fields are checked. */
  readonly isWrapper?: true;
}

/** What the parameters of a function get from a call, or the variable of a loop from an item. */
interface Frame {
  readonly opener: Node;
  readonly caller?: Node;
  bind(use: Use): Use;
}

const DEEPEST = 5;
/** Calls that are made of others, in all files of a run. */
const MOST = 2_000;

/** The calls that a call stands for; itself where nothing decides about it. */
export function callsOf(node: Node, run: Run): readonly FoundCall[] {
  const found: FoundCall[] = [];
  const follow = (frames: readonly Frame[]): void => {
    startExpression(run);
    const use = useIn(frames, run);
    const call = recognize(node, use);
    if (call === undefined) return;
    const isCopy = frames.length > 0;
    const place = frames.findLast(({ caller }) => caller !== undefined)?.caller ?? node;
    const decider = decidingPlace(call);
    const isNew = decider !== undefined && frames.every(({ opener }) => opener !== decider);
    const mayGo = isNew && frames.length < DEEPEST && run.copies < MOST;
    const next = mayGo ? framesOf(decider, use) : [];
    run.copies += next.length;
    if (next.length === 0 && !call.isGuess) found.push({ ...call, place, isCopy, frames });
    if (next.length > 0 && !isCopy && call.does === 'send')
      found.push({ ...call, place, isCopy, frames, isWrapper: true });
    for (const frame of next) follow([...frames, frame]);
  };
  follow([]);
  return found;
}

/** One frame for each caller of a function, or each item of a list. */
function framesOf(opener: Node, use: Use): readonly Frame[] {
  const list = listOver(opener);
  if (list === undefined)
    return callersOf(opener, use.run).flatMap((caller): readonly Frame[] => {
      const calledIn = (own: Use) =>
        functionsIn(evaluate(caller.callee, own)).filter(({ of }) => of === opener);
      // One that another call has made, with other arguments.
      const isOther = ({ env }: FunctionValue): boolean =>
        [...env].some(([name, { at }]) => (use.env.get(name) ?? { at }).at !== at);
      const called = calledIn(use);
      if (called.length > 0 && called.every(isOther)) return [];
      const bind = (own: Use): Use => {
        // Another function that gets it may call it with anything.
        const [fn] = calledIn(own);
        const values = fn && argumentsOf(caller, own);
        const env = new Map([...own.env, ...(fn?.env ?? [])]);
        return values ? bindParameters(opener.params, values, { ...own, env }) : own;
      };
      return [{ opener, caller, bind }];
    });
  const value = evaluate(list, use);
  const { decider } = value;
  // What decides about the list decides about its items.
  if (value.is !== 'list' || value.isOpen)
    return decider === undefined || decider === opener ? [] : framesOf(decider, use);
  return value.items.slice(0, MOST).map((_, i): Frame => {
    const { params = [opener.left?.declarations?.[0]?.id ?? opener.left] } = opener;
    const bind = (own: Use): Use => {
      const item = itemsIn(evaluate(list, own))[i];
      return item ? bindParameters(params, [item, constant(i), unknown()], own) : own;
    };
    return { opener, bind };
  });
}

/** The list of a loop, or of the method that calls a function for each item. */
function listOver(opener: Node): Node | undefined {
  if (opener.type === 'ForOfStatement') return opener.right;
  const { callee, arguments: given } = opener.parent ?? opener;
  const isOfList = /^(?:forEach|map|flatMap)$/.test(memberName(callee ?? opener) ?? '');
  return isOfList && given[0] === opener ? callee.object : undefined;
}

/** Each frame may need another one, whatever their order. */
function useIn(frames: readonly Frame[], run: Run): Use {
  let use: Use = { env: NO_ENV, run };
  for (const _ of frames) for (const { bind } of frames) use = bind(use);
  return use;
}

/** What decides about the parts of a call that are checked. */
function decidingPlace({ does, decider, given }: Recognized): Node | undefined {
  if (does === 'known' || does === 'other') return undefined;
  if (does === 'mention') return decider;
  if (does !== 'send') return deciderOf(partsOf(given));
  const names = ['event', 'payload'];
  const fields = optionsOf(given).flatMap((each) => names.map((name) => entryOf(each, name)));
  return deciderOf([given, ...fields]);
}

const MOST_PARTS = 2_000;

export function partsOf(value: Value): readonly Value[] {
  const found: Value[] = [value];
  for (const each of found) {
    if (found.length > MOST_PARTS) break;
    if (each.is === 'object') for (const { value: own } of each.entries.values()) found.push(own);
    if (each.is === 'list') found.push(...each.items);
    if (each.is === 'choice') found.push(...each.options);
  }
  return found;
}

/** How the result of a call is used; what a function returns, its callers use. */
export function resultOfCall({ at, frames, isCopy, does }: FoundCall) {
  let [node, result] = [at, resultOf(at)];
  // The wrapper says it once.
  if (result !== 'returned') return isCopy && does === 'send' ? 'used' : result;
  for (const _ of frames) {
    const outer = frames.findLast(({ opener, caller }) => caller && isIn(node, opener))?.caller;
    if (outer && result === 'returned') [node, result] = [outer, resultOf(outer)];
  }
  return result === 'returned' ? 'used' : result;
}

/** The calls of a function, and of others that get it. */
function callersOf(fn: Node, run: Run): readonly Node[] {
  const { input: own } = moduleOf(fn);
  const base = baseOf(own);
  // Most files do not name the function or its file, and are not even parsed.
  const name = nameOfKey(fn.id ?? fn.parent?.id ?? fn.parent?.key, false);
  const mayUse = ({ text = '' }: Input): boolean =>
    text.includes(base) || (name !== undefined && text.includes(name));
  return run.modules.inputs.flatMap((input) => {
    const module = input === own || mayUse(input) ? run.modules.load(input) : undefined;
    return (module && callersIn(module, run).get(fn)) ?? [];
  });
}

/** Asks each file for the functions that it calls, once. */
const callersIn = once(({ nodes }: Module, run: Run): ReadonlyMap<Node, readonly Node[]> => {
  const found = new Map<Node, Node[]>();
  for (const call of nodes) {
    if (call.type !== 'CallExpression') continue;
    // A function that is written here has no other callers; `fn.call(…)` is one of fn.
    const given = call.arguments.map(bare).filter(({ type }) => /^(?:Id|Member)/.test(type));
    const isBound = /^(?:call|apply|bind)$/.test(memberName(call.callee) ?? '');
    for (const each of [isBound ? call.callee.object : call.callee, ...given])
      for (const { of: fn } of functionsIn(evaluateAlone(each, run))) {
        const callers = found.get(fn) ?? [];
        callers.push(call);
        found.set(fn, callers);
      }
  }
  return found;
});

const functionsIn = (value: Value): readonly FunctionValue[] =>
  optionsOf(value).filter((each) => each.is === 'function');
