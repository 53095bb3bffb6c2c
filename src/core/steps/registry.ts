import { defineStepType, type StepType } from '../model/step-type.ts';
import { allStepTypes } from './index.ts';

/** All known types, in the order in which they are listed. */
export const STEP_TYPES: readonly StepType[] = [...allStepTypes].sort(
  (a, b) => a.position - b.position,
);

/** Of steps of any other type: it may have any effect, take any time, and leave by any edge. */
export const UNKNOWN_STEP = defineStepType({
  name: '',
  position: Number.POSITIVE_INFINITY,
  isKnown: false,
  fields: { event_name: {} },
  isOpen: true,
  branches: [],
  acts: true,
  caption: 'Other step',
});

const BY_NAME: ReadonlyMap<string, StepType> = new Map(STEP_TYPES.map((type) => [type.name, type]));

export const stepTypeOf = (name: string): StepType | undefined => BY_NAME.get(name);

/** All edge types that some step leaves by. */
export const EDGE_TYPES: readonly string[] = [
  ...new Set([
    'default',
    ...STEP_TYPES.flatMap(({ branches }) => branches.map(({ type }) => type)),
  ]),
];
