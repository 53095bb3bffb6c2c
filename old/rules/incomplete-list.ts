import type { List } from '../src/core/model/nodes.ts';
import { pluralize } from '../src/core/model/text.ts';
import { RESOURCE_TYPES } from '../src/core/resources/registry.ts';
import { defineRule } from '../src/core/rule.ts';

const NOUNS: ReadonlyMap<string, string> = new Map([
  ['events', 'event definitions'],
  ['workflows', 'workflows'],
  ...RESOURCE_TYPES.map(({ name, plural }): [string, string] => [name, plural]),
]);

function describe({ of }: List): string {
  const noun = NOUNS.get(of);
  return noun === undefined ? 'list is incomplete' : `list of ${noun} is incomplete`;
}

export default defineRule({
  id: 'incomplete-list',
  severity: 'warning',
  preset: 'recommended',
  category: 'document',
  summary: 'An exported list with more pages.',
  why: 'Only the first page is checked, so contacts may be affected by faults on the other pages.',
  remedy:
    'Export all pages, with "after" set to the id of the last item, until has_more is false, or run with --live.',
  whenOff: 'When you check a single page on purpose.',

  document({ document }, report) {
    for (const list of document.lists) {
      if (!list.hasMore) continue;
      const { data } = list.raw;
      const size = Array.isArray(data) ? data.length : 0;
      report({
        at: [list, 'has_more'],
        message: describe(list),
        fingerprintKey: { detail: list.of },
        help:
          size === 0
            ? 'export the list again'
            : `it ends after ${pluralize(size, 'item')}; fetch the rest with "after" set to the id of the last item`,
      });
    }
  },
});
