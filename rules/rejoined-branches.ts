import { createMeetingFinder, type FindMeeting } from '../src/graph/rejoin.ts';
import { branchesOf, isFork } from '../src/model/branches.ts';
import { labelOf, nameOf } from '../src/model/label.ts';
import { defineRule } from '../src/rule.ts';

export default defineRule({
  id: 'rejoined-branches',
  severity: 'info',
  preset: 'strict',
  category: 'graph',
  since: '0.1.0',
  summary: 'A condition or wait whose two branches meet again.',
  why: 'From there on every contact gets the same, whichever way they came; and some tools take workflows for trees and cannot show it.',
  remedy: 'Give each branch steps of its own, if the difference matters further on.',
  whenOff: 'When you merge branches on purpose, as official examples do.',

  workflow({ workflow, graph }, report) {
    let find: FindMeeting | undefined;
    for (const step of workflow.steps) {
      if (!isFork(step.type) || graph.outgoing(step).length < 2) continue;
      find ??= createMeetingFinder(graph);
      const branches = branchesOf(step.type) as readonly [string, string];
      const meeting = find(step, branches);
      if (meeting === undefined) continue;
      const straight = branches.every((type) => graph.outgoing(step).some((edge) => edge.type === type && graph.target(edge) === meeting));
      report({
        at: step,
        message: straight
          ? `both branches of ${labelOf(step)} lead straight to ${nameOf(meeting)}`
          : `the branches of ${labelOf(step)} meet again at ${nameOf(meeting)}`,
        help: straight && step.type === 'condition' ? 'the condition decides nothing: is one of the two edges meant to lead elsewhere?' : undefined,
        related: [{ at: meeting, message: 'the branches meet here' }],
      });
    }
  },
});
