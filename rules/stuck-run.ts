import { auditFactOf, sampledWorkflows } from '../src/core/graph/audit-facts.ts';
import { formatDuration } from '../src/core/model/duration.ts';
import { placeIn } from '../src/core/model/place.ts';
import runSamples from '../src/core/resources/run-samples.ts';
import { defineRule } from '../src/rule.ts';

const HOUR = 3600;

export default defineRule({
  id: 'stuck-run',
  severity: 'warning',
  preset: 'recommended',
  category: 'time',
  since: '0.1.0',
  summary: 'A run that takes longer than the longest path of its workflow.',
  why: 'The run does not continue by itself, and the contact waits for the emails that follow.',
  remedy: 'Cancel the run, and look at the step where it waits.',
  whenOff: 'When delays were shortened while runs were under way.',
  gaps: ['run_samples'],

  facts: auditFactOf,

  workspace({ facts, workspace }, report) {
    for (const { known, sample } of sampledWorkflows(facts, workspace.resources(runSamples))) {
      const { longest } = known.fact;
      const { oldest_seconds: oldest } = sample;
      // Runs start and continue with some delay.
      if (longest === null || oldest === undefined || oldest <= longest + HOUR) continue;
      const whole = oldest - (oldest % HOUR);
      report({
        at: placeIn(known),
        message: `a run has been under way for ${formatDuration(whole)}; the longest path takes ${formatDuration(longest)}`,
        help: 'cancel the run in the dashboard, and look at the step where it waits',
      });
    }
  },
});
