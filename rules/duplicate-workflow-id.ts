import { quote } from '../src/model/label.ts';
import { placeIn } from '../src/model/place.ts';
import { defineRule, type KnownWorkflow } from '../src/rule.ts';

export default defineRule({
  id: 'duplicate-workflow-id',
  severity: 'error',
  preset: 'correctness',
  category: 'document',
  since: '0.1.0',
  summary: 'Two workflows with the same id.',
  why: 'Both claim to be the same workflow: whoever reads or uploads them takes one and overwrites the other.',
  remedy: 'Delete the stale copy, or give the newer workflow its own id.',
  whenOff: 'When you lint several exports of one account in one run.',
  gaps: ['workflows'],

  workspace({ workspace }, report) {
    for (const [first, ...others] of workspace.alike('id')) {
      const { workflow, document } = first as KnownWorkflow;
      for (const other of others) {
        const { id, name } = other.workflow;
        const whose = workflow.name === undefined || workflow.name === name ? 'another workflow' : `workflow ${quote(workflow.name)}`;
        report({
          at: placeIn(other, 'id'),
          message: `${name === undefined ? 'this workflow' : `workflow ${quote(name)}`} has the id ${quote(id as string)}, which ${whose} in ${document.source === other.document.source ? 'the same file' : 'another file'} has too`,
          help: workflow.name === name ? 'is one of them an old copy? leave it out' : 'give one of them an id of its own',
          related: [{ at: placeIn(first as KnownWorkflow, 'id'), message: 'first used here' }],
        });
      }
    }
  },
});
