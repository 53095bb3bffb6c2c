import { resourceUsesOf } from '../src/core/graph/resource-uses.ts';
import { groupBy, groupIdentity } from '../src/core/model/groups.ts';
import { neverSent, quote } from '../src/core/model/label.ts';
import { atFirst } from '../src/core/model/place.ts';
import { inSeveral } from '../src/core/model/text.ts';
import templates from '../src/core/resources/templates.ts';
import { defineRule, type Target } from '../src/core/rule.ts';

export default defineRule({
  id: 'unpublished-template',
  severity: 'error',
  preset: 'recommended',
  category: 'email',
  summary: 'An email whose template is a draft, or has unpublished changes.',
  why: 'An email of a draft is not sent; of a template with unpublished changes the published version is sent.',
  remedy: 'Publish the template.',
  whenOff: 'When templates are published after the check.',
  needs: { templates: 'any' },

  workflow({ workflow, graph, workspace }, report) {
    const { find } = workspace.resources(templates);
    for (const [name, uses] of groupBy(resourceUsesOf(graph).emails, (email) => email.name)) {
      const template = find(name)?.value;
      const isDraft = template?.status === 'draft';
      if (template === undefined || !(isDraft || template.has_unpublished_versions)) continue;
      const places = uses.map(({ step, path }): Target => [step, ...path]);
      report({
        ...atFirst(places),
        message: `template ${quote(name)} ${isDraft ? 'is not published' : 'has unpublished changes'}${inSeveral(places.length, 'emails')}`,
        help: `publish the template${isDraft ? '' : ', or discard its changes'}`,
        consequence: isDraft ? neverSent(places.length) : undefined,
        fingerprintKey: { names: groupIdentity(workflow.ref), detail: name },
        maxSeverity: isDraft ? undefined : 'warning',
      });
    }
  },
});
