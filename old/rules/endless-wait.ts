import type { Graph } from '../src/core/graph/graph.ts';
import { unreachableRegions } from '../src/core/graph/regions.ts';
import { eventNameOf } from '../src/core/model/config.ts';
import { adviseTimeout, hasTimeout, timeoutField } from '../src/core/model/duration.ts';
import { addFix } from '../src/core/model/fix.ts';
import { labelOf, quote } from '../src/core/model/label.ts';
import type { Step } from '../src/core/model/nodes.ts';
import { isWait } from '../src/core/model/step-type.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'endless-wait',
  severity: 'warning',
  preset: 'recommended',
  category: 'graph',
  summary: 'A wait without a timeout.',
  why: 'Without a timeout, contacts wait indefinitely and never receive the emails that follow.',
  remedy: 'Set a timeout, and connect the timeout branch to the step that should run then.',
  whenOff: 'When nothing should be sent unless the event occurs.',
  linear: true,

  workflow({ workflow, graph }, report) {
    for (const step of graph.where(isWait)) {
      if (hasTimeout(step)) continue;
      // A step that nothing leads to would be the next fault.
      const isComplete = unreachableRegions(graph).length === 0;
      const event = eventNameOf(step);
      report({
        at: step,
        message: `${labelOf(step)} waits for ${event === undefined ? 'its event' : quote(event)} without a timeout`,
        help: isComplete
          ? adviseTimeout(step)
          : `add "${timeoutField(step)[0]}", and connect the timeout branch`,
        explainedBy: hasTimeoutBranch(graph, step) ? 'dead-branch' : undefined,
        fixes: isComplete ? addFix([step, 'config'], ...timeoutField(step)) : undefined,
        maxSeverity: workflow.status === 'disabled' ? 'info' : undefined,
      });
    }
  },
});

/** It is a dead branch, reported with its wait. */
const hasTimeoutBranch = (graph: Graph, step: Step): boolean =>
  graph.outgoing(step).some(({ type }) => type === 'timeout');
