import type { StepType } from '../model/step-type.ts';
import { allStepTypes } from './index.ts';
import { UNKNOWN_STEP } from './unknown.ts';

/** All known types, in display order. */
export const STEP_TYPES: readonly StepType[] = [...allStepTypes].sort(
  (a, b) => a.position - b.position,
);

const BY_NAME: ReadonlyMap<string | undefined, StepType> = new Map(
  STEP_TYPES.map((type) => [type.name, type]),
);

/** The definition of a type by its name. */
export const stepTypeOf = (name: string | undefined): StepType => BY_NAME.get(name) ?? UNKNOWN_STEP;

/** All edge types that some step leaves by. */
export const EDGE_TYPES: readonly string[] = [
  'default',
  ...[...new Set(STEP_TYPES.flatMap(({ branches }) => branches.map(({ type }) => type)))]
    .filter((type) => type !== 'default')
    .sort(),
];

export const isKnownEdgeType = (type: string): boolean => EDGE_TYPES.includes(type);
