import type { Link } from '../src/core/graph/graph.ts';
import { isTrigger } from '../src/core/model/step-type.ts';
import { labelOf, nameOf } from '../src/core/model/text.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'step-order',
  severity: 'warning',
  preset: 'strict',
  stage: 'structure',
  summary: 'A step or edge that is listed before all that lead to it, without a cycle.',
  why: 'Steps are shown in the order of the list, so a reader misunderstands what runs first.',
  remedy: 'List steps and edges in the order in which they run.',

  workflow({ workflow: { edgeNoun: noun }, steps, graph }, report) {
    const cycleOf = new Map(graph.cycles.flatMap((cycle) => cycle.map((step) => [step, cycle])));
    for (const step of steps) {
      const cycle = cycleOf.get(step);
      const ways = graph.incoming(step).filter(({ from }) => from !== step);
      const isRound = ({ from }: Link): boolean =>
        cycle !== undefined && cycleOf.get(from) === cycle;
      const [entry] = ways.filter((way) => !isRound(way));
      if (entry === undefined || isTrigger(step)) continue;
      if (!ways.some((way) => way.from.index < step.index || isRound(way)))
        report({
          at: entry.edge,
          message: `${labelOf(step)} runs after ${nameOf(entry.from)}, but is listed before it`,
          help: `move ${nameOf(step)} after ${nameOf(entry.from)} in "steps"`,
        });
      for (const { edge, to } of graph.outgoing(step))
        if (edge.index < entry.edge.index)
          report({
            at: edge,
            severity: 'info',
            message: `${noun} from ${nameOf(step)} is listed before the ${noun} to ${nameOf(step)}`,
            help: `move the ${noun} to ${nameOf(step)} before it`,
            habit: `${noun}s are listed before those that lead to their steps`,
            name: `${step.key} → ${to.key}`,
          });
    }
  },
});
