import { defineStepType, NAMED } from '../model/step-type.ts';

export default defineStepType({
  name: 'trigger',
  position: 10,
  otherNames: ['event', 'start'],
  fields: { event_name: { schema: NAMED } },
  requires: [['event_name']],
  // "event" or "name" beside a valid "event_name" is accepted.
  isOpen: true,
  texts: [{ name: 'event name', use: 'id', of: 'events', path: ['config', 'event_name'] }],
  event: 'starts',
  caption: 'Trigger',
});
