import { sampledStep, sampleOf } from '../src/core/graph/audit-facts.ts';
import { labelOf, quote } from '../src/core/model/label.ts';
import { pluralize } from '../src/core/model/text.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'failing-step',
  severity: 'warning',
  preset: 'recommended',
  category: 'graph',
  summary: 'A step that failed in runs of the account.',
  why: 'A run ends where a step fails, and the contact receives none of the emails that follow.',
  remedy: 'Correct the cause that the error names.',
  whenOff: 'When failures of single runs are watched elsewhere.',
  needs: { run_samples: 'partly' },
  oncePerId: true,

  workflow({ workflow, workspace }, report) {
    for (const by of sampleOf(workflow, workspace)?.by_step ?? []) {
      const { key, failed = 0, reached = failed, error, errors } = by;
      const step = sampledStep(workflow, key);
      if (failed === 0 || step === undefined) continue;
      const often = errors === failed ? '' : ` (${errors} times)`;
      report({
        at: step,
        message: `${labelOf(step)} failed in ${failed} of ${pluralize(reached, 'sampled run')} that reached it`,
        help:
          error === undefined
            ? 'open the newest failed run in the dashboard, and correct the cause'
            : `correct the most common error${often}: ${quote(error)}`,
      });
    }
  },
});
