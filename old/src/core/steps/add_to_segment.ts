import { configField, textOf } from '../model/config.ts';
import { shortKey } from '../model/label.ts';
import { defineStepType, NAMED } from '../model/step-type.ts';

export default defineStepType({
  name: 'add_to_segment',
  position: 80,
  otherNames: ['segment'],
  fields: { segment_id: { schema: NAMED } },
  requires: [['segment_id']],
  texts: [{ name: 'segment id', use: 'id', of: 'segments', at: [['config', 'segment_id']] }],
  effects: { movesContact: true },
  caption: 'Add to segment',
  kind: 'contact',
  icon: 'M2.8 6.5 10 2.8l7.2 3.7L10 10.2zM2.8 10.2l7.2 3.7 7.2-3.7M2.8 13.8l7.2 3.7 7.2-3.7',
  summarize: (step) => [shortKey(textOf(configField(step, 'segment_id')) ?? 'no segment')],
  describe(step) {
    const segment = configField(step, 'segment_id');
    return `adds to segment ${typeof segment === 'string' ? segment : 'without an id'}`;
  },
});
