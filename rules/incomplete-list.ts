import { count } from '../src/model/duration.ts';
import type { List } from '../src/model/nodes.ts';
import { defineRule } from '../src/rule.ts';

const MISSING = {
  events: 'there are more event definitions than this list holds: whether an event exists, is unused or is defined twice cannot be decided',
  workflows: 'there are more workflows than this list holds: those are not checked, and whether an event is unused or a name is taken cannot be decided',
  unknown: 'there are more items than this list holds: those are not checked',
} as const satisfies Record<List['of'], string>;

export default defineRule({
  id: 'incomplete-list',
  severity: 'warning',
  preset: 'recommended',
  category: 'document',
  since: '0.1.0',
  summary: 'An exported list that says there is more.',
  why: 'Only the first page was saved; a fault in one of the missing items shows nowhere.',
  remedy: 'Export all pages: ask for the items after the last one until has_more is false, or run with --live.',
  whenOff: 'When you check a page by itself on purpose.',

  document({ document }, report) {
    for (const list of document.lists) {
      if (!list.hasMore) continue;
      const { data } = list.raw;
      const size = Array.isArray(data) ? data.length : 0;
      report({
        at: [list, 'has_more'],
        message: MISSING[list.of],
        detail: list.of,
        help: size === 0 ? 'fetch it again' : `this list ends after ${count(size, 'item')}: fetch the rest with "after" set to the id of the last one`,
      });
    }
  },
});
