import { defineStepType, NAMED, OBJECT_OR_NULL } from '../model/step-type.ts';

/** The fields of a delay. */
const LENGTHS: ReadonlyMap<string, string> = new Map([
  ['duration', 'write the longest wait as "timeout"'],
  ['seconds', 'write the longest wait as "timeout_seconds"'],
]);

export default defineStepType({
  name: 'wait_for_event',
  position: 40,
  otherNames: ['wait'],
  fields: {
    event_name: { schema: NAMED },
    timeout: {},
    timeout_seconds: {},
    filter_rule: { schema: OBJECT_OR_NULL },
  },
  requires: [['event_name']],
  adviseField: (field) => LENGTHS.get(field),
  texts: [{ name: 'event name', use: 'id', of: 'events', path: ['config', 'event_name'] }],
  event: 'awaited',
  condition: 'filter_rule',
  branches: [
    { type: 'event_received', means: 'received' },
    { type: 'timeout', means: 'timedOut' },
  ],
  length: { text: 'timeout', seconds: 'timeout_seconds' },
  caption: 'Wait for event',
});
