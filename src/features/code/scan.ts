import type { CallExpression, Node } from '@babel/types';
import { groupBy } from '../../core/model/groups.ts';
import type { ApiCall } from '../../core/model/nodes.ts';
import { iteratedBy, nameOfKey } from './bindings.ts';
import { type Recognized, recognizeCall, type ServiceCall } from './calls.ts';
import { evaluate, evaluateCallee, startEvaluation } from './evaluate.ts';
import { type BoundCall, bindArguments } from './functions.ts';
import { mentionIn } from './mentions.ts';
import { lastOf, type Module, type Modules, stemOf } from './modules.ts';
import { memberOf } from './named.ts';
import { isMarkdown } from './names.ts';
import { ignoredResultOf, isInTry } from './results.ts';
import { parentOf } from './syntax.ts';
import {
  type Binder,
  binderIn,
  entryOf,
  partsOf,
  type Site,
  siteOf,
  type Value,
} from './values.ts';

/** A call of the service, at the place that gives its values. */
export interface FoundCall extends Omit<ServiceCall, 'does'> {
  /**
   * `result`: its result is ignored. `fragment`: no call, but steps of a file. `mention`: no call that is known, but an endpoint.
   */
  readonly does: ServiceCall['does'] | 'wrap' | 'result' | 'fragment' | 'mention';
  readonly result?: ApiCall['result'];
  /** The call of the service within the wrapper, whose fields are checked there. */
  readonly wrapper?: Site;
  /** The call; for a wrapper, the call of the wrapper. */
  readonly site: Site;
}

/** A function or a loop that determines calls of the service. */
interface Wrapper {
  readonly binder: Binder;
  readonly module: Module;
  readonly callers: Caller[];
}

/** A call of a wrapper, or an iteration of a loop. */
interface Caller {
  readonly frame: BoundCall;
  readonly site: Site;
}

/** A call that depends on a parameter or a loop. */
interface Wrapped {
  readonly node: CallExpression;
  readonly module: Module;
  readonly wrapper: Wrapper;
  /** The call as far as it is known without the callers of the wrapper. */
  readonly alone: ServiceCall | undefined;
}

const MENTIONS_ENDPOINT = /api\.resend\.com|events\/send/i;
/** Whether a text may have calls of the service. */
export const MENTIONS = /\b(?:events|automations|templates)\b/;

/** All calls of the service, in order of file and position. Calls through one wrapper, or in a loop over a list, are followed. */
export function findCalls(modules: Modules): readonly FoundCall[] {
  const { files } = modules;
  const found: FoundCall[] = [];
  const wrapped: Wrapped[] = [];
  const wrappers = new Map<Binder, Wrapper>();
  for (const module of modulesThat(modules, (text) => MENTIONS.test(text))) {
    for (const node of callsIn(module)) {
      const recognized = recognizeCall(node, module, startEvaluation(modules));
      const binder = binderOf(recognized);
      const alone = recognized !== undefined && 'does' in recognized ? recognized : undefined;
      if (alone !== undefined) found.push(...ignoredBy(alone, node, module));
      if (binder !== undefined) {
        const wrapper = wrappers.get(binder) ?? { binder, module, callers: [] };
        wrappers.set(binder, wrapper);
        wrapped.push({ node, module, wrapper, alone });
      } else if (alone !== undefined) found.push({ ...alone, site: siteOf(node, module) });
    }
  }
  findCallers(modules, wrappers);
  for (const { node, module, wrapper, alone } of wrapped) {
    const { callers } = wrapper;
    const inner = siteOf(node, module);
    const wraps = callers.length > 0 && alone?.does === 'send' && alone.given.kind === 'object';
    for (const { frame, site } of callers) {
      const recognized = recognizeCall(node, module, startEvaluation(modules, frame));
      if (recognized === undefined || !('does' in recognized)) continue;
      found.push({ ...recognized, site, ...(wraps && { wrapper: inner }) });
    }
    if (alone !== undefined && (wraps || callers.length === 0))
      found.push({ ...alone, ...(wraps && { does: 'wrap' }), site: inner });
  }
  const byPath = groupBy(
    [...found, ...mentionsIn(modules, found)],
    (call) => call.site.module.path,
  );
  return files.paths.flatMap((path) =>
    (byPath.get(path) ?? []).sort((a, b) => a.site.start - b.site.start),
  );
}

