import { isObject, type JsonObject, own } from '../model/json.ts';
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

const fits = ({ config }: Step, type: StepType): boolean =>
  type.requires.length > 0 &&
  isComplete(config, type) &&
  Object.keys(config).every((field) => type.fieldNames.has(field));

/** Whether a config has all that a type requires. */
export function isComplete(
  config: JsonObject,
  { requires, spellings, nestedFields, rule }: StepType,
): boolean {
  const isIn = (name: string): boolean =>
    [name, ...(spellings.get(name) ?? [])].some((spelling) => Object.hasOwn(config, spelling));
  return (
    requires.every((group) => group.some(isIn)) &&
    (rule !== 'config' || isIn('field') || isIn('rules')) &&
    nestedFields.every(({ holder, required }) => {
      const value = own(config, holder);
      return !isObject(value) || required.every((name) => Object.hasOwn(value, name));
    })
  );
}
