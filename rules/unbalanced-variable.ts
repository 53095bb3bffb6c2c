import { variablesIn } from '../src/graph/reads.ts';
import { findUnevenBraces } from '../src/model/braces.ts';
import { labelOf, quote } from '../src/model/label.ts';
import { defineRule } from '../src/rule.ts';

export default defineRule({
  id: 'unbalanced-variable',
  severity: 'warning',
  preset: 'recommended',
  category: 'email',
  since: '0.1.0',
  summary: 'Braces of a variable in a text that are opened and not closed, or closed and not opened.',
  why: 'The service cannot tell where the variable ends: people read the braces in their inbox, or the run fails.',
  remedy: 'Write the variable with as many braces at its end as at its beginning.',
  whenOff: 'When texts hold code with double braces that is meant to be read.',

  workflow({ graph }, report) {
    for (const step of graph.ofType('send_email')) {
      const subject = step.config['subject'];
      const uneven = typeof subject === 'string' ? findUnevenBraces(subject) : undefined;
      if (uneven !== undefined) {
        report({
          at: [step, 'config', 'subject'],
          message: `the subject of ${labelOf(step)} ${uneven.reason}: ${quote(uneven.excerpt)}`,
          help: uneven.help,
          detail: 'subject',
        });
      }
    }
    for (const variable of variablesIn(graph)) {
      const { step, key, value } = variable;
      const fault = typeof value === 'string' ? findUnevenBraces(value) : undefined;
      if (fault === undefined) continue;
      report({
        at: [step, ...variable.path],
        message: `the variable ${quote(key)} of ${labelOf(step)} ${fault.reason}: ${quote(fault.excerpt)}`,
        help: fault.help,
        detail: `variable ${key}`,
      });
    }
  },
});
