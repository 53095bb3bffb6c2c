import { resourceOf } from '../src/core/resources/registry.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'incomplete-list',
  severity: 'warning',
  stage: 'readable',
  summary: 'An exported list with more pages.',
  why: 'Only the first page is checked, so contacts may be affected by faults on the other pages.',
  remedy: 'Export all pages, with "after" set to the id of the last item, or run with --live.',

  document({ document }, report) {
    for (const list of document.lists) {
      if (!list.hasMore) continue;
      const { of = 'items' } = list;
      report({
        at: [list, 'has_more'],
        message: `list of ${resourceOf(of)?.plural ?? of} is incomplete`,
        help: 'fetch the rest, with "after" set to the id of the last item',
        name: of,
      });
    }
  },
});
