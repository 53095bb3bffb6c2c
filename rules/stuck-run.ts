import { longestOf, sampleOf } from '../src/core/graph/audit-facts.ts';
import { formatDuration } from '../src/core/model/duration.ts';
import { defineRule } from '../src/core/rule.ts';

const HOUR = 3600;

export default defineRule({
  id: 'stuck-run',
  severity: 'warning',
  preset: 'recommended',
  category: 'time',
  summary: 'A run that takes longer than the longest path of its workflow.',
  why: 'The run does not continue by itself, and the contact waits for the emails that follow.',
  remedy: 'Cancel the run, and look at the step where it waits.',
  whenOff: 'When delays were shortened while runs were under way.',
  needs: { run_samples: 'partly' },
  oncePerId: true,

  workflow({ workflow, graph, workspace }, report) {
    const oldest = sampleOf(workflow, workspace)?.oldest_seconds;
    const longest = oldest === undefined ? undefined : longestOf(graph);
    // Runs start and continue with some delay.
    if (oldest === undefined || longest === undefined || oldest <= longest + HOUR) return;
    const whole = oldest - (oldest % HOUR);
    report({
      at: workflow,
      message: `a run has been under way for ${formatDuration(whole)}; the longest path takes ${formatDuration(longest)}`,
      help: 'cancel the run in the dashboard, and look at the step where it waits',
    });
  },
});
