import { resourceFactOf } from '../src/core/graph/resource-facts.ts';
import { placeOfUse } from '../src/core/graph/template-uses.ts';
import { groupIdentity } from '../src/core/model/identity.ts';
import { quote } from '../src/core/model/label.ts';
import type { Place } from '../src/core/model/nodes.ts';
import { atFirst } from '../src/core/model/place.ts';
import { createUnknownNames } from '../src/core/resources/named-uses.ts';
import topics from '../src/core/resources/topics.ts';
import { defineRule } from '../src/rule.ts';

export default defineRule({
  id: 'unknown-topic',
  severity: 'error',
  preset: 'recommended',
  category: 'references',
  since: '0.1.0',
  summary: 'An email with a topic that does not exist.',
  why: 'The service cannot check the subscription to the topic, so the step fails and no email is sent.',
  remedy: 'Write the id of an existing topic.',
  whenOff: 'When your workflows and topics come from different accounts.',
  needs: { topics: 'complete' },

  facts: resourceFactOf,

  workspace({ facts, workspace }, report) {
    const unknownNames = createUnknownNames(topics, workspace.resources(topics));
    for (const fact of facts) {
      for (const { name, uses, help } of unknownNames(fact.fact.topics)) {
        const places = uses.map((use) => placeOfUse(fact, use, use.at));
        const where = places.length === 1 ? '' : `, in ${places.length} steps`;
        report({
          ...atFirst(places as [Place, ...Place[]]),
          message: `topic ${quote(name)} does not exist${where}`,
          help,
          detail: name,
          identity: groupIdentity(fact.workflow, places),
        });
      }
    }
  },
});
