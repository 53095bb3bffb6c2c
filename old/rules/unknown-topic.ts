import { resourceUsesOf } from '../src/core/graph/resource-uses.ts';
import { findUnknownNames } from '../src/core/graph/unknown-names.ts';
import topics from '../src/core/resources/topics.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'unknown-topic',
  severity: 'error',
  preset: 'recommended',
  category: 'references',
  summary: 'An email with a topic that does not exist.',
  why: 'The service cannot check the subscription to the topic, so the step fails and no email is sent.',
  remedy: 'Write the id of an existing topic.',
  whenOff: 'When your workflows and topics come from different accounts.',
  needs: { topics: 'complete' },

  workflow({ workflow, graph, workspace }, report) {
    const uses = resourceUsesOf(graph).topics;
    for (const found of findUnknownNames(topics, workspace, workflow, uses)) report(found);
  },
});
