import { writeFix } from '../src/core/model/fix.ts';
import { fold } from '../src/core/model/nearest.ts';
import { adviseName, nameOf, quote } from '../src/core/model/text.ts';
import { defineRule, exemptOption, optionsOf } from '../src/core/rule.ts';
import { STEP_TYPES } from '../src/core/steps/registry.ts';

export default defineRule({
  id: 'unknown-step-type',
  severity: 'error',
  stage: 'structure',
  isOfConfigs: true,
  summary: 'A step type that does not exist.',
  why: 'The service rejects the workflow or skips the step, so its email or delay is missing.',
  remedy: 'Correct the type, or add a new type of the service to the option "known".',
  options: optionsOf({ known: exemptOption('Additional step types that are valid.') }),

  workflow({ steps }, report, { known }) {
    for (const step of steps) {
      const { type, spec } = step;
      if (type === undefined || known.includes(type)) continue;
      if (spec.isKnown && type === spec.name) continue;
      const called = STEP_TYPES.find(({ otherNames }) => otherNames.includes(fold(type)));
      const names = STEP_TYPES.map(({ name }) => name);
      report({
        at: [step, 'type'],
        message: `unknown type ${quote(type)} of step ${nameOf(step)}`,
        help: adviseName(spec.name || called?.name, `use one of ${names.join(', ')}`),
        fixes: writeFix([step, 'type'], spec.name || undefined),
        // A new version of the service may have it.
        ...(!spec.isKnown && { severity: 'warning' }),
      });
    }
  },
});
