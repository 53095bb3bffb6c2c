import { quote } from '../src/model/label.ts';
import type { Place } from '../src/model/nodes.ts';
import { placeIn } from '../src/model/place.ts';
import { defineRule } from '../src/rule.ts';

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
  summaries: true,

  facts: ({ workflow }) => workflow.name !== undefined || undefined,

  workspace({ facts }, report) {
    const seen = new Map<string, { readonly place: Place; readonly status: string | undefined }>();
    for (const fact of facts) {
      const { status } = fact.workflow;
      const place = placeIn(fact, 'name');
      const name = fact.workflow.name as string;
      const first = seen.get(name);
      if (first === undefined) seen.set(name, { place, status });
      else {
        const both = status === 'enabled' && first.status === 'enabled' ? '; both are enabled' : '';
        report({
          at: place,
          message: `another workflow is named ${quote(name)} too${both}`,
          related: [{ at: first.place, message: 'first used here' }],
          identity: name,
        });
      }
    }
  },
});
