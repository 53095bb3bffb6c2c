import { type ConditionTree, conditionOrFilterOf } from '../model/condition.ts';
import { type ConfigText, collectConfigTexts } from '../model/config-texts.ts';
import { collectLengths, type Length } from '../model/duration.ts';
import { labelOf } from '../model/label.ts';
import type { Step } from '../model/nodes.ts';
import {
  collectFromCondition,
  collectFromConfigText,
  collectFromValue,
  type Reference,
} from '../model/references.ts';
import { isCondition, writesContact } from '../model/step-type.ts';
import { collectTemplateVariables, contactValuesOf, type Variable } from '../model/variables.ts';
import { type Graph, memoized } from './graph.ts';

// Parts of the configs that several rules need, parsed once per workflow and in array order of the steps.

/** The parsed part of a condition or filter. */
export interface LocatedCondition {
  readonly step: Step;
  readonly tree: ConditionTree;
}

/** The texts of all configs. */
export function configTextsIn(graph: Graph): readonly ConfigText[] {
  return memoized(graph, readConfigTexts);
}

function readConfigTexts(graph: Graph): readonly ConfigText[] {
  const texts: ConfigText[] = [];
  for (const step of graph.workflow.steps) collectConfigTexts(step, texts);
  return texts;
}

/** The variables of all messages. */
export function variablesIn(graph: Graph): readonly Variable[] {
  return memoized(graph, readVariables);
}

function readVariables(graph: Graph): readonly Variable[] {
  const variables: Variable[] = [];
  for (const step of graph.workflow.steps) collectTemplateVariables(step, variables);
  return variables;
}

/** The values that steps write to the contact. */
export function contactValuesIn(graph: Graph): readonly Variable[] {
  return memoized(graph, readContactValues);
}

function readContactValues(graph: Graph): readonly Variable[] {
  const values: Variable[] = [];
  for (const step of graph.workflow.steps)
    if (writesContact(step)) values.push(...contactValuesOf(step));
  return values;
}

/** All references of a workflow. */
export function readsOf(graph: Graph): readonly Reference[] {
  return memoized(graph, readReferences);
}

function readReferences(graph: Graph): readonly Reference[] {
  const reads: Reference[] = [];
  for (const text of configTextsIn(graph)) collectFromConfigText(text, reads);
  for (const value of contactValuesIn(graph)) collectFromValue(value, reads);
  for (const { step, tree } of conditionsIn(graph)) collectFromCondition(step, tree, reads);
  for (const variable of variablesIn(graph)) collectFromValue(variable, reads);
  return reads.sort((a, b) => a.step.index - b.step.index);
}

/** All conditions and filters of a workflow. */
export function conditionsIn(graph: Graph): readonly LocatedCondition[] {
  return memoized(graph, readRules);
}

function readRules(graph: Graph): readonly LocatedCondition[] {
  const rules: LocatedCondition[] = [];
  for (const step of graph.workflow.steps) {
    const tree = conditionOrFilterOf(step);
    if (tree !== undefined) rules.push({ step, tree });
  }
  return rules;
}

/** The rule of a condition or filter, if it has one. */
export function treeOf(graph: Graph, step: Step): ConditionTree | undefined {
  return memoized(graph, indexTrees).get(step);
}

const indexTrees = (graph: Graph): ReadonlyMap<Step, ConditionTree> =>
  new Map(conditionsIn(graph).map((rule) => [rule.step, rule.tree]));

/** The name of a condition, or of the filter of a wait, in messages. */
export const labelOfCondition = (step: Step): string =>
  isCondition(step) ? labelOf(step) : `filter of ${labelOf(step)}`;

/** All lengths of the delays and waits of a workflow. */
export function lengthsIn(graph: Graph): readonly Length[] {
  return memoized(graph, readLengths);
}

function readLengths(graph: Graph): readonly Length[] {
  const lengths: Length[] = [];
  for (const step of graph.workflow.steps) collectLengths(step, lengths);
  return lengths;
}
