import { variablesIn } from '../src/graph/reads.ts';
import { labelOf, quote } from '../src/model/label.ts';
import { keyPlaceOf } from '../src/model/place.ts';
import { defineRule } from '../src/rule.ts';

const RESERVED: ReadonlySet<string> = new Set(['FIRST_NAME', 'LAST_NAME', 'EMAIL', 'UNSUBSCRIBE_URL', 'contact', 'this']);

export default defineRule({
  id: 'reserved-variable',
  severity: 'warning',
  preset: 'recommended',
  category: 'email',
  since: '0.1.0',
  summary: 'A template variable with a name that the service keeps for itself.',
  why: 'The service fills this name in by itself, so the contact may see its value, or none, instead of yours.',
  remedy: 'Give the variable another name, here and in the template.',
  whenOff: 'When the template is written for this name and the emails look right.',

  workflow({ graph }, report) {
    for (const variable of variablesIn(graph)) {
      if (!RESERVED.has(variable.key)) continue;
      const { step, key, path } = variable;
      report({
        at: keyPlaceOf([step, ...path]),
        message: `${labelOf(step)} fills the variable ${quote(key)}, a name the service keeps for itself`,
        help: `name it otherwise, such as ${quote(`MY_${key.toUpperCase()}`)}, here and in the template`,
        detail: key,
      });
    }
  },
});
