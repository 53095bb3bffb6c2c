import { eventNameOf } from '../model/config.ts';
import { defineStepType, NAMED } from '../model/step-type.ts';

export default defineStepType({
  name: 'trigger',
  position: 10,
  otherNames: ['event', 'start'],
  fields: { event_name: { schema: NAMED } },
  requires: [['event_name']],
  // "event" or "name" beside a valid "event_name" is accepted.
  isOpen: true,
  texts: [{ name: 'event name', use: 'id', of: 'events', at: [['config', 'event_name']] }],
  event: 'starts',
  caption: 'Trigger',
  kind: 'start',
  icon: 'M11.2 2.5 4.5 11.5H10L8.8 17.5 15.5 8.5H10z',
  shape: 'pill',
  summarize: (step) => [eventNameOf(step) ?? 'no event'],
  describe: (step) => `starts on ${eventNameOf(step) ?? 'no event'}`,
});
