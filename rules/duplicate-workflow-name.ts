import { quote } from '../src/model/label.ts';
import { placeIn } from '../src/model/place.ts';
import { defineRule, type KnownWorkflow } from '../src/rule.ts';

export default defineRule({
  id: 'duplicate-workflow-name',
  severity: 'warning',
  preset: 'recommended',
  category: 'events',
  since: '0.1.0',
  summary: 'Two workflows with the same name.',
  why: 'In a list they look alike: sooner or later somebody edits or switches off the wrong one.',
  remedy: 'Give each a name that says what it is for, or delete the copy.',
  whenOff: 'When you tell workflows apart by id only.',
  needs: { workflows: 'any' },
  gaps: ['workflows'],

  workspace({ workspace }, report) {
    for (const [first, ...others] of workspace.alike('name')) {
      const { workflow } = first as KnownWorkflow;
      const name = workflow.name as string;
      for (const other of others) {
        const both = workflow.status === 'enabled' && other.workflow.status === 'enabled' ? '; both are enabled' : '';
        report({
          at: placeIn(other, 'name'),
          message: `another workflow is named ${quote(name)} too${both}`,
          related: [{ at: placeIn(first as KnownWorkflow, 'name'), message: 'first used here' }],
          identity: name,
        });
      }
    }
  },
});
