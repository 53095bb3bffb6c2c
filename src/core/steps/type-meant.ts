import { isSpelledLike } from '../model/nearest.ts';
import type { Step } from '../model/nodes.ts';
import type { StepType } from '../model/step-type.ts';
import { STEP_TYPES } from './registry.ts';

/** The type whose name differs in case, separators or one letter. */
export const misspeltType = (given: string): string | undefined =>
  STEP_TYPES.find(({ name }) => isSpelledLike(given, name))?.name;

/**
 * The type that a step without a type most likely has: the only one whose fields its config has. Of a trigger and a wait, an edge
 * leads to the wait only. A second trigger is a fault.
 */
export function typeMeant(step: Step, isTarget: boolean): string | undefined {
  if (step.type !== undefined) return undefined;
  const fitting = STEP_TYPES.filter((type) => fits(step, type));
  if (fitting.length < 2) return fitting[0]?.name;
  const hasTrigger = step.workflow.steps.some(({ spec }) => spec.event === 'starts');
  const event = isTarget ? 'awaited' : 'starts';
  if (event === 'starts' && hasTrigger) return undefined;
  return fitting.find((type) => type.event === event)?.name;
}

function fits({ config }: Step, { requires, fieldNames, spellings }: StepType): boolean {
  const isGiven = (name: string): boolean =>
    [name, ...(spellings.get(name) ?? [])].some((spelling) => Object.hasOwn(config, spelling));
  return (
    requires.length > 0 &&
    requires.every((group) => group.some(isGiven)) &&
    Object.keys(config).every((field) => fieldNames.has(field))
  );
}
