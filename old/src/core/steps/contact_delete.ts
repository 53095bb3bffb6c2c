import { defineStepType } from '../model/step-type.ts';

export default defineStepType({
  name: 'contact_delete',
  position: 70,
  otherNames: ['deletecontact'],
  effects: { deletesContact: true },
  caption: 'Delete contact',
  kind: 'other',
  icon: 'M3.5 5.5h13M8 5.5v-2h4v2M5.2 5.5 6 17h8l.8-11.5M8.5 8.5v5.5M11.5 8.5v5.5',
  summarize: () => ['the run ends here'],
  describe: () => 'deletes the contact',
});
