import { parseDuration } from '../src/model/duration.ts';
import { CONFIG_FIELDS } from '../src/model/fields.ts';
import { isObject } from '../src/model/json.ts';
import { labelOf, quote } from '../src/model/label.ts';
import { createNearest, nearest } from '../src/model/nearest.ts';
import type { Step } from '../src/model/nodes.ts';
import { keyPlaceOf } from '../src/model/place.ts';
import { defineRule } from '../src/rule.ts';

const TEMPLATE_FIELDS = ['id', 'variables'];

export default defineRule({
  id: 'unknown-config-field',
  severity: 'warning',
  preset: 'recommended',
  category: 'document',
  since: '0.1.0',
  summary: 'A config field that the type of its step does not know.',
  why: 'The service ignores it: the subject, variable or length of time it holds never takes effect.',
  remedy: 'Correct its name, move it where it belongs, or delete it.',
  whenOff: 'When the service has gained config fields that this version does not know.',

  workflow({ workflow }, report) {
    for (const step of workflow.steps) {
      const known = step.type === undefined ? undefined : CONFIG_FIELDS.get(step.type);
      if (known === undefined) continue;
      let near: ((field: string) => string | undefined) | undefined;
      for (const field of Object.keys(step.config)) {
        if (known.has(field) || (step.type === 'trigger' && !isNearEventName(field))) continue;
        near ??= createNearest(known);
        report({
          at: keyPlaceOf([step, 'config', field]),
          message: `${labelOf(step)} has the unknown config field ${quote(field)}`,
          help: helpFor(step, field, near(field), known),
          detail: field,
        });
      }
      const { template } = step.config;
      if (step.type !== 'send_email' || !isObject(template)) continue;
      for (const field of Object.keys(template)) {
        // What else a template may hold is not known: only what is nearly right is wrong for sure.
        const meant = TEMPLATE_FIELDS.includes(field) ? undefined : nearest(field, TEMPLATE_FIELDS);
        if (meant === undefined) continue;
        report({
          at: keyPlaceOf([step, 'config', 'template', field]),
          message: `the template of ${labelOf(step)} has the unknown field ${quote(field)}`,
          help: `did you mean "${meant}"?`,
          detail: `template.${field}`,
        });
      }
    }
  },
});

// Real exports carry keys of their own in a trigger's config: "event" or "name" beside a good "event_name" harms nobody.
const isNearEventName = (field: string): boolean => field.length > 7 && nearest(field, ['event_name']) !== undefined;

function helpFor({ type, config }: Step, field: string, near: string | undefined, known: ReadonlySet<string>): string | undefined {
  const value = config[field];
  if (type === 'delay' && /^units?$/i.test(field)) {
    const { duration } = config;
    const whole = typeof duration === 'number' && typeof value === 'string' ? `${duration} ${value}` : '3 days';
    return `write number and unit together: "duration": ${quote(whole)}`;
  }
  if (near !== undefined) return `did you mean "${near}"?`;
  if (type === 'delay' && typeof value === 'number' && parseDuration(`${value} ${field}`).kind === 'known') return `write "duration": "${value} ${field}"`;
  if (type === 'contact_update') return `a property of your own goes into "properties": {${quote(field)}: …}`;
  if (type === 'contact_delete') return 'it takes no config: write {}';
  return `the config fields of ${type} are ${[...known].filter((name) => !/[A-Z]/.test(name)).join(', ')}`;
}
