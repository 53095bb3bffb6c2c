import { buildRecoveredGraph } from '../../../core/graph/graph.ts';
import { resourceUsesOf } from '../../../core/graph/resource-uses.ts';
import { eventNameOf } from '../../../core/model/config.ts';
import type { Workflow } from '../../../core/model/nodes.ts';
import { RESOURCE_TYPES } from '../../../core/resources/registry.ts';
import { h } from '../view/dom.ts';

const MAX_NAMES = 20;

/** What a workflow depends on, by the names it uses: events, templates, domains and so on. */
export function drawDependencies(workflow: Workflow): HTMLElement | undefined {
  const uses = resourceUsesOf(buildRecoveredGraph(workflow));
  const events = workflow.steps.flatMap((step) =>
    step.spec.event === undefined ? [] : (eventNameOf(step) ?? []),
  );
  const groups = [
    { title: 'events', names: events },
    ...RESOURCE_TYPES.map((type) => ({ title: type.plural, names: type.usedBy(uses) })),
  ].filter(({ names }) => names.length > 0);
  if (groups.length === 0) return undefined;
  return h(
    'p.depends',
    h('b', 'Depends on'),
    ...groups.map(({ title, names }) => h('span', `${title}: ${listOf(names)}`)),
  );
}

function listOf(names: readonly string[]): string {
  const all = [...new Set(names)].sort();
  return all.slice(0, MAX_NAMES).join(', ') + (all.length > MAX_NAMES ? ' …' : '');
}
