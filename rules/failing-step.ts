import { auditedStep, auditFactOf, sampledWorkflows } from '../src/core/graph/audit-facts.ts';
import { count } from '../src/core/model/duration.ts';
import { quote } from '../src/core/model/label.ts';
import { placeIn, placeOfStep } from '../src/core/model/place.ts';
import runSamples from '../src/core/resources/run-samples.ts';
import { defineRule } from '../src/rule.ts';

export default defineRule({
  id: 'failing-step',
  severity: 'warning',
  preset: 'recommended',
  category: 'graph',
  since: '0.1.0',
  summary: 'A step that failed in runs of the account.',
  why: 'A run ends where a step fails, and the contact receives none of the emails that follow.',
  remedy: 'Correct the cause that the error names.',
  whenOff: 'When failures of single runs are watched elsewhere.',
  gaps: ['run_samples'],

  facts: auditFactOf,

  workspace({ facts, workspace }, report) {
    for (const { known, sample } of sampledWorkflows(facts, workspace.resources(runSamples))) {
      for (const { key, failed = 0, reached = failed, error, errors } of sample.by_step ?? []) {
        const step = auditedStep(known.fact, key);
        if (failed === 0 || step === undefined) continue;
        const often = errors === failed ? '' : ` (${errors} times)`;
        report({
          at: placeOfStep(placeIn(known), step),
          message: `${step.label} failed in ${failed} of ${count(reached, 'sampled run')} that reached it`,
          help:
            error === undefined
              ? 'open the newest failed run in the dashboard, and correct the cause'
              : `correct the most common error${often}: ${quote(error)}`,
        });
      }
    }
  },
});
