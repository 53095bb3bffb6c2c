import { triggersOf } from '../src/core/graph/graph.ts';
import { eventNameOf, templateIdOf } from '../src/core/model/config.ts';
import { joinNames } from '../src/core/model/groups.ts';
import { quote } from '../src/core/model/label.ts';
import { firstPlaces, placeIn, RELATED } from '../src/core/model/place.ts';
import { findPlaceholder } from '../src/core/model/placeholder.ts';
import { isEmail } from '../src/core/model/step-type.ts';
import { pluralize } from '../src/core/model/text.ts';
import templates from '../src/core/resources/templates.ts';
import { defineRule, type WorkflowSummary } from '../src/core/rule.ts';

/** The events and templates of a workflow. */
interface Campaign {
  readonly events: readonly string[];
  readonly templates: readonly string[];
}

export default defineRule({
  id: 'rearmed-twin',
  severity: 'info',
  preset: 'strict',
  category: 'events',
  summary: 'A disabled workflow with the trigger and a template of an enabled one.',
  why: 'If it is enabled again, contacts receive the same email from both workflows.',
  remedy: 'Delete the disabled workflow, or start it on another event.',
  whenOff: 'When disabled workflows are kept as an archive.',
  needs: { workflows: 'partly' },

  summarize({ graph }): Campaign {
    const events = new Set(triggersOf(graph).flatMap((step) => eventNameOf(step) ?? []));
    const templates = new Set(
      graph.where(isEmail).flatMap((step) => {
        return (graph.isReachable(step) && templateIdOf(step)?.trim()) || [];
      }),
    );
    return { events: [...events], templates: [...templates] };
  },

  compare({ summaries, workspace }, report) {
    const { find } = workspace.resources(templates);
    // An id and an alias may name one template.
    const keyOf = (event: string, template: string): string =>
      joinNames(event, find(template)?.value.id ?? template);
    // Event and template → the enabled workflows with both.
    const enabled = new Map<string, WorkflowSummary<Campaign>[]>();
    for (const known of summaries) {
      if (known.workflow.status !== 'enabled') continue;
      for (const event of known.summary.events)
        for (const template of known.summary.templates) {
          const others = enabled.get(keyOf(event, template));
          if (others === undefined) enabled.set(keyOf(event, template), [known]);
          else if (others.length < RELATED) others.push(known);
        }
    }
    for (const known of summaries) {
      const { workflow, summary } = known;
      if (workflow.status !== 'disabled') continue;
      const shared = new Set<string>();
      const twins = new Set<WorkflowSummary<Campaign>>();
      for (const event of summary.events) {
        for (const template of summary.templates) {
          const others = (enabled.get(keyOf(event, template)) ?? []).filter(
            (other) => other.workflow.id !== (workflow.id ?? null),
          );
          if (others.length === 0 || findPlaceholder(template, 'id') !== undefined) continue;
          shared.add(template);
          for (const other of others) twins.add(other);
        }
      }
      if (shared.size === 0) continue;
      const [twin] = [...twins] as [WorkflowSummary<Campaign>];
      const [template] = [...shared] as [string];
      const more = shared.size === 1 ? '' : ` and ${pluralize(shared.size - 1, 'more template')}`;
      const called = twin.workflow.name ?? twin.workflow.id;
      report({
        at: placeIn(known, 'status'),
        message: `enabled workflow ${called === undefined ? '' : `${quote(called)} `}has the same trigger and sends ${quote(template)}${more}`,
        help: 'delete this workflow, or start it on another event',
        related: firstPlaces([...twins], (other) => ({
          at: placeIn(other),
          message: 'the enabled workflow',
        })),
      });
    }
  },
});
