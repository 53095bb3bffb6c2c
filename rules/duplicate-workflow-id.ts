import { quote } from '../src/model/label.ts';
import type { Place } from '../src/model/nodes.ts';
import { placeIn } from '../src/model/place.ts';
import { defineRule } from '../src/rule.ts';

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
  summaries: true,

  facts: ({ workflow }) => workflow.id !== undefined || undefined,

  workspace({ facts }, report) {
    const seen = new Map<string, { readonly place: Place; readonly name: string | undefined }>();
    for (const fact of facts) {
      const { name } = fact.workflow;
      const place = placeIn(fact, 'id');
      const id = fact.workflow.id as string;
      const first = seen.get(id);
      if (first === undefined) seen.set(id, { place, name });
      else {
        const whose = first.name === undefined || first.name === name ? 'another workflow' : `workflow ${quote(first.name)}`;
        report({
          at: place,
          message: `${name === undefined ? 'this workflow' : `workflow ${quote(name)}`} has the id ${quote(id)}, which ${whose} in ${first.place.document.source === fact.document.source ? 'the same file' : 'another file'} has too`,
          help: first.name === name ? 'is one of them an old copy? leave it out' : 'give one of them an id of its own',
          related: [{ at: first.place, message: 'first used here' }],
        });
      }
    }
  },
});
