import { resourceUsesOf } from '../src/core/graph/resource-uses.ts';
import { findUnknownNames } from '../src/core/graph/unknown-names.ts';
import segments from '../src/core/resources/segments.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'unknown-segment',
  severity: 'error',
  preset: 'recommended',
  category: 'references',
  summary: 'A step that names a segment that does not exist.',
  why: 'The step fails, and the contact is in no segment.',
  remedy: 'Write the id of an existing segment.',
  whenOff: 'When your workflows and segments come from different accounts.',
  needs: { segments: 'complete' },

  workflow({ workflow, graph, workspace }, report) {
    const uses = resourceUsesOf(graph).segments;
    for (const found of findUnknownNames(segments, workspace, workflow, uses)) report(found);
  },
});
