import { type ConditionTree, conditionOrFilterOf } from '../model/condition.ts';
import { lengthsOf } from '../model/duration.ts';
import { labelOf } from '../model/label.ts';
import type { Step } from '../model/nodes.ts';
import { referencesOf } from '../model/references.ts';
import { isCondition } from '../model/step-type.ts';
import { configTextsOf, contactValuesOf, templateVariablesOf } from '../model/variables.ts';
import { type Graph, oncePerGraph } from './graph.ts';

// Parts of the configs that several rules need, parsed once per workflow and in array order of the steps.

/** The parsed part of a condition or filter. */
export interface LocatedCondition {
  readonly step: Step;
  readonly tree: ConditionTree;
}

const ofAllSteps = <T>(read: (step: Step) => readonly T[]): ((graph: Graph) => readonly T[]) =>
  oncePerGraph(({ workflow }) => workflow.steps.flatMap((step) => read(step)));

export const configTextsIn = ofAllSteps(configTextsOf);
export const lengthsIn = ofAllSteps(lengthsOf);
export const readsOf = ofAllSteps(referencesOf);

/** The variables of all messages. */
export const variablesIn = ofAllSteps(templateVariablesOf);

/** The values that steps write to the contact. */
export const contactValuesIn = ofAllSteps(contactValuesOf);

/** All conditions and filters of a workflow. */
export const conditionsIn = ofAllSteps((step): readonly LocatedCondition[] => {
  const tree = conditionOrFilterOf(step);
  return tree === undefined ? [] : [{ step, tree }];
});

const treesOf = oncePerGraph(
  (graph) => new Map(conditionsIn(graph).map(({ step, tree }) => [step, tree])),
);

/** The rule of a condition or filter, if it has one. */
export const treeOf = (graph: Graph, step: Step): ConditionTree | undefined =>
  treesOf(graph).get(step);

/** The name of a condition, or of the filter of a wait, in messages. */
export const labelOfCondition = (step: Step): string =>
  isCondition(step) ? labelOf(step) : `filter of ${labelOf(step)}`;
