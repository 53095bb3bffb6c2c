import { resourceOf } from '../src/core/resources/registry.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'incomplete-list',
  severity: 'warning',
  preset: 'recommended',
  stage: 'readable',
  summary: 'An exported list with more pages.',
  why: 'Only the first page is checked, so contacts may be affected by faults on the other pages.',
  remedy: 'Export all pages, with "after" set to the id of the last item, or run with --live.',

  document({ document }, report) {
    for (const list of document.lists) {
      if (!list.hasMore) continue;
      const { of = '', raw } = list;
      const noun = of === 'events' ? 'event definitions' : (resourceOf(of)?.plural ?? of);
      const size = Array.isArray(raw['data']) ? raw['data'].length : 0;
      report({
        at: [list, 'has_more'],
        message: `list${of === '' ? '' : ` of ${noun}`} is incomplete`,
        help:
          size === 0
            ? 'export the list again'
            : 'fetch the rest, with "after" set to the id of the last item',
        name: of,
      });
    }
  },
});
