import { groupsOfOneName } from '../src/core/model/groups.ts';
import { quote } from '../src/core/model/label.ts';
import { placeIn } from '../src/core/model/place.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'duplicate-workflow-name',
  severity: 'warning',
  preset: 'recommended',
  category: 'events',
  summary: 'Two workflows with the same name.',
  why: 'Workflows with one name are easily confused, and emails stop when the wrong one is edited or disabled.',
  remedy: 'Give each workflow a name that states its purpose, or remove the copy.',
  whenOff: 'When you identify workflows by id only.',
  needs: { workflows: 'any' },
  listForm: true,

  summarize: ({ workflow }) => ({ name: workflow.name }),

  compare({ summaries }, report) {
    for (const [first, ...others] of groupsOfOneName(summaries)) {
      const { workflow } = first;
      const name = workflow.name as string;
      for (const other of others) {
        const both =
          workflow.status === 'enabled' && other.workflow.status === 'enabled'
            ? '; both workflows are enabled'
            : '';
        report({
          at: placeIn(other, 'name'),
          message: `duplicate workflow name ${quote(name)}${both}`,
          help: 'give this workflow a unique name',
          related: [{ at: placeIn(first, 'name'), message: 'first used here' }],
          fingerprintKey: { names: name },
        });
      }
    }
  },
});
