import { groupsOfOneName } from '../src/core/model/groups.ts';
import { quote } from '../src/core/model/label.ts';
import { placeIn } from '../src/core/model/place.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'duplicate-workflow-id',
  severity: 'error',
  preset: 'correctness',
  category: 'document',
  summary: 'Two workflows with the same id.',
  why: 'An upload of one workflow overwrites the other, so contacts no longer receive its emails.',
  remedy: 'Remove the outdated copy, or give one workflow a different id.',
  whenOff: 'When you check several exports of one account in one run.',
  needs: { workflows: 'partly' },
  listForm: true,

  summarize: ({ workflow }) => ({ name: workflow.id }),

  compare({ summaries }, report) {
    for (const [first, ...others] of groupsOfOneName(summaries)) {
      const { workflow, document } = first;
      for (const other of others) {
        const { id, name } = other.workflow;
        const user =
          workflow.name === undefined || workflow.name === name
            ? 'a workflow'
            : `workflow ${quote(workflow.name)}`;
        report({
          at: placeIn(other, 'id'),
          message: `duplicate workflow id ${quote(id as string)}, already used by ${user} in ${document.source === other.document.source ? 'this file' : 'another file'}`,
          help:
            workflow.name === name
              ? 'remove one of the workflows if it is an old copy'
              : 'give one of the workflows a different id',
          related: [{ at: placeIn(first, 'id'), message: 'first used here' }],
        });
      }
    }
  },
});
