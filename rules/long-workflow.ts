import { flowOf } from '../src/core/graph/flow.ts';
import { longestFeasiblePath, longestPath } from '../src/core/graph/longest-path.ts';
import { formatDuration, secondsOfOption } from '../src/core/model/duration.ts';
import { labelOf } from '../src/core/model/label.ts';
import { takesTime } from '../src/core/model/step-type.ts';
import { defineRule, durationOption, optionsOf } from '../src/core/rule.ts';

export default defineRule({
  id: 'long-workflow',
  severity: 'info',
  preset: 'strict',
  category: 'time',
  summary: 'A workflow with a long total duration.',
  why: 'Contacts who started months ago receive emails with outdated prices, names or offers.',
  remedy: 'Shorten the delays, or start a second workflow by a later event.',
  whenOff:
    'When your workflows intentionally run for a season or a year; raising the option "max" is better.',
  options: optionsOf({
    max: durationOption('90 days', 'The maximum duration of a workflow, such as "180 days".'),
  }),

  workflow({ workflow, graph }, report, { max }) {
    if (!workflow.steps.some(takesTime)) return;
    const flow = flowOf(graph);
    const longest = longestPath(flow);
    const limit = secondsOfOption(max);
    if (longest === undefined || longest.seconds <= limit) return;
    const path = longestFeasiblePath(flow, longest);
    if (path === undefined || path.seconds <= limit) return;
    const time = `${path.isOpen ? 'at least ' : ''}${formatDuration(path.seconds)}`;
    report({
      at: path.last,
      message: `longest path takes ${time}, ending at ${labelOf(path.last)} (limit: ${formatDuration(limit)})`,
      help: 'shorten its delays, or split the workflow',
    });
  },
});
