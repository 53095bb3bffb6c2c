import { variablesIn } from '../src/core/graph/reads.ts';
import { groupBy } from '../src/core/model/groups.ts';
import { groupIdentity } from '../src/core/model/identity.ts';
import { quote } from '../src/core/model/label.ts';
import type { Place } from '../src/core/model/nodes.ts';
import { atFirst, keyPlaceOf } from '../src/core/model/place.ts';
import { isReserved } from '../src/core/model/reserved-names.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'reserved-variable',
  severity: 'warning',
  preset: 'recommended',
  category: 'email',
  since: '0.1.0',
  summary: 'A template variable with a reserved name.',
  why: 'The service sets this name, so the contact may see another value than yours, or none.',
  remedy: 'Rename the variable, here and in the template.',
  whenOff: 'When the template is written for this name and the emails look right.',
  linear: true,

  workflow({ workflow, graph }, report) {
    const reserved = variablesIn(graph).filter(({ key }) => isReserved(key));
    if (reserved.length === 0) return;
    for (const [key, variables] of groupBy(reserved, (variable) => variable.key)) {
      const places = variables.map(({ step, holder }) => keyPlaceOf([step, ...holder, key]));
      const where = places.length === 1 ? '' : `, in ${places.length} steps`;
      report({
        ...atFirst(places as [Place, ...Place[]]),
        message: `${quote(key)} is a reserved variable name${where}`,
        help: `rename it, for example to ${quote(`MY_${key.toUpperCase()}`)}, here and in the template`,
        detail: key,
        identity: groupIdentity(workflow, places),
      });
    }
  },
});
