/** Calls in functions and loops: one for each caller and each item of a literal list. */
import { argumentsOf } from './call-value.ts';
import { type Caller, createCallers } from './callers.ts';
import type { Module, Node } from './parse.ts';
import { type Recognized, recognize } from './recognize.ts';
import { evaluate, NO_ENV, type Run, type Use } from './resolve.ts';
import { resultOf } from './results.ts';
import {
  constant,
  type Env,
  entryOf,
  optionsOf,
  type Place,
  unknown,
  type Value,
  waitsOf,
} from './value.ts';
import { bindParameters, bindPattern } from './variables.ts';

export interface FoundCall extends Recognized {
  /** The call of a function that makes the call. */
  readonly caller?: Place;
  /** One of those that a call in a function or loop stands for. */
  readonly isCopy?: true;
  /** Other calls stand for it: only its own fields are checked. */
  readonly isWrapper?: true;
}

/** What binds the parameters of a function, or the variable of a loop. */
interface Frame {
  readonly opener: Node;
  readonly caller?: Place;
  bind(env: Env): Env;
}

const DEEPEST = 5;
/** Calls that are made of others, in all files of a run. */
const MOST = 2_000;

export function createExpander(run: Run) {
  const callersOf = createCallers(run);
  let made = 0;

  /** The calls that a call stands for; itself where nothing decides about it. */
  return (node: Node, module: Module): readonly FoundCall[] => {
    const found: FoundCall[] = [];
    const follow = (frames: readonly Frame[]): void => {
      const env = envOf(frames);
      run.steps = 0;
      const call = recognize(node, { module, env, run });
      if (call === undefined) return;
      const waits = decidingPlace(call);
      const isNew = waits !== undefined && frames.every(({ opener }) => opener !== waits.node);
      const mayGo = isNew && frames.length < DEEPEST && made < MOST;
      const next = mayGo ? framesOf(waits, env) : [];
      if (next.length === 0) {
        const caller = frames.find((frame) => frame.caller !== undefined)?.caller;
        const isCopy = frames.length > 0;
        found.push({ ...call, ...(caller && { caller }), ...(isCopy && { isCopy }) });
        return;
      }
      if (frames.length === 0 && call.does === 'send') found.push({ ...call, isWrapper: true });
      for (const frame of next) {
        made++;
        follow([...frames, frame]);
      }
    };
    follow([]);
    return found;
  };

  /** Each frame may need another one, whatever their order. */
  function envOf(frames: readonly Frame[]): Env {
    let env = NO_ENV;
    for (const _ of frames) for (const frame of frames) env = frame.bind(env);
    return env;
  }

  function framesOf(waits: Place, env: Env): readonly Frame[] {
    const { node, module } = waits;
    const use = { module, env, run };
    if (node.type === 'ForOfStatement')
      return itemFrames(
        node['right'],
        use,
        (own, item) => {
          const { left } = node;
          const pattern = left.type === 'VariableDeclaration' ? left.declarations[0].id : left;
          return new Map([...own.env, ...bindPattern(pattern, item, own)]);
        },
        node,
      );
    return callersOf(waits).flatMap((caller) => framesOfCaller(waits, caller, env));
  }

  function framesOfCaller(fn: Place, { how, at }: Caller, env: Env): readonly Frame[] {
    const use = { module: at.module, env, run };
    const inFunction = (own: Env, given: readonly Value[]): Env =>
      bindParameters(fn.node, given, own, { module: fn.module, env: own, run });
    if (how === 'items') {
      const items = itemFrames(
        at.node['callee'].object,
        use,
        (own, item, i) => inFunction(own.env, [item, constant(i, item.at), unknown(item.at)]),
        fn.node,
      );
      return items.length > 0 ? items : [];
    }
    const bind = (own: Env): Env => {
      const callerUse = { ...use, env: own };
      const given = how === 'call' ? argumentsOf(at.node['arguments'], callerUse) : undefined;
      return inFunction(own, given ?? unknownArguments(fn.node, at));
    };
    return [{ opener: fn.node, caller: at, bind }];
  }

  /** One frame for each item of a list; those of what decides about the list otherwise. */
  function itemFrames(
    list: Node,
    use: Use,
    bindItem: (use: Use, item: Value, index: number) => Env,
    opener: Node,
  ): readonly Frame[] {
    const itemsIn = (env: Env): Value => evaluate(list, { ...use, env });
    const value = itemsIn(use.env);
    if (value.is !== 'list' || value.isOpen) {
      const outer = waitsOf([value]);
      return outer === undefined || outer.node === opener ? [] : framesOf(outer, use.env);
    }
    return value.items.map((_, i): Frame => {
      const bind = (env: Env): Env => {
        const now = itemsIn(env);
        const item = now.is === 'list' ? now.items[i] : undefined;
        return item === undefined ? env : bindItem({ ...use, env }, item, i);
      };
      return { opener, bind };
    });
  }
}

const unknownArguments = (fn: Node, at: Place): readonly Value[] =>
  (fn['params'] as readonly Node[]).map(() => unknown(at));

/** What decides about the parts of a call that are checked. */
function decidingPlace(call: Recognized): Place | undefined {
  if (call.does === 'known' || call.does === 'other' || call.does === 'publish') return undefined;
  if (call.waits !== undefined) return call.waits;
  const { given, does, target } = call;
  if (does === 'send') {
    const bodies = optionsOf(given);
    const parts = bodies.flatMap((each) => [entryOf(each, 'event'), payloadOf(each)]);
    return waitsOf([given, ...parts]);
  }
  return does === 'mention' ? undefined : waitsOf([target, given, ...partsOf(given)]);
}

const payloadOf = (body: Value): Value | undefined => {
  const payload = entryOf(body, 'payload');
  return payload?.is === 'unknown' || (payload?.is === 'object' && payload.isOpen)
    ? payload
    : undefined;
};

const MOST_PARTS = 2_000;

/** The values in a value, to a bound. */
export function partsOf(value: Value): readonly Value[] {
  const found: Value[] = [];
  const open = [value];
  for (let each = open.pop(); each !== undefined; each = open.pop()) {
    found.push(each);
    if (found.length > MOST_PARTS) break;
    if (each.is === 'object') open.push(...[...each.entries.values()].map((entry) => entry.value));
    if (each.is === 'list') open.push(...each.items);
    if (each.is === 'choice') open.push(...each.options);
  }
  return found;
}

/** How the result of a call is used; what a function returns, its callers use. */
export function resultOfCall({ at, caller, isWrapper, isCopy, does }: FoundCall) {
  const own = resultOf(at.node, at.module);
  // The wrapper says it once.
  if (own !== 'returned') return isCopy && does === 'send' ? 'used' : own;
  if (isWrapper || caller === undefined) return 'used';
  const outer = resultOf(caller.node, caller.module);
  return outer === 'returned' ? 'used' : outer;
}
