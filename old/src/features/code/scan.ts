import type { CallExpression } from '@babel/types';
import { groupBy } from '../../core/model/groups.ts';
import { binderOf, type FoundCall, recognizeCall, type ServiceCall } from './calls.ts';
import { startEvaluation } from './evaluate.ts';
import { mentionIn } from './mentions.ts';
import type { Module, Modules } from './module.ts';
import { callsIn, modulesThat } from './modules.ts';
import { ignoredResultOf, isInTry } from './results.ts';
import { siteOf } from './values.ts';
import { callsThroughWrappers, type OpenCall, outerOf } from './wrappers.ts';

const MENTIONS_ENDPOINT = /api\.resend\.com|events\/send/i;
/** Whether a text may have calls of the service. */
const MENTIONS = /\b(?:(?:events|automations|templates)\b|api\.resend\.com)/;

/** All calls of the service, in order of file and position. Calls through wrappers, and in loops over a list, are followed. */
export function findCalls(modules: Modules): readonly FoundCall[] {
  const found: FoundCall[] = [];
  const open: OpenCall[] = [];
  for (const module of modulesThat(modules, (text) => MENTIONS.test(text))) {
    for (const node of callsIn(module)) {
      const recognized = recognizeCall(node, module, startEvaluation(modules));
      const inner = binderOf(recognized);
      const binder = inner && outerOf(inner, undefined, modules);
      const known = recognized !== undefined && 'does' in recognized ? recognized : undefined;
      if (known !== undefined) found.push(...ignoredBy(known, node, module));
      if (binder || known) open.push({ node, module, binder, callers: [], known });
    }
  }
  found.push(...callsThroughWrappers(open, modules));
  const all = groupBy([...found, ...mentionsIn(modules, found)], (call) => call.site.module.path);
  return modules.files.paths.flatMap((path) =>
    (all.get(path) ?? []).sort((a, b) => a.site.start - b.site.start),
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
  if (ignored === undefined) return [];
  const callee = module.text.slice(target.start, target.end).split('.').slice(-2).join('.');
  const result = { callee, isDiscarded: ignored === 'discarded', isInTry: isInTry(node) };
  return [{ does: 'result', via, given, target, site: siteOf(node, module), result }];
}

/** The files without a call that name an endpoint of the service. */
function mentionsIn(modules: Modules, found: readonly FoundCall[]): readonly FoundCall[] {
  const known = new Set(found.flatMap(({ site, target }) => [site.module, target.module]));
  const mentioning = modulesThat(modules, (text) => MENTIONS_ENDPOINT.test(text));
  return [...mentioning].flatMap((module): readonly FoundCall[] => {
    const start = known.has(module) ? undefined : mentionIn(module);
    if (start === undefined) return [];
    const site = { module, start, end: start };
    return [{ does: 'mention', via: 'http', given: { kind: 'unknown', site }, target: site, site }];
  });
}
