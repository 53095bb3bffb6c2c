import { closestSends } from '../src/core/graph/feasible-sends.ts';
import { flowOf } from '../src/core/graph/flow.ts';
import { recentSends } from '../src/core/graph/recent-sends.ts';
import { formatDuration, secondsOfOption } from '../src/core/model/duration.ts';
import { groupBy } from '../src/core/model/groups.ts';
import { labelOf, nameOf } from '../src/core/model/label.ts';
import type { Step } from '../src/core/model/nodes.ts';
import { isEmail } from '../src/core/model/step-type.ts';
import { defineRule, durationOption, optionsOf } from '../src/core/rule.ts';

export default defineRule({
  id: 'back-to-back-emails',
  severity: 'warning',
  preset: 'recommended',
  category: 'time',
  summary: 'Two emails sent without a pause between them.',
  why: 'The contact receives both emails at once and is likely to ignore one of them.',
  remedy: 'Add a delay between the two emails, or combine them into one.',
  whenOff:
    'When two emails at once are intended, such as a receipt and a welcome email; suppressing that one finding is better.',
  options: optionsOf({
    min: durationOption('1 minute', 'The minimum time between two emails, such as "1 hour".'),
  }),

  workflow({ graph }, report, { min }) {
    const limit = secondsOfOption(min);
    const flow = flowOf(graph);
    const recent = recentSends(flow, 1, false);
    const close = graph
      .where(isEmail)
      .filter((step) => (recent.before(step, 1)?.seconds ?? limit) < limit);
    if (close.length === 0) return;
    // Infeasible paths are not reported.
    const possible = closestSends(flow, limit);
    const gaps = close.flatMap((step) => {
      const last = possible === undefined ? recent.before(step, 1) : possible.get(step);
      return last === undefined ? [] : { step, ...last };
    });
    for (const chain of chainsOf(gaps)) {
      const [{ step, send }, ...more] = chain as [Gap, ...Gap[]];
      // Rounded up, 59.9 seconds would read as the minute that is required.
      const longest = Math.max(...chain.map((each) => each.seconds));
      const seconds = longest < 1 ? longest : Math.floor(longest);
      const gap = seconds === 0 ? 'right after' : `only ${formatDuration(seconds)} after`;
      report({
        at: step,
        message:
          more.length === 0
            ? `${labelOf(step)} is sent ${gap} ${nameOf(send)}`
            : `${chain.length + 1} emails are sent ${gap} each other, from ${nameOf(send)} to ${nameOf((chain.at(-1) as Gap).step)}`,
        help:
          more.length === 0
            ? `add a delay of at least ${formatDuration(limit)} between them, or combine the two emails`
            : `add delays of at least ${formatDuration(limit)} between them, or combine the emails`,
        related: [
          { at: send, message: 'previous email' },
          ...more.map((each) => ({ at: each.step, message: 'next email' })),
        ],
      });
    }
  },
});

/** An email, and the one sent shortly before it. */
interface Gap {
  readonly step: Step;
  readonly send: Step;
  readonly seconds: number;
}

/** Emails of which each follows another one of the chain, in order of the chain. */
function chainsOf(gaps: readonly Gap[]): readonly (readonly Gap[])[] {
  const after = groupBy(gaps, ({ send }) => send);
  const inGap = new Set(gaps.map(({ step }) => step));
  const seen = new Set<Gap>();
  const chains: Gap[][] = [];
  // The first ones, then those on a cycle.
  for (const gap of [...gaps.filter(({ send }) => !inGap.has(send)), ...gaps]) {
    if (seen.has(gap)) continue;
    const chain = [gap];
    seen.add(gap);
    for (const { step } of chain)
      for (const next of after.get(step) ?? []) {
        if (seen.has(next)) continue;
        seen.add(next);
        chain.push(next);
      }
    chains.push(chain);
  }
  return chains;
}
