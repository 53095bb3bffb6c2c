import { conditionOf, filterRuleOf, type RuleTree } from '../model/condition.ts';
import { type Length, lengthsOf } from '../model/duration.ts';
import type { Step } from '../model/nodes.ts';
import { collectFromSubject, collectFromValue, collectReferences, type Reference } from '../model/references.ts';
import { templateVariablesOf, type Variable } from '../model/variables.ts';
import type { Graph } from './graph.ts';
import { remembered } from './memo.ts';

/** A condition or filter that could be read, if only in part. */
export interface StepRule {
  readonly step: Step;
  readonly tree: RuleTree;
}

/** A length of a delay or of a wait. */
export interface StepLength {
  readonly step: Step;
  readonly length: Length;
}

const NONE: readonly never[] = [];

/** The variables of all emails in array order of their steps; read once for all rules. */
export function variablesIn(graph: Graph): readonly Variable[] {
  return remembered(graph, variablesIn, readVariables);
}

/** All references of a workflow; read once for all rules. */
export function readsOf(graph: Graph): readonly Reference[] {
  return remembered(graph, readsOf, readReferences);
}

/** All conditions and filters of a workflow in array order of their steps; read once for all rules. */
export function rulesOf(graph: Graph): readonly StepRule[] {
  if (graph.ofType('condition').length === 0 && graph.ofType('wait_for_event').length === 0) return NONE;
  return remembered(graph, rulesOf, readRules);
}

/** What a condition or filter was read as, if it could be. */
export function treeOf(graph: Graph, step: Step): RuleTree | undefined {
  for (const rule of rulesOf(graph)) if (rule.step === step) return rule.tree;
  return undefined;
}

/** All lengths of a workflow in array order of their steps; read once for all rules. */
export function lengthsIn(graph: Graph): readonly StepLength[] {
  return remembered(graph, lengthsIn, readLengths);
}

function readVariables(graph: Graph): readonly Variable[] {
  const variables: Variable[] = [];
  for (const step of graph.ofType('send_email')) for (const variable of templateVariablesOf(step)) variables.push(variable);
  return variables;
}

function readReferences(graph: Graph): readonly Reference[] {
  const reads: Reference[] = [];
  for (const step of graph.workflow.steps) {
    if (step.type === 'send_email') collectFromSubject(step, reads);
    else collectReferences(step, reads);
  }
  for (const variable of variablesIn(graph)) collectFromValue(variable, reads);
  return reads;
}

function readRules({ workflow }: Graph): readonly StepRule[] {
  const rules: StepRule[] = [];
  for (const step of workflow.steps) {
    const tree = step.type === 'condition' ? conditionOf(step) : step.type === 'wait_for_event' ? filterRuleOf(step) : undefined;
    if (tree !== undefined) rules.push({ step, tree });
  }
  return rules;
}

function readLengths({ workflow }: Graph): readonly StepLength[] {
  const lengths: StepLength[] = [];
  for (const step of workflow.steps) {
    if (step.type === 'delay' || step.type === 'wait_for_event') for (const length of lengthsOf(step)) lengths.push({ step, length });
  }
  return lengths;
}
