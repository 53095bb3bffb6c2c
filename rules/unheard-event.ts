import {
  findSentInstead,
  hasNeverRun,
  listenedEvents,
  startsOf,
} from '../src/core/graph/audit-facts.ts';
import { eventNameOf } from '../src/core/model/config.ts';
import { quote, suggestName } from '../src/core/model/label.ts';
import { createNearest } from '../src/core/model/nearest.ts';
import { placeOfResource } from '../src/core/model/resource.ts';
import { pluralize } from '../src/core/model/text.ts';
import eventSamples from '../src/core/resources/event-samples.ts';
import { defineRule, type Workspace } from '../src/core/rule.ts';

export default defineRule({
  id: 'unheard-event',
  severity: 'warning',
  preset: 'recommended',
  category: 'events',
  summary: 'An event that the application sends and no enabled workflow starts on or waits for.',
  why: 'The event has no effect, and no contact receives an email for it.',
  remedy: 'Start a workflow on the event, or stop sending it.',
  whenOff: 'When events are sent ahead of the workflows that will use them.',
  needs: { event_samples: 'partly' },

  summarize: ({ workflow, workspace }) =>
    workspace.resources(eventSamples).items.length === 0
      ? undefined
      : {
          isEnabled: workflow.status !== 'disabled',
          events: listenedEvents(workflow),
          isUnclear: workflow.steps.some(
            (step) => step.spec.event !== undefined && eventNameOf(step) === undefined,
          ),
          neverSent: hasNeverRun(workflow, workspace) ? startsOf(workflow) : [],
        },

  compare({ summaries, workspace, leaveUnchecked }, report) {
    const { items } = workspace.resources(eventSamples);
    if (items.length === 0) return;
    if (workspace.workflows !== 'complete') {
      leaveUnchecked('the workflows are not complete, so another one may use the sent events');
      return;
    }
    const eventsOf = (known: typeof summaries): ReadonlySet<string> =>
      new Set(known.flatMap(({ summary }) => summary.events));
    const used = eventsOf(summaries);
    const heard = eventsOf(summaries.filter(({ summary }) => summary.isEnabled));
    const nearest = createNearest(used);
    const isUnclear = summaries.some(({ summary }) => summary.isUnclear);
    const neverSent = new Set(summaries.flatMap(({ summary }) => summary.neverSent));
    const explained = new Set(
      [...findSentInstead(used, workspace)].flatMap(([meant, sent]) =>
        neverSent.has(meant) ? sent.map((each) => each.event) : [],
      ),
    );
    for (const item of items) {
      const { event, accepted = 0 } = item.value;
      if (event === undefined || accepted === 0 || heard.has(event)) continue;
      const isUsed = used.has(event);
      const meant = isUsed ? undefined : nearest(event);
      report({
        at: workspace.definition(event) ?? placeOfResource(item, 'event'),
        message: `${quote(event)} was sent in ${pluralize(accepted, 'sampled call')}, and ${isUsed ? 'only disabled workflows use it' : 'no workflow uses it'}`,
        help:
          suggestName(meant) ??
          `${isUsed ? 'enable one of them' : 'start a workflow on it'}, or stop sending it`,
        fingerprintKey: { detail: event },
        maxSeverity: isUsed ? 'info' : undefined,
        explainedBy: explained.has(event) ? 'never-run' : causeOf(meant, workspace, isUnclear),
      });
    }
  },
});

/** The rule that reports a step whose event is misspelt or cannot be read: it may be this event. */
function causeOf(meant: string | undefined, workspace: Workspace, isUnclear: boolean) {
  if (meant !== undefined && workspace.definition(meant) === undefined) return 'unknown-event';
  return isUnclear ? 'invalid-config' : undefined;
}
