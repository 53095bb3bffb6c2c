import { longestPath } from '../src/graph/arrivals.ts';
import { flowOf } from '../src/graph/flow.ts';
import { longestWay } from '../src/graph/longest-way.ts';
import { DURATION_OPTION, formatDuration, secondsOfOption } from '../src/model/duration.ts';
import { labelOf } from '../src/model/label.ts';
import { defineRule } from '../src/rule.ts';

export default defineRule({
  id: 'long-workflow',
  severity: 'info',
  preset: 'strict',
  category: 'time',
  since: '0.1.0',
  summary: 'A workflow that goes on for months.',
  why: 'Contacts who started long ago still get what was written then: prices, names and offers are out of date by that time.',
  remedy: 'Shorten the delays, or let a later event start a second workflow.',
  whenOff: 'When your workflows follow a contact through a season or a year: rather raise "max".',
  options: {
    defaults: { max: '90 days' },
    schema: { max: { ...DURATION_OPTION, description: 'The longest a workflow may keep a contact, such as "180 days".' } },
  },

  workflow({ workflow, graph }, report, { max }) {
    if (!workflow.steps.some(({ type }) => type === 'delay' || type === 'wait_for_event')) return;
    const flow = flowOf(graph);
    const longest = longestPath(flow);
    const limit = secondsOfOption(max);
    if (longest === undefined || longest.seconds <= limit) return;
    const path = longestWay(flow, longest);
    if (path === undefined || path.seconds <= limit) return;
    const time = `${path.open ? 'at least ' : ''}${formatDuration(path.seconds)}`;
    report({
      at: path.last,
      message: `the longest path takes ${time} and ends with ${labelOf(path.last)}`,
      help: `more than ${formatDuration(limit)} is hard to keep up to date: shorten its delays, or split the workflow`,
    });
  },
});
