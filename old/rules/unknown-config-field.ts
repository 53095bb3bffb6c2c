import { conditionOf } from '../src/core/model/condition.ts';
import { timeoutMeant } from '../src/core/model/duration.ts';
import { snakeCase } from '../src/core/model/fields.ts';
import { renameFix } from '../src/core/model/fix.ts';
import { isObject } from '../src/core/model/json.ts';
import { labelOf, quote } from '../src/core/model/label.ts';
import { misnamedField } from '../src/core/model/misnamed-field.ts';
import { createNearest, nearest } from '../src/core/model/nearest.ts';
import type { Step } from '../src/core/model/nodes.ts';
import { keyPlaceOf } from '../src/core/model/place.ts';
import type { StepType } from '../src/core/model/step-type.ts';
import { defineRule, type ReportFn } from '../src/core/rule.ts';

export default defineRule({
  id: 'unknown-config-field',
  severity: 'warning',
  preset: 'recommended',
  category: 'document',
  summary: 'A config field that does not exist for the type of the step.',
  why: 'The service ignores the field, so its subject, variable or duration has no effect on the email.',
  remedy: 'Correct the name of the field, move it to the right place, or remove it.',
  whenOff: 'When the service has new config fields that this version does not know.',
  linear: true,

  workflow({ workflow }, report) {
    for (const step of workflow.steps) {
      const { isKnown, isOpen, fieldNames: known, fields, nestedFields } = step.spec;
      if (!isKnown) continue;
      const near = createNearest(known);
      for (const field in step.config) {
        if (known.has(field) || (isOpen && !isNearly(field, fields))) continue;
        // The finding about the missing field names it.
        if (field === misnamedField(step) || isMisnamedPart(step, field)) continue;
        const advice = step.spec.adviseField?.(field, step);
        const meant =
          advice === undefined
            ? (near(field) ?? timeoutMeant(field, step.config[field], known))
            : undefined;
        const isGiven = meant !== undefined && Object.hasOwn(step.config, meant);
        report({
          at: keyPlaceOf([step, 'config', field]),
          message: `unknown config field ${quote(field)} of ${labelOf(step)}`,
          help: isGiven ? adviseRemoval(meant) : (advice ?? helpFor(step, meant)),
          fixes: renameFix([step, 'config', field], isGiven ? undefined : meant),
          fingerprintKey: { detail: snakeCase(field) },
          explainedBy: isInPlace(step, field) ? 'invalid-config' : undefined,
        });
      }
      for (const nested of nestedFields) reportNested(step, nested, report);
    }
  },
});

/** Whether it stands in for a missing field, which has its own finding: the only unknown one, or one of an object beside it. */
function isInPlace({ config, spec }: Step, field: string): boolean {
  const { fieldNames, requires, spellings, nestedFields } = spec;
  const isMissing = requires.some((group) =>
    group.every(
      (name) => ![name, ...(spellings.get(name) ?? [])].some((own) => Object.hasOwn(config, own)),
    ),
  );
  if (isMissing) return Object.keys(config).every((own) => own === field || fieldNames.has(own));
  return nestedFields.some(({ holder, required }) => {
    const value = config[holder];
    return required.includes(field) && isObject(value) && !Object.hasOwn(value, field);
  });
}

const isMisnamedPart = (step: Step, field: string): boolean =>
  conditionOf(step)?.faults.some(
    ({ path, instead }) => path.length === 0 && instead?.field === field,
  ) === true;

/** Nested objects may have unknown fields, so only a near match is reported. */
function reportNested(
  step: Step,
  { holder, names, required }: StepType['nestedFields'][number],
  report: ReportFn,
): void {
  const value = step.config[holder];
  if (!isObject(value)) return;
  for (const field in value) {
    const meant = names.includes(field) ? undefined : nearest(field, names);
    if (meant === undefined) continue;
    // The finding about the missing field names it.
    if (required.includes(meant) && !Object.hasOwn(value, meant)) continue;
    const isGiven = Object.hasOwn(value, meant);
    report({
      at: keyPlaceOf([step, 'config', holder, field]),
      message: `unknown field ${quote(field)} in "${holder}" of ${labelOf(step)}`,
      help: isGiven ? adviseRemoval(meant) : `did you mean "${meant}"?`,
      fixes: renameFix([step, 'config', holder, field], isGiven ? undefined : meant),
      fingerprintKey: { detail: `${holder}.${snakeCase(field)}` },
    });
  }
}

const adviseRemoval = (given: string): string => `remove it: "${given}" is given too`;

const isNearly = (field: string, fields: object): boolean =>
  field.length > 7 && nearest(field, Object.keys(fields)) !== undefined;

function helpFor({ spec }: Step, near: string | undefined): string {
  if (near !== undefined) return `did you mean "${near}"?`;
  const names = [...spec.fieldNames].filter((name) => !/[A-Z]/.test(name));
  return names.length === 0 ? 'write "config": {}' : `use one of ${names.join(', ')}`;
}
