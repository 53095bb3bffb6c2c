import { eventNameOf } from '../src/core/model/config.ts';
import { quote } from '../src/core/model/label.ts';
import { createNearest } from '../src/core/model/nearest.ts';
import type { Place } from '../src/core/model/nodes.ts';
import { isTrigger } from '../src/core/model/step-type.ts';
import { defineRule } from '../src/rule.ts';

interface Start {
  readonly event: string;
  readonly place: Place;
}

export default defineRule({
  id: 'unsent-event',
  severity: 'info',
  preset: 'recommended',
  category: 'events',
  since: '0.1.0',
  summary: 'A workflow that starts on an event which the code never sends.',
  why: 'If nothing else sends the event, the workflow never starts.',
  remedy: 'Send the event, or correct the name in the trigger.',
  whenOff: 'When other programs send events as well.',
  needs: { calls: 'any' },

  facts({ workflow, place }) {
    const starts = workflow.steps.filter(isTrigger).flatMap((step): Start[] => {
      const event = eventNameOf(step);
      return event === undefined ? [] : [{ event, place: place([step, 'config', 'event_name']) }];
    });
    return starts.length === 0 ? undefined : starts;
  },

  workspace({ facts, workspace: { calls } }, report, _options) {
    const sends = calls.filter(({ does }) => does === 'send');
    // Any of these may be the event.
    if (sends.length === 0 || sends.some(({ event }) => event === undefined)) return;
    const sent = new Set(sends.flatMap(({ event }) => event ?? []));
    const nearest = createNearest(sent);
    for (const { fact } of facts)
      for (const { event, place } of fact) {
        if (sent.has(event) || event.startsWith('resend:')) continue;
        const meant = nearest(event);
        report({
          at: place,
          message: `the code never sends event ${quote(event)}`,
          help: meant === undefined ? undefined : `did you mean ${quote(meant)}?`,
          detail: event,
        });
      }
  },
});
