import { defineStepType, NAMED } from '../model/step-type.ts';

export default defineStepType({
  name: 'add_to_segment',
  position: 80,
  otherNames: ['segment'],
  fields: { segment_id: { schema: NAMED } },
  requires: [['segment_id']],
  texts: [{ name: 'segment id', use: 'id', of: 'segments', path: ['config', 'segment_id'] }],
  acts: true,
  caption: 'Add to segment',
});
