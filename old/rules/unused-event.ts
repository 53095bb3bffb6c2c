import { eventNameOf } from '../src/core/model/config.ts';
import { groupBy, joinNames } from '../src/core/model/groups.ts';
import { quote } from '../src/core/model/label.ts';
import type { EventDefinition, Step } from '../src/core/model/nodes.ts';
import { atFirst } from '../src/core/model/place.ts';
import { defineRule, type Target } from '../src/core/rule.ts';

export default defineRule({
  id: 'unused-event',
  severity: 'info',
  preset: 'strict',
  category: 'events',
  summary: 'Events that no workflow starts on or waits for.',
  why: 'If the application sends such an event, no contact receives an email for it.',
  remedy: 'Start a workflow on the event, or remove its definition.',
  whenOff: 'When your events are also used elsewhere, in broadcasts or by other tools.',
  needs: { workflows: 'complete', events: 'any' },

  summarize({ workflow }) {
    const names = workflow.steps.filter(usesEvents).flatMap((step) => eventNameOf(step) ?? []);
    return names.length === 0 ? undefined : names;
  },

  compare({ summaries, workspace }, report) {
    const used = new Set<string | undefined>();
    for (const { summary } of summaries) {
      for (const name of summary) {
        used.add(name);
        // The misspelt name is reported, not the event that it should name.
        used.add(workspace.definitionMeant(name)?.name);
      }
    }
    const unused = workspace.definitions.filter(
      ({ name }) => name !== undefined && !used.has(name),
    );
    // Definitions of another shard do not share the objects of their documents.
    const groups = groupBy(unused, ({ document }) =>
      joinNames(document.source, `${document.index}`),
    );
    for (const events of groups.values()) {
      const byName = groupBy(events, ({ name }) => quote(name as string));
      const names = [...byName.keys()];
      const places = [...byName.values()].map(
        ([event]): Target => [event as EventDefinition, 'name'],
      );
      report({
        ...atFirst(places, 'also used by no workflow'),
        fingerprintKey: { names: names.length > 1 ? joinNames(names.toSorted()[0]) : undefined },
        message:
          names.length === 1
            ? `event ${names[0]} is used by no workflow`
            : `${names.length} events are used by no workflow: ${listOf(names)}`,
      });
    }
  },
});

/** The number of names that fit into a line. */
function listOf(names: readonly string[]): string {
  let shown = 1;
  while (shown < names.length && names.slice(0, shown + 1).join(', ').length < 60) shown++;
  return names.slice(0, shown).join(', ') + (shown < names.length ? ' …' : '');
}

// A step of an unknown type that names an event most likely waits for it.
const usesEvents = ({ type, spec }: Step): boolean =>
  spec.event !== undefined || (type !== undefined && !spec.isKnown);
