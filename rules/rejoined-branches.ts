import { meetingOf } from '../src/core/graph/rejoin.ts';
import { labelOf, nameOf } from '../src/core/model/label.ts';
import { branchTypes, isCondition, isFork } from '../src/core/model/step-type.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'rejoined-branches',
  severity: 'info',
  preset: 'off',
  category: 'graph',
  summary: 'A condition or wait whose branches rejoin.',
  why: 'All contacts receive the same emails after this step, whichever branch they took.',
  remedy: 'Use separate steps on each branch where the difference matters.',
  whenOff:
    'Unless every branch of your workflows should stay separate; rejoining branches is common.',

  workflow({ workflow, graph }, report) {
    for (const step of workflow.steps) {
      if (!isFork(step)) continue;
      const branches = branchTypes(step) as readonly [string, string];
      const meeting = meetingOf(graph, step, branches);
      if (meeting === undefined) continue;
      const straight = branches.every((type) =>
        graph.outgoing(step).some((edge) => edge.type === type && graph.target(edge) === meeting),
      );
      // redundant-condition reports it.
      if (straight && isCondition(step)) continue;
      report({
        at: step,
        message: straight
          ? `both branches of ${labelOf(step)} lead directly to ${nameOf(meeting)}`
          : `branches of ${labelOf(step)} rejoin at ${nameOf(meeting)}`,
        related: [{ at: meeting, message: 'branches rejoin here' }],
      });
    }
  },
});
