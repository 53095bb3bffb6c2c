import type { Graph } from '../src/core/graph/graph.ts';
import { eventNameOf } from '../src/core/model/config.ts';
import { writeFix } from '../src/core/model/fix.ts';
import { quote, suggestName } from '../src/core/model/label.ts';
import { createNearest, fold } from '../src/core/model/nearest.ts';
import type { Step } from '../src/core/model/nodes.ts';
import { isTrigger } from '../src/core/model/step-type.ts';
import { defineRule, namesOption, optionsOf } from '../src/core/rule.ts';
import { STEP_TYPES, stepTypeOf } from '../src/core/steps/registry.ts';
import { isComplete } from '../src/core/steps/type-meant.ts';

export default defineRule({
  id: 'unknown-step-type',
  severity: 'error',
  preset: 'recommended',
  category: 'document',
  summary: 'A step type that does not exist.',
  why: 'The service rejects the workflow or skips the step, so its email or delay is missing.',
  remedy: 'Correct the type, or add a new type of the service to the option "known".',
  whenOff: 'While you use a preview of the service with new step types.',
  linear: true,
  options: optionsOf({
    known: namesOption([], 'Additional step types that are valid.', { type: 'string' }),
  }),

  workflow({ workflow, graph }, report, { known }) {
    const nearest = createNearest([...known, ...NAMES]);
    for (const step of workflow.steps) {
      const { type, spec } = step;
      if (type === undefined || (spec.isKnown && type === spec.name) || known.includes(type))
        continue;
      const near = meantBy(step, type) ?? nearest(type);
      const named = near !== undefined && suits(step, near, graph) ? near : undefined;
      const which = step.key === undefined ? 'this step' : `step ${quote(step.key)}`;
      report({
        at: [step, 'type'],
        message:
          type.trim() === ''
            ? `type of ${which} is blank`
            : `unknown type ${quote(type)} of ${which}`,
        help: suggestName(named) ?? `use one of ${NAMES.join(', ')}`,
        fixes: writeFix([[step, 'type']], named),
        maxSeverity: near === undefined ? 'warning' : undefined,
        fingerprintKey: { detail: type },
      });
    }
  },
});

const NAMES = STEP_TYPES.map(({ name }) => name);

/** The type with this name in other tools. Of two, the one with an event is chosen for a step that has an event. */
function meantBy(step: Step, type: string): string | undefined {
  const called = fold(type);
  const meant = STEP_TYPES.filter(({ otherNames }) => otherNames.includes(called));
  const namesEvent = eventNameOf(step) !== undefined;
  return (meant.find(({ event }) => (event !== undefined) === namesEvent) ?? meant[0])?.name;
}

/** Whether the step, as one of that type, would be complete. A step that is read as one already has its other findings. */
function suits(step: Step, name: string, graph: Graph): boolean {
  const type = stepTypeOf(name);
  if (step.spec.isKnown || !type.isKnown) return true;
  const types = graph.outgoing(step).map((edge) => edge.type ?? '');
  if (!types.every((each) => type.edgeTypes.includes(each))) return false;
  if (type.event === 'starts' && (step.index > 0 || graph.where(isTrigger).length > 0))
    return false;
  return isComplete(step.config, type);
}
