import { findUnknownSends, usedEventsOf } from '../src/core/graph/sent-events.ts';
import { quote, suggestName } from '../src/core/model/label.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'sent-unknown-event',
  severity: 'error',
  preset: 'correctness',
  category: 'references',
  summary: 'An event that application code sends and nothing defines.',
  why: 'No workflow starts on the event, so the contact receives no email.',
  remedy: 'Correct the name in the code, or define the event.',
  whenOff: 'When your events are defined only when they are first sent.',
  needs: { calls: 'any', events: 'partly' },
  isCause: true,

  summarize: usedEventsOf,

  compare({ summaries, workspace }, report) {
    const isWhole = workspace.events === 'complete';
    for (const { call, event, meant } of findUnknownSends(summaries, workspace))
      report({
        at: [call, 'event'],
        message: `the code sends event ${quote(event)}, which is not ${isWhole ? 'defined' : 'known'}`,
        help: suggestName(meant) ?? `define ${quote(event)}, or write the name of a defined event`,
        fingerprintKey: { detail: event },
        maxSeverity: isWhole ? undefined : 'warning',
      });
  },
});
