import { configTextsIn, variablesIn } from '../src/core/graph/reads.ts';
import { findUnevenBraces } from '../src/core/model/braces.ts';
import { writeFix } from '../src/core/model/fix.ts';
import { labelOf, quote } from '../src/core/model/label.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'unbalanced-variable',
  severity: 'warning',
  preset: 'recommended',
  category: 'email',
  summary: 'A variable with missing or mismatched braces.',
  why: 'Recipients see the braces in the email, or the run fails.',
  remedy: 'Close the variable with the same number of braces that open it.',
  whenOff: 'When texts intentionally contain code with double braces.',
  linear: true,

  workflow({ graph }, report) {
    for (const { step, field, value, path } of configTextsIn(graph)) {
      if (!field.hasVariables) continue;
      const { name } = field;
      const uneven = findUnevenBraces(value);
      if (uneven === undefined) continue;
      report({
        at: [step, ...path],
        message: `${uneven.reason} in ${name} of ${labelOf(step)}: ${quote(uneven.excerpt)}`,
        help: uneven.help,
        fixes: writeFix(
          [[step, ...path]],
          uneven.meant !== undefined && findUnevenBraces(uneven.meant) === undefined
            ? uneven.meant
            : undefined,
          'unsafe',
        ),
        fingerprintKey: { detail: name },
      });
    }
    for (const variable of variablesIn(graph)) {
      const { step, key, value, holder } = variable;
      const fault = typeof value === 'string' ? findUnevenBraces(value) : undefined;
      if (fault === undefined) continue;
      report({
        at: [step, ...holder, key],
        message: `${fault.reason} in variable ${quote(key)} of ${labelOf(step)}: ${quote(fault.excerpt)}`,
        help: 'write a reference such as {"var": "event.…"}, or remove the braces',
        fingerprintKey: { detail: `variable ${key}` },
      });
    }
  },
});
