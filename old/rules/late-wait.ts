import { arrivalsOf } from '../src/core/graph/arrivals.ts';
import { type Flow, flowOf, type TimeRange } from '../src/core/graph/flow.ts';
import type { Graph } from '../src/core/graph/graph.ts';
import { treeOf } from '../src/core/graph/reads.ts';
import { recentSends } from '../src/core/graph/recent-sends.ts';
import { leavesOf } from '../src/core/model/condition.ts';
import { eventNameOf } from '../src/core/model/config.ts';
import { formatDuration, secondsOfOption } from '../src/core/model/duration.ts';
import { labelOf, quote } from '../src/core/model/label.ts';
import type { Step } from '../src/core/model/nodes.ts';
import { isCondition, isWait } from '../src/core/model/step-type.ts';
import { defineRule, durationOption, namesOption, optionsOf } from '../src/core/rule.ts';

/** Events about an email occur after it is sent. */
const ABOUT_EMAIL = 'resend:email.';
const PROPERTY = 'contact.properties.';

export default defineRule({
  id: 'late-wait',
  severity: 'info',
  preset: 'recommended',
  category: 'time',
  summary: 'A wait that starts when its event may already have occurred.',
  why: 'A wait only receives events that occur during it, so contacts who were faster time out.',
  remedy: 'Start the wait earlier, or check a contact property first.',
  whenOff:
    'When the event cannot occur before the wait starts; listing it in the option "answers" is better.',
  options: optionsOf({
    min: durationOption('1 minute', 'The time after which a wait is late, such as "1 hour".'),
    answers: namesOption(
      [],
      'Events that only follow an email of the workflow, such as "feedback.received": a wait for them is late some time after the email.',
    ),
  }),

  workflow({ graph, workspace }, report, { min, answers }) {
    const waits = graph.where(isWait);
    if (waits.length === 0) return;
    // One without an event may be for the same one, and has its own finding.
    if (waits.some((wait) => eventNameOf(wait) === undefined)) return;
    const limit = secondsOfOption(min);
    const flow = flowOf(graph);
    const arrivals = arrivalsOf(flow);
    // A misspelt name has its own finding.
    const eventOf = (step: Step): string | undefined => {
      const name = eventNameOf(step);
      return name && (workspace.definitionMeant(name)?.name ?? name);
    };
    const recent = recentSends(flow, 1, false);
    for (const wait of waits) {
      const event = eventOf(wait);
      if (event === undefined || !flow.has(wait)) continue;
      const isSame = (step: Step): boolean => isWait(step) && eventOf(step) === event;
      const isAnswer = event.startsWith(ABOUT_EMAIL) || answers.includes(event);
      const passed = isAnswer
        ? recent.before(wait, 1)?.seconds
        : (arrivals.get(wait) as TimeRange).min;
      if (passed === undefined || passed < limit) continue;
      const gap = isAnswer ? undefined : gapBefore(flow, wait, isSame);
      if (gap !== undefined && gap >= limit) {
        report({
          at: wait,
          message: `${labelOf(wait)} starts ${formatDuration(gap)} after an earlier wait for its event ended`,
          help: 'let the earlier wait last until this one, or check a contact property first',
          fingerprintKey: { detail: event },
        });
        continue;
      }
      const isAfterTime = (step: Step): boolean => (arrivals.get(step)?.min ?? 0) >= limit;
      if (looksEarlier(flow, wait, isSame, isAfterTime)) continue;
      report({
        at: wait,
        message: `${labelOf(wait)} starts ${formatDuration(passed)} after the ${isAnswer ? 'email' : 'trigger'}; earlier events are missed`,
        help: `wait for ${quote(event)} ${isAnswer ? 'right after the email' : 'from the trigger on'}, or check a contact property first`,
        fingerprintKey: { detail: event },
      });
    }
  },
});

/**
 * The time from the timeout of another wait for the event, on the only path from it; `undefined` if there is none, or a condition
 * checks a property after it.
 */
function gapBefore(flow: Flow, wait: Step, isSame: (step: Step) => boolean): number | undefined {
  const { graph } = flow;
  let gap = 0;
  // The wait is in the flow, so each step is earlier in the order of the flow than the one before.
  for (let step = wait; ; ) {
    const [edge, other] = flow.incoming(step);
    if (edge === undefined || other !== undefined) return undefined;
    step = graph.source(edge) as Step;
    if (isSame(step)) return edge.type === 'timeout' ? gap : undefined;
    if (isCondition(step) && readsProperty(graph, step)) return undefined;
    gap += flow.span(edge)?.min ?? 0;
  }
}

/**
 * Whether some path to the wait has another wait for the event, or checks a property that the event may have set in the time
 * before.
 */
function looksEarlier(
  flow: Flow,
  wait: Step,
  isSame: (step: Step) => boolean,
  isAfterTime: (step: Step) => boolean,
): boolean {
  const { graph } = flow;
  const before = new Set<Step>();
  for (const edge of flow.incoming(wait)) before.add(graph.source(edge) as Step);
  for (const step of before) {
    if (isSame(step)) return true;
    if (isCondition(step) && isAfterTime(step) && readsProperty(graph, step)) return true;
    for (const edge of flow.incoming(step)) before.add(graph.source(edge) as Step);
  }
  return false;
}

function readsProperty(graph: Graph, condition: Step): boolean {
  const tree = treeOf(graph, condition);
  return tree !== undefined && leavesOf(tree.root).some(({ field }) => field?.startsWith(PROPERTY));
}
