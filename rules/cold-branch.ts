import { sampledStep, sampleOf } from '../src/core/graph/audit-facts.ts';
import { groupIdentity } from '../src/core/model/groups.ts';
import { labelOf } from '../src/core/model/label.ts';
import { firstPlaces } from '../src/core/model/place.ts';
import { pluralize } from '../src/core/model/text.ts';
import { countOption, defineRule, optionsOf } from '../src/core/rule.ts';

export default defineRule({
  id: 'cold-branch',
  severity: 'info',
  preset: 'recommended',
  category: 'graph',
  summary: 'Steps that were skipped in every sampled run.',
  why: 'No contact takes this branch, since its condition may never hold or its event may never come.',
  remedy: 'Check the condition before the step, or remove the branch.',
  whenOff: 'When workflows have branches for rare cases.',
  needs: { run_samples: 'partly' },
  oncePerId: true,
  options: optionsOf({
    runs: countOption(10, [1, 1000], 'The fewest completed runs in a sample that decide.'),
  }),

  workflow({ workflow, workspace }, report, { runs }) {
    const { completed = 0, by_step: steps = [] } = sampleOf(workflow, workspace) ?? {};
    if (completed < runs) return;
    const cold = steps
      .filter(({ skipped }) => skipped === completed)
      .flatMap(({ key }) => sampledStep(workflow, key) ?? [])
      .sort((a, b) => a.index - b.index);
    const [first, ...others] = cold;
    if (first === undefined) return;
    const more =
      others.length === 0
        ? `${labelOf(first)} was`
        : `${labelOf(first)} and ${pluralize(others.length, 'more step')} were`;
    report({
      at: first,
      message: `${more} skipped in all ${pluralize(completed, 'sampled run')}`,
      help: 'check the condition or event that leads here, or remove the branch',
      related: firstPlaces(others, (step) => ({
        at: step,
        message: `${labelOf(step)}, skipped as well`,
      })),
      fingerprintKey: { names: groupIdentity(workflow.ref) },
    });
  },
});
