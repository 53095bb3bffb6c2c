import { resourceFactOf } from '../src/core/graph/resource-facts.ts';
import { placeOfUse } from '../src/core/graph/template-uses.ts';
import { groupIdentity } from '../src/core/model/identity.ts';
import { quote } from '../src/core/model/label.ts';
import type { Place } from '../src/core/model/nodes.ts';
import { atFirst } from '../src/core/model/place.ts';
import { createUnknownNames } from '../src/core/resources/named-uses.ts';
import segments from '../src/core/resources/segments.ts';
import { defineRule } from '../src/rule.ts';

export default defineRule({
  id: 'unknown-segment',
  severity: 'error',
  preset: 'recommended',
  category: 'references',
  since: '0.1.0',
  summary: 'A step that names a segment that does not exist.',
  why: 'The step fails, and the contact is in no segment.',
  remedy: 'Write the id of an existing segment.',
  whenOff: 'When your workflows and segments come from different accounts.',
  needs: { segments: 'complete' },

  facts: resourceFactOf,

  workspace({ facts, workspace }, report) {
    const unknownNames = createUnknownNames(segments, workspace.resources(segments));
    for (const fact of facts) {
      for (const { name, uses, help } of unknownNames(fact.fact.segments)) {
        const places = uses.map((use) => placeOfUse(fact, use, use.at));
        const where = places.length === 1 ? '' : `, in ${places.length} steps`;
        report({
          ...atFirst(places as [Place, ...Place[]]),
          message: `segment ${quote(name)} does not exist${where}`,
          help,
          detail: name,
          identity: groupIdentity(fact.workflow, places),
        });
      }
    }
  },
});