const WITH_RESULT: ReadonlySet<ServiceCall['does']> = new Set([
  'send',
  'create',
  'update',
  'publish',
]);

/** A call of the SDK whose result is ignored. */
function ignoredBy(
  { does, via, given, target }: ServiceCall,
  node: CallExpression,
  module: Module,
): readonly FoundCall[] {
  if (via !== 'sdk' || !WITH_RESULT.has(does)) return [];
  const ignored = ignoredResultOf(node, module);
  // Documentation shows the call, and leaves out what follows.
  if (ignored === undefined || (ignored === 'unread' && isMarkdown(module.path))) return [];
  const callee = module.text.slice(target.start, target.end).split('.').slice(-2).join('.');
  const result = { callee, isDiscarded: ignored === 'discarded', isInTry: isInTry(node) };
  return [{ does: 'result', via, given, target, site: siteOf(node, module), result }];
}

/** The files without a call that name an endpoint of the service. */
function mentionsIn(modules: Modules, found: readonly FoundCall[]): readonly FoundCall[] {
  const known = new Set(found.map(({ site }) => site.module));
  const mentioning = modulesThat(modules, (text) => MENTIONS_ENDPOINT.test(text));
  return [...mentioning].flatMap((module): readonly FoundCall[] => {
    const start = known.has(module) ? undefined : mentionIn(module);
    if (start === undefined) return [];
    const site = { module, start, end: start };
    return [{ does: 'mention', via: 'http', given: { kind: 'unknown', site }, target: site, site }];
  });
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
  const direct = [given, ...fields].map((part) => part && binderIn(part)).find(Boolean);
  return direct ?? (does === 'create' || does === 'update' ? binderWithin(given) : undefined);
}

/** The parameter or loop that any part of a workflow comes from. */
const binderWithin = (given: Value): Binder | undefined =>
  partsOf(given).map(binderIn).find(Boolean);

const DECISIVE: ReadonlyMap<FoundCall['does'], readonly string[]> = new Map([
  ['send', ['event', 'payload']],
  ['define', ['name', 'schema']],
  ['redefine', ['schema']],
]);

/** The calls of wrappers, and the iterations of loops. */
function findCallers(modules: Modules, wrappers: ReadonlyMap<Binder, Wrapper>): void {
  const names = new Set<string>();
  for (const { binder, module, callers } of wrappers.values()) {
    const list = iteratedBy(binder);
    if (list === undefined) {
      for (const name of namesOf(binder, module, modules)) names.add(name);
      continue;
    }
    const items = evaluate(list, module, startEvaluation(modules));
    if (items.kind !== 'array' || items.isOpen) continue;
    for (const item of items.items)
      callers.push({
        frame: { binder, values: [item], isOpen: false, next: undefined },
        site: item.site.module === module ? item.site : siteOf(binder, module),
      });
  }
  if (names.size === 0) return;
  const mentions = [...names];
  for (const module of modulesThat(modules, (text) => mentions.some((name) => text.includes(name))))
    for (const node of callsIn(module)) {
      const target = evaluateCallee(node.callee, module, startEvaluation(modules));
      const wrapper = target.kind === 'function' ? wrappers.get(target.node) : undefined;
      if (wrapper === undefined) continue;
      const inner = (child: Node): Value => evaluate(child, module, startEvaluation(modules));
      wrapper.callers.push({
        frame: bindArguments(wrapper.binder, node.arguments, inner),
        site: siteOf(node, module),
      });
    }
}

/** The names by which code may call a function. */
function namesOf(binder: Binder, module: Module, modules: Modules): readonly string[] {
  const parent = parentOf(binder) as Node;
  const names = [binder, parent].flatMap((node) => {
    if (node.type === 'AssignmentExpression' && node.left.type === 'MemberExpression')
      return nameOfKey(node.left.property);
    if ('key' in node && node.key) return nameOfKey(node.key);
    return 'id' in node && node.id ? nameOfKey(node.id) : [];
  });
  const site = siteOf(binder, module);
  const use = { site, module, evaluation: startEvaluation(modules), depth: 0 };
  const usual = memberOf({ kind: 'module', module, site }, 'default', use);
  if (usual.kind === 'function' && usual.node === binder) names.push(lastOf(stemOf(module.path)));
  return names.filter((name) => name !== '');
}
