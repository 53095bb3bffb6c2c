import { auditedStep, auditFactOf, sampledWorkflows } from '../src/core/graph/audit-facts.ts';
import { count } from '../src/core/model/duration.ts';
import { groupIdentity } from '../src/core/model/identity.ts';
import { placeIn, placeOfStep } from '../src/core/model/place.ts';
import runSamples from '../src/core/resources/run-samples.ts';
import { defineRule } from '../src/rule.ts';

const MAX_RELATED = 20;

export default defineRule({
  id: 'cold-branch',
  severity: 'info',
  preset: 'recommended',
  category: 'graph',
  since: '0.1.0',
  summary: 'Steps that were skipped in every sampled run.',
  why: 'No contact takes this branch, since its condition may never hold or its event may never come.',
  remedy: 'Check the condition before the step, or remove the branch.',
  whenOff: 'When workflows have branches for rare cases.',
  gaps: ['run_samples'],
  options: {
    defaults: { runs: 10 },
    schema: {
      runs: {
        type: 'integer',
        minimum: 1,
        maximum: 1000,
        description: 'The fewest completed runs in a sample that decide.',
      },
    },
  },

  facts: auditFactOf,

  workspace({ facts, workspace }, report, { runs }) {
    for (const { known, sample } of sampledWorkflows(facts, workspace.resources(runSamples))) {
      const { completed = 0, by_step: steps = [] } = sample;
      if (completed < runs) continue;
      const cold = steps
        .filter(({ skipped }) => skipped === completed)
        .flatMap(({ key }) => auditedStep(known.fact, key) ?? [])
        .sort((a, b) => a.index - b.index);
      const [first, ...others] = cold;
      if (first === undefined) continue;
      const place = placeIn(known);
      const more =
        others.length === 0
          ? `${first.label} was`
          : `${first.label} and ${count(others.length, 'more step')} were`;
      report({
        at: placeOfStep(place, first),
        message: `${more} skipped in all ${count(completed, 'sampled run')}`,
        help: 'check the condition or event that leads here, or remove the branch',
        related: others.slice(0, MAX_RELATED).map((step) => ({
          at: placeOfStep(place, step),
          message: `${step.label}, skipped as well`,
        })),
        identity: groupIdentity(known.workflow, cold),
      });
    }
  },
});
