import type { ObjectExpression } from '@babel/types';
import { MAX_STEPS } from '../../core/model/limits.ts';
import { stepTypeOf } from '../../core/steps/registry.ts';
import { UNKNOWN_STEP } from '../../core/steps/unknown.ts';
import { nameOfKey } from './bindings.ts';
import type { FoundCall } from './calls.ts';
import { evaluate, startEvaluation } from './evaluate.ts';
import type { Module, Modules } from './modules.ts';
import { isOfWorkflow } from './same-workflow.ts';
import { entryOf, knownText, partsOf, type Site, siteOf, type Value } from './values.ts';
import { changesOnlyNames, writeWorkflow } from './workflow-json.ts';

/** The rules that read the config of one step, and nothing of the graph around it. */
export const RULES_OF_CONFIGS: ReadonlySet<string> = new Set([
  'dropped-field',
  'excessive-delay',
  'invalid-config',
  'invalid-delay',
  'invalid-sender',
  'invalid-update',
  'invalid-variable-name',
  'mustache-in-variable',
  'placeholder-value',
  'reserved-variable',
  'unbalanced-variable',
  'unclear-duration',
  'unknown-config-field',
  'unknown-event',
  'unknown-system-event',
  'unsupported-variable',
]);

/**
 * Where a workflow is built by a program, the steps that are written as literals, `{ key, type, config }`: one list for each file.
 */
export function findFragments(modules: Modules, calls: readonly FoundCall[]): readonly FoundCall[] {
  const open = calls.filter(isOpenWorkflow);
  const [first] = open;
  if (first === undefined) return [];
  const isTaken = sitesOf(calls.filter((call) => isOfWorkflow(call) && !open.includes(call)));
  return modules.files.paths.flatMap((path): readonly FoundCall[] => {
    const module = MAY_HAVE_STEPS.test(modules.textOf(path)) ? modules.load(path) : undefined;
    const steps = module && stepsIn(module, modules).filter(({ site }) => !isTaken(site));
    if (module === undefined || steps === undefined || steps.length === 0) return [];
    const site = siteOf(module.syntax.program, module);
    const given = listOf(steps.slice(0, MAX_STEPS), site);
    return [{ does: 'fragment', via: first.via, given, target: site, site }];
  });
}

const MAY_HAVE_STEPS = /\bconfig\b/;

/** Whether the workflow of a call is not known. */
const isOpenWorkflow = (call: FoundCall): boolean =>
  isOfWorkflow(call) && !changesOnlyNames(call.given) && writeWorkflow(call.given) === undefined;

function sitesOf(calls: readonly FoundCall[]): (site: Site) => boolean {
  const keyOf = ({ module, start }: Site): string => `${start} ${module.path}`;
  const sites = new Set(
    calls.flatMap(({ given }) => partsOf(given).map(({ site }) => keyOf(site))),
  );
  return (site) => sites.has(keyOf(site));
}

function stepsIn(module: Module, modules: Modules): readonly Value[] {
  const found = module.syntax.nodes.flatMap((node): readonly Value[] => {
    if (node.type !== 'ObjectExpression' || !mayBeStep(node)) return [];
    const value = evaluate(node, module, startEvaluation(modules));
    return isStep(value) ? [value] : [];
  });
  return found.sort((a, b) => a.site.start - b.site.start);
}

const mayBeStep = ({ properties }: ObjectExpression): boolean =>
  ['key', 'type', 'config'].every((name) =>
    properties.some((property) => 'key' in property && nameOfKey(property.key) === name),
  );

function listOf(items: readonly Value[], site: Site): Value {
  const listed = (given: readonly Value[]): Value => {
    return { kind: 'array', items: given, isOpen: false, site };
  };
  const entries = new Map([
    ['steps', { value: listed(items), key: site }],
    ['connections', { value: listed([]), key: site }],
  ]);
  return { kind: 'object', entries, isOpen: false, site };
}

function isStep(value: Value): boolean {
  if (value.kind !== 'object' || value.isOpen) return false;
  const config = entryOf(value, 'config');
  const type = knownText(entryOf(value, 'type'));
  return (
    value.entries.has('key') &&
    type !== undefined &&
    stepTypeOf(type) !== UNKNOWN_STEP &&
    config?.kind === 'object' &&
    !config.isOpen
  );
}
