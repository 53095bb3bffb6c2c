import { quote } from '../src/core/model/label.ts';
import { placeOfResource } from '../src/core/model/resource.ts';
import { pluralize } from '../src/core/model/text.ts';
import eventSamples from '../src/core/resources/event-samples.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'refused-event',
  severity: 'error',
  preset: 'recommended',
  category: 'events',
  summary: 'An event that the application sends and the service refuses.',
  why: 'A refused event starts no workflow, and the contact receives no email for it.',
  remedy: 'Send the payload that the schema of the event describes.',
  whenOff: 'When refused calls are handled by the application.',
  needs: { event_samples: 'partly' },

  workspace({ workspace }, report) {
    for (const item of workspace.resources(eventSamples).items) {
      const { event, refused = 0, accepted = 0, reason } = item.value;
      if (refused === 0 || event === undefined) continue;
      const definition = workspace.definition(event);
      report({
        at: definition ?? placeOfResource(item, 'event'),
        message: `${refused} of ${pluralize(refused + accepted, 'sampled call')} that sent ${quote(event)} ${refused === 1 ? 'was' : 'were'} refused (422)`,
        help:
          reason === undefined
            ? 'send the types that its schema has'
            : `correct the most common error: ${quote(reason)}`,
        fingerprintKey: { detail: event },
      });
    }
  },
});
