import { listenersOf, sendersOf } from '../src/core/model/heard-events.ts';
import { quote } from '../src/core/model/text.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'unsent-event',
  severity: 'info',
  preset: 'strict',
  stage: 'structure',
  summary: 'An event that a workflow starts on or waits for, and that the code never sends.',
  why: 'If nothing else sends the event, the workflow never starts or the wait never ends.',
  remedy: 'Send the event, or correct the name in the workflow.',

  workspace({ workspace }, report) {
    const senders = sendersOf(workspace);
    if (!senders?.size || workspace.ask('calls', 'all') === undefined) return;
    for (const [event, steps] of listenersOf(workspace) ?? [])
      if (!senders.has(event) && !event.startsWith('resend:'))
        for (const step of steps)
          report({
            at: [step, 'config', 'event_name'],
            message: `the code never sends event ${quote(event)}`,
            help: 'send it, or write the name of an event that is sent',
          });
  },
});
