import type { Graph } from '../src/core/graph/graph.ts';
import { missingLinks } from '../src/core/graph/likely-edges.ts';
import { hasUnreadableLink } from '../src/core/model/config.ts';
import { formatDuration, secondsOf } from '../src/core/model/duration.ts';
import { labelOf, nameOf } from '../src/core/model/label.ts';
import type { Step } from '../src/core/model/nodes.ts';
import { isTrigger, isWait, takesTime } from '../src/core/model/step-type.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'trailing-delay',
  severity: 'warning',
  preset: 'recommended',
  category: 'graph',
  summary: 'A delay or wait that no step follows.',
  why: 'The contact waits and the run then ends; often the step that should follow is missing.',
  remedy: 'Connect it to the next step, or remove it.',
  whenOff: 'While a draft is being drawn and its last steps are missing.',

  workflow({ workflow, graph }, report) {
    if (!workflow.hasEdges) return;
    // Dangling edges and unreachable steps have their own findings.
    const hasTrigger = graph.where(isTrigger).length > 0;
    const dangling = new Set(graph.unresolvedEdges.map((edge) => graph.source(edge)));
    for (const step of workflow.steps) {
      if (hasUnreadableLink(step)) continue;
      if (!takesTime(step) || graph.outgoing(step).length > 0 || graph.isDuplicate(step)) continue;
      if (dangling.has(step) || (hasTrigger && !graph.isReachable(step))) continue;
      report({
        at: step,
        message: `no step follows ${labelOf(step)}: ${effectOf(step)}`,
        help: `connect ${nameOf(step)} to the next step, or remove it`,
        explainedBy: isNamedLink(step, graph) ? 'unreachable-step' : undefined,
        maxSeverity: workflow.status === 'disabled' ? 'info' : undefined,
      });
    }
  },
});

/** It is named as the step before an unreachable one. */
const isNamedLink = (step: Step, graph: Graph): boolean =>
  graph.unresolvedEdges.length === 0 &&
  [...missingLinks(graph).values()].some(({ from }) => from === step);

function effectOf(step: Step): string {
  if (isWait(step)) return 'the run ends there with or without the event';
  const seconds = secondsOf(step);
  return seconds === undefined
    ? 'the run ends after it'
    : `the run ends after waiting ${formatDuration(seconds)}`;
}
