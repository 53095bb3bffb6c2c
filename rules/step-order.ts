import { labelOf, nameOf } from '../src/core/model/config.ts';
import { isTrigger } from '../src/core/model/step-type.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'step-order',
  severity: 'warning',
  preset: 'strict',
  stage: 'structure',
  summary: 'A step or edge that is listed before all that lead to it, without a cycle.',
  why: 'Steps are shown in the order of the list, so a reader misunderstands what runs first.',
  remedy: 'List steps and edges in the order in which they run.',

  workflow({ workflow, steps, graph }, report) {
    const inCycle = new Map(graph.cycles.flatMap((cycle) => cycle.map((step) => [step, cycle])));
    for (const step of steps) {
      const [first, ...others] = graph.incoming(step).filter(({ from }) => from !== step);
      if (first === undefined || isTrigger(step)) continue;
      const isEarly = [first, ...others].every(
        ({ from }) =>
          from.index > step.index &&
          (inCycle.get(from) === undefined || inCycle.get(from) !== inCycle.get(step)),
      );
      if (isEarly)
        report({
          at: first.edge,
          message: `${labelOf(step)} runs after ${nameOf(first.from)}, but is listed before it`,
          help: `move ${nameOf(step)} after ${nameOf(first.from)} in "steps"`,
          related: [{ at: step, message: 'listed before the step that leads to it' }],
        });
    }
    const noun = workflow.edgeNoun;
    for (const step of steps) {
      const entry = graph
        .incoming(step)
        .find(
          ({ from }) => inCycle.get(from) === undefined || inCycle.get(from) !== inCycle.get(step),
        );
      for (const { edge, to } of entry === undefined || isTrigger(step) ? [] : graph.outgoing(step))
        if (entry !== undefined && edge.index < entry.edge.index)
          report({
            at: edge,
            severity: 'info',
            message: `${noun} from ${nameOf(step)} is listed before the ${noun} to ${nameOf(step)}`,
            help: `move it after the ${noun} from ${nameOf(entry.from)}`,
            related: [{ at: entry.edge, message: `${noun} to ${nameOf(step)}` }],
            habit: `${noun}s are listed before those that lead to their steps`,
            name: `${step.key} → ${to.key}`,
          });
    }
  },
});
