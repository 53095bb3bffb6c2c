import { eventNameOf } from '../src/core/model/config.ts';
import { quote } from '../src/core/model/label.ts';
import { createNearest } from '../src/core/model/nearest.ts';
import { defineRule } from '../src/rule.ts';

export default defineRule({
  id: 'sent-unknown-event',
  severity: 'error',
  preset: 'correctness',
  category: 'references',
  since: '0.1.0',
  summary: 'An event that application code sends and nothing defines.',
  why: 'No workflow starts on the event, so the contact receives no email.',
  remedy: 'Correct the name in the code, or define the event.',
  whenOff: 'When your events are defined only when they are first sent.',
  needs: { calls: 'any' },
  gaps: ['events'],
  isCause: true,

  facts({ workflow }) {
    return workflow.steps.flatMap((step) =>
      step.spec.event === undefined ? [] : (eventNameOf(step) ?? []),
    );
  },

  workspace({ facts, workspace }, report) {
    const { events, definitions, calls } = workspace;
    const used = new Set(facts.flatMap(({ fact }) => fact));
    const defined = definitions.flatMap(({ name }) => name ?? []);
    const sent = new Set(calls.flatMap(({ event }) => event ?? []));
    const unsent = [...used].filter((name) => !sent.has(name));
    const near = createNearest(events === 'complete' ? defined : [...defined, ...unsent]);
    for (const call of calls) {
      const { event } = call;
      if (event === undefined || workspace.definition(event) !== undefined) continue;
      const meant = near(event);
      // With incomplete definitions, only a name with a near match is a fault.
      if (events !== 'complete' && (used.has(event) || meant === undefined)) continue;
      const lack = events === 'complete' ? 'not defined' : 'not known';
      report({
        at: [call, 'event'],
        message: `the code sends event ${quote(event)}, which is ${lack}`,
        help:
          meant === undefined
            ? `define ${quote(event)}, or write the name of a defined event`
            : `did you mean ${quote(meant)}?`,
        detail: event,
        uncertain: events !== 'complete',
      });
    }
  },
});
