import { type Flow, flowOf } from '../src/core/graph/flow.ts';
import { labelOf, nameOf } from '../src/core/model/label.ts';
import type { Step } from '../src/core/model/nodes.ts';
import { isDelay, isEmail, isFork } from '../src/core/model/step-type.ts';
import { pluralize } from '../src/core/model/text.ts';
import { countOption, defineRule, optionsOf } from '../src/core/rule.ts';

/** Emails on a path without a condition or wait between them. */
interface Stretch {
  readonly first: Step;
  readonly last: Step;
  readonly sends: number;
  /** Before the last email. */
  readonly delays: number;
  /** Since the last email. */
  readonly later: number;
}

export default defineRule({
  id: 'no-exit',
  severity: 'info',
  preset: 'strict',
  category: 'email',
  summary: 'Several emails over time without a check whether they are still needed.',
  why: 'Contacts who already bought, or already did what was asked, still receive the later emails.',
  remedy:
    'Replace a delay by a wait for the event, or check a contact property before the next email.',
  whenOff: 'When the emails are a course that every contact should receive.',
  options: optionsOf({
    sends: countOption(3, [2, 100], 'The number of emails from which a check is needed.'),
    delays: countOption(
      2,
      [1, 100],
      'The number of delays between them from which a check is needed.',
    ),
  }),

  workflow({ graph }, report, { sends, delays }) {
    if (graph.where(isEmail).length < sends) return;
    for (const found of longStretches(flowOf(graph), sends, delays))
      report({
        at: found.last,
        message: `${labelOf(found.last)} is email ${found.sends} since ${nameOf(found.first)} without a condition or wait between them`,
        help: 'replace a delay by a wait for the event that makes the emails unnecessary, or check a contact property',
        consequence: `${pluralize(found.sends - 1, 'later email')} ${found.sends === 2 ? 'does' : 'do'} not depend on what contacts do`,
        related: [{ at: found.first, message: 'first of these emails' }],
      });
  },
});

/** The longest stretch from each first email, if it has enough emails and delays. */
function longStretches(flow: Flow, sends: number, delays: number): readonly Stretch[] {
  const { graph, order } = flow;
  const reached: (Stretch | undefined)[] = [];
  const longest = new Map<Step, Stretch>();
  for (const step of order) {
    const stretch = continueWith(step, reached[step.index]);
    if (stretch === undefined) continue;
    const other = longest.get(stretch.first);
    const isLong = stretch.sends >= sends && stretch.delays >= delays;
    if (isLong && (other === undefined || stretch.sends > other.sends))
      longest.set(stretch.first, stretch);
    for (const edge of graph.outgoing(step)) {
      const target = graph.target(edge) as Step;
      const best = reached[target.index];
      if (best === undefined || stretch.sends > best.sends) reached[target.index] = stretch;
    }
  }
  return [...longest.values()];
}

function continueWith(step: Step, before: Stretch | undefined): Stretch | undefined {
  // A step of an unknown type may have any condition.
  if (isFork(step) || !step.spec.isKnown) return undefined;
  if (isEmail(step))
    return before === undefined
      ? { first: step, last: step, sends: 1, delays: 0, later: 0 }
      : {
          first: before.first,
          last: step,
          sends: before.sends + 1,
          delays: before.delays + before.later,
          later: 0,
        };
  return before !== undefined && isDelay(step) ? { ...before, later: before.later + 1 } : before;
}
