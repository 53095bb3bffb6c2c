import { buildRecoveredGraph } from '../../../core/graph/graph.ts';
import { resourceUsesOf } from '../../../core/graph/resource-uses.ts';
import { eventNameOf } from '../../../core/model/config.ts';
import type { Workflow } from '../../../core/model/nodes.ts';
import { takeFirst } from '../../../core/model/text.ts';
import { RESOURCE_TYPES } from '../../../core/resources/registry.ts';
import { h } from '../view/dom.ts';

/** The dependencies of a workflow by name: events, templates, domains and other resources. */
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
  const lists = groups.map(({ title, names }) => h('span', `${title}: ${listOf(names)}`));
  const total = groups.reduce((sum, { names }) => sum + new Set(names).size, 0);
  // More would push the picture off the screen of a phone.
  if (total <= 8) return h('p.depends', h('b', 'Depends on'), ...lists);
  const counts = groups.map(({ title, names }) => `${title} (${new Set(names).size})`);
  return h(
    'details.depends',
    h('summary', h('b', 'Depends on'), h('span', counts.join(', '))),
    h('p', ...lists),
  );
}

function listOf(names: readonly string[]): string {
  const { first, more } = takeFirst([...new Set(names)].sort(), 20);
  return first.join(', ') + (more > 0 ? ' …' : '');
}
