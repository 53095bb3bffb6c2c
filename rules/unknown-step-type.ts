import { eventNameOf, isKnownStepType, STEP_TYPES } from '../src/model/config.ts';
import { quote } from '../src/model/label.ts';
import { createNearest, fold } from '../src/model/nearest.ts';
import type { Step } from '../src/model/nodes.ts';
import { defineRule } from '../src/rule.ts';

export default defineRule({
  id: 'unknown-step-type',
  severity: 'warning',
  preset: 'recommended',
  category: 'document',
  since: '0.1.0',
  summary: 'A step of a type the service is not known to have.',
  why: 'The service refuses the workflow, or passes over the step: the email or the delay it stands for does not happen.',
  remedy: 'Correct the type; if the service has gained a new one, add it to the option "known".',
  whenOff: 'While a preview of the service brings new step types faster than you want to list them.',
  options: {
    defaults: { known: [] as readonly string[] },
    schema: { known: { description: 'Further step types that are right.', type: 'array', items: { type: 'string' }, uniqueItems: true } },
  },

  workflow({ workflow }, report, { known }) {
    let nearest: ((type: string) => string | undefined) | undefined;
    for (const step of workflow.steps) {
      const { type } = step;
      if (type === undefined || isKnownStepType(type) || known.includes(type)) continue;
      nearest ??= createNearest([...known, ...STEP_TYPES]);
      const near = meantBy(step, type) ?? nearest(type);
      const which = step.key === undefined ? 'this step' : `step ${quote(step.key)}`;
      report({
        at: [step, 'type'],
        message: type.trim() === '' ? `the type of ${which} is blank` : `${which} has the unknown type ${quote(type)}`,
        help: near === undefined ? `the types are ${STEP_TYPES.join(', ')}` : `did you mean "${near}"?`,
        detail: type,
      });
    }
  },
});

// What other tools call them.
const MEANT = new Map([
  ['email', 'send_email'],
  ['mail', 'send_email'],
  ['send', 'send_email'],
  ['message', 'send_email'],
  ['pause', 'delay'],
  ['sleep', 'delay'],
  ['timer', 'delay'],
  ['branch', 'condition'],
  ['if', 'condition'],
  ['split', 'condition'],
  ['event', 'trigger'],
  ['start', 'trigger'],
  ['updatecontact', 'contact_update'],
  ['deletecontact', 'contact_delete'],
  ['segment', 'add_to_segment'],
]);

function meantBy(step: Step, type: string): string | undefined {
  const plain = fold(type);
  // The beginning of wait_for_event, but seldom meant so.
  if (plain === 'wait') return eventNameOf(step) === undefined ? 'delay' : 'wait_for_event';
  return MEANT.get(plain);
}
