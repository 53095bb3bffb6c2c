import type { Node, ObjectExpression } from '@babel/types';
import { MAX_STEPS } from '../../core/model/limits.ts';
import { isKnownEdgeType } from '../../core/steps/registry.ts';
import { changedInPlace } from './aliases.ts';
import { bindingOf, isFunction, nameOfKey } from './bindings.ts';
import type { FoundCall } from './calls.ts';
import { evaluate, startEvaluation } from './evaluate.ts';
import type { Module, Modules } from './module.ts';
import { isOfWorkflow } from './same-workflow.ts';
import { parentOf } from './syntax.ts';
import { entryOf, knownText, partsOf, type Site, siteOf, type Value } from './values.ts';
import { changesOnlyNames, meantType, writeWorkflow } from './workflow-json.ts';

/** The rules that read the config of one step, and nothing of the graph around it. */
export const RULES_OF_CONFIGS: ReadonlySet<string> = new Set([
  'dropped-field',
  'excessive-delay',
  'invalid-config',
  'invalid-delay',
  'invalid-rule',
  'invalid-sender',
  'invalid-update',
  'invalid-variable-name',
  'mustache-in-variable',
  'placeholder-value',
  'reserved-variable',
  'unbalanced-variable',
  'unclear-duration',
  'unknown-config-field',
  'unknown-edge-type',
  'unknown-event',
  'unknown-step-type',
  'unknown-system-event',
  'unqualified-variable',
  'unsupported-variable',
]);

/**
 * Where a workflow is built by a program, the steps that are written as literals, `{ key, type, config }`, and the connections
 * with an unknown type: one list for each file.
 */
export function findFragments(modules: Modules, calls: readonly FoundCall[]): readonly FoundCall[] {
  const open = calls.filter(isOpenWorkflow);
  const [first] = open;
  if (first === undefined) return [];
  const isTaken = sitesOf(calls.filter((call) => isOfWorkflow(call) && !open.includes(call)));
  return modules.files.paths.flatMap((path): readonly FoundCall[] => {
    const module = MAY_HAVE_STEPS.test(modules.textOf(path)) ? modules.load(path) : undefined;
    if (module === undefined) return [];
    const literalsLike = (names: readonly string[], isWanted: (value: Value) => boolean) =>
      literalsWith(
        names,
        module,
        modules,
        (value) => !placesOf(value).some(isTaken) && isWanted(value),
      );
    const steps = literalsLike(['key', 'type', 'config'], isStep);
    const connections = literalsLike(['from', 'to', 'type'], isUnknownConnection);
    if (steps.length + connections.length === 0) return [];
    const site = siteOf(module.syntax.program, module);
    const given = workflowOf(steps, connections, site);
    return [{ does: 'fragment', via: first.via, given, target: site, site }];
  });
}

const MAY_HAVE_STEPS = /\bconfig\b/;

/** Whether the workflow of a call is not known. */
const isOpenWorkflow = (call: FoundCall): boolean =>
  isOfWorkflow(call) && !changesOnlyNames(call.given) && writeWorkflow(call.given) === undefined;

/** A value and the names of its fields: `{ ...step, config }` takes those of the step. */
const placesOf = (value: Value): readonly Site[] =>
  value.kind === 'object'
    ? [value.site, ...Array.from(value.entries.values(), ({ key }) => key)]
    : [value.site];

function sitesOf(calls: readonly FoundCall[]): (site: Site) => boolean {
  const keyOf = ({ module, start }: Site): string => `${start} ${module.path}`;
  const sites = new Set(calls.flatMap(({ given }) => partsOf(given).flatMap(placesOf).map(keyOf)));
  return (site) => sites.has(keyOf(site));
}

/** The wanted objects of a file that have all these fields, in order. */
function literalsWith(
  names: readonly string[],
  module: Module,
  modules: Modules,
  isWanted: (value: Value) => boolean,
): readonly Value[] {
  const found: Value[] = [];
  for (const node of module.syntax.nodes) {
    if (node.type !== 'ObjectExpression' || !hasFields(node, names)) continue;
    if (isOverwritten(node, module)) continue;
    const value = evaluate(node, module, startEvaluation(modules));
    if (isWanted(value)) found.push(value);
    if (found.length >= MAX_STEPS) break;
  }
  return found.sort((a, b) => a.site.start - b.site.start);
}

/** Whether the value of the name that is declared with it is changed later, other than by a method such as `push`. */
function isOverwritten(literal: Node, module: Module): boolean {
  let node: Node | undefined = literal;
  while (node && node.type !== 'VariableDeclarator' && !isFunction(node)) node = parentOf(node);
  if (node?.type !== 'VariableDeclarator' || node.id.type !== 'Identifier') return false;
  const binding = bindingOf(node.id.name, node);
  const changes = binding ? changedInPlace(binding, module) : [];
  return changes.some(({ type }) => type !== 'CallExpression');
}

const hasFields = ({ properties }: ObjectExpression, names: readonly string[]): boolean =>
  names.every((name) =>
    properties.some((property) => 'key' in property && nameOfKey(property.key) === name),
  );

function workflowOf(steps: readonly Value[], connections: readonly Value[], site: Site): Value {
  const entryFor = (items: readonly Value[]): { value: Value; key: Site } => {
    return { value: { kind: 'array', items, isOpen: false, site }, key: site };
  };
  const entries = new Map([
    ['steps', entryFor(steps)],
    ['connections', entryFor(connections)],
  ]);
  return { kind: 'object', entries, isOpen: false, site };
}

function isUnknownConnection(value: Value): boolean {
  const type = knownText(entryOf(value, 'type'));
  const isWhole = value.kind === 'object' && !value.isOpen && value.entries.size === 3;
  return isWhole && type !== undefined && !isKnownEdgeType(type);
}

function isStep(value: Value): boolean {
  if (value.kind !== 'object' || value.isOpen) return false;
  const config = entryOf(value, 'config');
  const type = knownText(entryOf(value, 'type'));
  return (
    value.entries.has('key') &&
    type !== undefined &&
    meantType(type) !== undefined &&
    config?.kind === 'object' &&
    !config.isOpen
  );
}
