import { findUnknownSends, type UsedEvent, usedEventsOf } from '../src/core/graph/sent-events.ts';
import { createFirstFacts, groupBy } from '../src/core/model/groups.ts';
import { labelOfWorkflow, quote, suggestName } from '../src/core/model/label.ts';
import { createNearest } from '../src/core/model/nearest.ts';
import type { Place } from '../src/core/model/nodes.ts';
import { firstPlaces } from '../src/core/model/place.ts';
import { defineRule, type WorkflowSummary } from '../src/core/rule.ts';

interface Start {
  readonly known: WorkflowSummary<readonly UsedEvent[]>;
  readonly event: string;
  readonly trigger: Place;
}

export default defineRule({
  id: 'unsent-event',
  severity: 'info',
  preset: 'recommended',
  category: 'events',
  summary: 'An event that starts a workflow and that the code never sends.',
  why: 'If nothing else sends the event, its workflows never start.',
  remedy: 'Send the event, or correct the name in the trigger.',
  limits:
    'An event of which the code sends a misspelt name: `sent-unknown-event` reports that name, unless it is off.',
  whenOff: 'When other programs send events as well.',
  needs: { calls: 'any' },

  summarize: usedEventsOf,

  compare({ summaries, workspace }, report) {
    const sends = workspace.calls.filter(({ does }) => does === 'send');
    // Any of these may be the event.
    if (sends.length === 0 || sends.some(({ event }) => event === undefined)) return;
    const sent = new Set(sends.flatMap(({ event }) => event ?? []));
    const nearest = createNearest(sent);
    const meantBySends = new Set(findUnknownSends(summaries, workspace).map(({ meant }) => meant));
    const isUnsent = (event: string): boolean =>
      !sent.has(event) && !meantBySends.has(event) && !event.startsWith('resend:');
    const code = new Set(workspace.calls.map(({ document }) => document.source));
    // Faults of the workflows that the code does not create are for "edgewise lint".
    const hasUnknownEvent = ({ event, trigger }: Start): boolean =>
      workspace.events === 'complete' &&
      workspace.definition(event) === undefined &&
      code.has(trigger.document.source);
    const starts = summaries.flatMap((known) =>
      known.summary.flatMap(({ event, trigger }): Start | [] =>
        trigger !== undefined && isUnsent(event) ? { known, event, trigger } : [],
      ),
    );
    const isFirst = createFirstFacts();
    for (const [event, group] of groupBy(starts, (start) => start.event)) {
      const [first, ...others] = group;
      const started = new Set(group.map(({ known }) => known));
      const workflows = [...started].filter((known) => isFirst(known, event)).length;
      const meant = nearest(event);
      report({
        at: first.trigger,
        message: `the code never sends event ${quote(event)}${workflows === 1 ? '' : `, which starts ${workflows} workflows`}`,
        help: suggestName(meant),
        related: firstPlaces(others, ({ known, trigger }) => ({
          at: trigger,
          message: `trigger of ${labelOfWorkflow(known.workflow)}`,
        })),
        fingerprintKey: { names: workflows === 1 ? undefined : event, detail: event },
        explainedBy: group.every(hasUnknownEvent) ? 'unknown-event' : undefined,
      });
    }
  },
});
