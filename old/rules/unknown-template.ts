import { resourceUsesOf } from '../src/core/graph/resource-uses.ts';
import { findUnknownNames } from '../src/core/graph/unknown-names.ts';
import { neverSent } from '../src/core/model/label.ts';
import templates from '../src/core/resources/templates.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'unknown-template',
  severity: 'error',
  preset: 'correctness',
  category: 'references',
  summary: 'An email whose template does not exist.',
  why: 'The step fails, and the contact does not receive the email.',
  remedy: 'Write the id or alias of an existing template.',
  whenOff: 'When your workflows and templates come from different accounts.',
  needs: { templates: 'complete' },
  isCause: true,

  workflow({ workflow, graph, workspace }, report) {
    const uses = resourceUsesOf(graph).emails;
    for (const found of findUnknownNames(templates, workspace, workflow, uses))
      report({ ...found, consequence: neverSent(found.related.length + 1) });
  },
});
