import { defineStepType } from '../model/step-type.ts';

export default defineStepType({
  name: 'contact_delete',
  position: 70,
  otherNames: ['deletecontact'],
  deletesContact: true,
  acts: true,
  caption: 'Delete contact',
});
