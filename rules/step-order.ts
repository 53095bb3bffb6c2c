import { labelOf, nameOf } from '../src/core/model/config.ts';
import { isTrigger } from '../src/core/model/step-type.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'step-order',
  severity: 'warning',
  preset: 'strict',
  stage: 'structure',
  summary: 'A step listed before all steps that lead to it, without a cycle.',
  why: 'Steps are shown in the order of the list, so a reader misunderstands what runs first.',
  remedy: 'List the steps in the order in which they run.',

  workflow({ steps, graph }, report) {
    const inCycle = new Map(graph.cycles.flatMap((cycle) => cycle.map((step) => [step, cycle])));
    for (const step of steps) {
      const [first, ...others] = graph.incoming(step);
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
  },
});
