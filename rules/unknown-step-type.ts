import { writeFix } from '../src/core/model/fix.ts';
import { fold } from '../src/core/model/nearest.ts';
import type { StepType } from '../src/core/model/step-type.ts';
import { didYouMean, quote } from '../src/core/model/text.ts';
import type { Step } from '../src/core/model/workflow.ts';
import { defineRule, exemptOption, optionsOf } from '../src/core/rule.ts';
import { STEP_TYPES } from '../src/core/steps/registry.ts';

export default defineRule({
  id: 'unknown-step-type',
  severity: 'error',
  preset: 'recommended',
  stage: 'structure',
  summary: 'A step type that does not exist.',
  why: 'The service rejects the workflow or skips the step, so its email or delay is missing.',
  remedy: 'Correct the type, or add a new type of the service to the option "known".',
  options: optionsOf({ known: exemptOption('Additional step types that are valid.') }),

  workflow({ steps }, report, { known }) {
    for (const step of steps) {
      const { type, spec } = step;
      if (type === undefined || (spec.isKnown && type === spec.name) || known.includes(type))
        continue;
      const other = spec.isKnown ? undefined : typeCalled(type, step);
      const meant = spec.isKnown ? spec.name : other?.name;
      const which = step.key === undefined ? 'this step' : `step ${quote(step.key)}`;
      report({
        at: [step, 'type'],
        message:
          type.trim() === ''
            ? `type of ${which} is blank`
            : `unknown type ${quote(type)} of ${which}`,
        help:
          meant === undefined
            ? `use one of ${STEP_TYPES.map(({ name }) => name).join(', ')}`
            : didYouMean(meant),
        fixes:
          other === undefined
            ? writeFix([step, 'type'], meant)
            : writeFix([step, 'type'], isComplete(step, other) ? meant : undefined, 'unsafe'),
        ...(!spec.isKnown && { severity: 'warning' }),
      });
    }
  },
});

/** The type with this name in other tools: of two, the one that has an event as the step has. */
function typeCalled(type: string, { config }: Step): StepType | undefined {
  const called = STEP_TYPES.filter(({ otherNames }) => otherNames.includes(fold(type)));
  return (
    called.find(({ event }) => (event !== undefined) === config.has('event_name')) ?? called[0]
  );
}

/** Whether the step, as one of that type, has all its fields and leaves by all its edges. */
const isComplete = ({ config }: Step, { requires, fields, branches }: StepType): boolean =>
  branches.length === 1 &&
  requires.every((group) =>
    group.some(
      (field) =>
        config.has(field) ||
        [...fields].some(([name, { becomes }]) => becomes?.[0] === field && config.has(name)),
    ),
  );
