import { defineStepType } from '../model/step-type.ts';

export default defineStepType({
  name: 'delay',
  position: 30,
  otherNames: ['pause', 'sleep', 'timer'],
  // The rule invalid-duration checks the values.
  fields: { duration: {}, seconds: {} },
  requires: [['duration', 'seconds']],
  advice: [
    [
      ['unit', 'units', 'minutes', 'hours', 'days', 'weeks'],
      'write number and unit in one field: "duration": "3 days"',
    ],
  ],
  length: { text: 'duration', seconds: 'seconds' },
  caption: 'Delay',
});
