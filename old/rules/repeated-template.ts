import { feasiblePaths } from '../src/core/graph/feasible-paths.ts';
import type { Graph } from '../src/core/graph/graph.ts';
import { templateIdOf, templateOf } from '../src/core/model/config.ts';
import { groupBy } from '../src/core/model/groups.ts';
import { labelOf, nameOf, quote, sentTwice } from '../src/core/model/label.ts';
import type { Step } from '../src/core/model/nodes.ts';
import { deletesContact, isEmail } from '../src/core/model/step-type.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'repeated-template',
  severity: 'warning',
  preset: 'recommended',
  category: 'email',
  summary: 'The same template sent twice on one path.',
  why: 'Contacts receive the same email twice.',
  remedy: 'Set the template that is intended for the later step.',
  whenOff: 'When a template is only a layout and its variables contain the text.',

  workflow({ graph }, report) {
    for (const [template = '', steps] of stepsByTemplate(graph)) {
      const repeats = new Map<Step, Step>();
      for (const first of steps) {
        const behind = graph.reachableFrom(
          graph.successors(first),
          (next) => !deletesContact(next),
        );
        for (const step of steps)
          if (!repeats.has(step) && behind.has(step) && isLater(step, first, graph))
            repeats.set(step, first);
      }
      if (repeats.size === 0) continue;
      for (const [step, first] of possibleRepeats(steps, graph) ?? repeats) {
        report({
          at: [step, 'config', ...pathOf(step)],
          message: `${labelOf(step)} sends template ${quote(template)} again, after ${nameOf(first)}`,
          consequence: sentTwice(),
          help: 'set the template intended for this email',
          related: [
            {
              at: [first, 'config', ...pathOf(first)],
              message: 'first use of this template',
            },
          ],
          fingerprintKey: { detail: template },
        });
      }
    }
  },
});

const pathOf = (step: Step): readonly string[] =>
  (templateOf(step) as NonNullable<ReturnType<typeof templateOf>>).path;

/** On a cycle each follows the other, so only the one that is listed later counts. */
const isLater = (step: Step, first: Step, graph: Graph): boolean =>
  step !== first && !(step.index < first.index && graph.onOneCycle(step, first));

/**
 * The repeats on feasible paths: step → the first step with the same template. `undefined` when all paths are feasible or
 * there are too many paths.
 */
function possibleRepeats(
  steps: readonly Step[],
  graph: Graph,
): ReadonlyMap<Step, Step> | undefined {
  const among = new Set(steps);
  const repeats = new Map<Step, Step>();
  const all = feasiblePaths(graph)?.visit<Step | null>({
    start: null,
    keyOf: (first) => (first === null ? '' : String(first.index)),
    follow(before, edge, target) {
      const source = graph.source(edge) as Step;
      const first = before ?? (among.has(source) ? source : null);
      if (first === null || !among.has(target) || !isLater(target, first, graph)) return first;
      const known = repeats.get(target);
      if (known === undefined || first.index < known.index) repeats.set(target, first);
      return first;
    },
  });
  return all === true ? repeats : undefined;
}

function stepsByTemplate(graph: Graph): ReadonlyMap<string | undefined, readonly Step[]> {
  const sent = graph
    .where(isEmail)
    .filter((step) => !graph.isDuplicate(step) && graph.isReachable(step));
  const groups = groupBy(sent, templateIdOf);
  return new Map(
    [...groups].filter(([template = '', steps]) => template.trim() !== '' && steps.length > 1),
  );
}
