import { defineStepType } from '../model/step-type.ts';

/** The type of steps whose type is missing or not in the registry: it may have any effect and take any time. */
export const UNKNOWN_STEP = defineStepType({
  name: '',
  position: Number.POSITIVE_INFINITY,
  isKnown: false,
  // A step with an event most likely waits for it.
  fields: { event_name: {} },
  branches: [],
  time: 'unknown',
  effects: { unknown: true },
  caption: 'Other step',
  kind: 'other',
  icon: 'M6.8 7.2a3.2 3.2 0 1 1 4.8 2.8c-1 .6-1.6 1.2-1.6 2.4M10 15.6v.2',
  summarize: ({ type }) => [type === undefined ? 'no type' : type.replaceAll('_', ' ')],
  describe: ({ type }) =>
    type === undefined ? 'a step without a type' : type.replaceAll('_', ' '),
});
