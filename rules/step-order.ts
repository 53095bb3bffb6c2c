import type { Link } from '../src/core/graph/graph.ts';
import { labelOf, nameOf } from '../src/core/model/config.ts';
import { isTrigger } from '../src/core/model/step-type.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'step-order',
  severity: 'warning',
  preset: 'strict',
  stage: 'structure',
  summary: 'A step that is listed before all that lead to it, without a cycle.',
  why: 'Steps are shown in the order of the list, so a reader misunderstands what runs first.',
  remedy: 'List the steps in the order in which they run.',

  workflow({ steps, graph }, report) {
    const cycleOf = new Map(graph.cycles.flatMap((cycle) => cycle.map((step) => [step, cycle])));
    for (const step of steps) {
      const cycle = cycleOf.get(step);
      const ways = graph.incoming(step).filter(({ from }) => from !== step);
      const isRight = ({ from }: Link): boolean =>
        from.index < step.index || (cycle !== undefined && cycleOf.get(from) === cycle);
      const [entry] = ways;
      if (entry === undefined || isTrigger(step) || ways.some(isRight)) continue;
      report({
        at: entry.edge,
        message: `${labelOf(step)} runs after ${nameOf(entry.from)}, but is listed before it`,
        help: `move ${nameOf(step)} after ${nameOf(entry.from)} in "steps"`,
      });
    }
  },
});
