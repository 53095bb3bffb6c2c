import { emailFactOf, type Start } from '../src/core/graph/email-facts.ts';
import { createFirstFacts, groupBy, identityOfGroup, scopeOf } from '../src/core/model/groups.ts';
import { labelOfWorkflow, quote } from '../src/core/model/label.ts';
import { firstPlaces, placeIn, placeOfStep } from '../src/core/model/place.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'competing-workflows',
  severity: 'info',
  preset: 'strict',
  category: 'events',
  summary: 'Several enabled workflows that start on the same event.',
  why: 'The service runs all of them, so the contact receives the emails of every workflow in parallel.',
  remedy: 'Merge the workflows, or disable all but one.',
  whenOff: 'When several teams respond to the same event on purpose.',
  needs: { workflows: 'partly' },

  summarize: emailFactOf,

  compare({ summaries }, report) {
    const isFirst = createFirstFacts();
    // Further triggers are a fault of their own.
    const starts = summaries.flatMap((known) => {
      const start = known.summary.starts[0] as Start;
      return isFirst(known, start.event) ? { known, start } : [];
    });
    for (const [event, group] of groupBy(starts, ({ start }) => start.event)) {
      const [first, second] = group;
      if (first === undefined || second === undefined) continue;
      const more = group.length === 2 ? ' also starts' : ` and ${group.length - 2} more also start`;
      report({
        at: placeOfStep(placeIn(second.known), second.start.trigger),
        message: `${labelOfWorkflow(first.known.workflow)}${more} on ${quote(event)}`,
        help: 'merge the workflows, or disable all but one',
        related: firstPlaces(
          group.filter((other) => other !== second),
          ({ known, start }) => ({
            at: placeOfStep(placeIn(known), start.trigger),
            message: `trigger of ${labelOfWorkflow(known.workflow)}`,
          }),
        ),
        fingerprintKey: {
          names: identityOfGroup(group.map(({ known }) => scopeOf(known.workflow))),
          detail: event,
        },
      });
    }
  },
});
