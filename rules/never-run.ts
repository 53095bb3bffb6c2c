import { findSentInstead, hasNeverRun } from '../src/core/graph/audit-facts.ts';
import { findUnknownSends, usedEventsOf } from '../src/core/graph/sent-events.ts';
import { quote } from '../src/core/model/label.ts';
import { firstPlaces, placeIn } from '../src/core/model/place.ts';
import runSamples from '../src/core/resources/run-samples.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'never-run',
  severity: 'warning',
  preset: 'recommended',
  category: 'graph',
  summary: 'An enabled workflow without a single run.',
  why: 'No contact has received its emails, since its event is not sent or has another name.',
  remedy: 'Send the event of its trigger, or disable the workflow.',
  whenOff: 'When workflows are enabled long before their event is sent.',
  needs: { run_samples: 'partly' },
  oncePerId: true,

  summarize: ({ workflow, workspace }) =>
    workspace.resources(runSamples).items.length === 0
      ? undefined
      : {
          used: usedEventsOf({ workflow, workspace }),
          hasNeverRun: hasNeverRun(workflow, workspace),
        },

  compare({ summaries, workspace }, report) {
    const uses = summaries.map(({ summary }) => ({ summary: summary.used }));
    const sentInstead = findSentInstead(
      new Set(uses.flatMap(({ summary }) => summary.map(({ event }) => event))),
      workspace,
    );
    const corrected = new Set(findUnknownSends(uses, workspace).map(({ meant }) => meant));
    for (const known of summaries) {
      if (!known.summary.hasNeverRun) continue;
      const event = known.summary.used.find(({ trigger }) => trigger !== undefined)?.event;
      const sent = event === undefined ? [] : (sentInstead.get(event) ?? []);
      const send = event === undefined ? 'send its event' : `send ${quote(event)}`;
      report({
        at: placeIn(known, 'status'),
        message: 'the workflow is enabled and has never run',
        help:
          sent[0] === undefined
            ? `${send}${event === undefined ? '' : ' from the application'}, or disable the workflow`
            : `${send} instead of ${quote(sent[0].event)}`,
        related: firstPlaces(sent, (each) => each),
        explainedBy: event !== undefined && corrected.has(event) ? 'sent-unknown-event' : undefined,
      });
    }
  },
});
