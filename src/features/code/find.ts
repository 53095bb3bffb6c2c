/** All calls of the service in the given files. */
import type { Input } from '../../core/model/workflow.ts';
import { createModules, type Modules } from './modules.ts';
import type { Module, Node } from './parse.ts';
import { mayCall } from './recognize.ts';
import { type Run, startRun } from './resolve.ts';
import { createExpander, type FoundCall } from './wrappers.ts';

export interface Found {
  readonly calls: readonly FoundCall[];
  /** Files that may have calls; undefined where one cannot be parsed. */
  readonly files: ReadonlyMap<Input, Module | undefined>;
  readonly modules: Modules;
  readonly run: Run;
}

export function findCalls(inputs: readonly Input[]): Found {
  const modules = createModules(inputs);
  const run = startRun(modules);
  const expand = createExpander(run);
  const files = new Map<Input, Module | undefined>();
  const calls: FoundCall[] = [];
  for (const input of inputs) {
    if (!mayCall(input)) continue;
    const module = modules.load(input);
    files.set(input, module);
    const callsIn = (module?.nodes ?? []).filter(({ type }) => type === 'CallExpression');
    const own = callsIn.flatMap((node) => expand(node, module as Module));
    calls.push(...own.filter((call) => !call.isGuess));
  }
  return { calls: withoutTwins(calls), files, modules, run };
}

/** A call in a function is found again by the call of the function, where that is a request too. */
function withoutTwins(calls: readonly FoundCall[]): readonly FoundCall[] {
  const callers = new Set<Node>(calls.flatMap(({ caller }) => caller?.node ?? []));
  return calls.filter(({ does, at }) => does !== 'mention' || !callers.has(at.node));
}
