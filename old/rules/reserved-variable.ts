import { variablesIn } from '../src/core/graph/reads.ts';
import { describeHabit, listNames } from '../src/core/model/habit.ts';
import { quote } from '../src/core/model/label.ts';
import { keyPlaceOf } from '../src/core/model/place.ts';
import { inSeveral } from '../src/core/model/text.ts';
import { isReserved } from '../src/core/resources/template-variables.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'reserved-variable',
  severity: 'warning',
  preset: 'recommended',
  category: 'email',
  summary: 'A template variable with a reserved name.',
  why: 'The service sets this name, so the contact may see another value than yours, or none.',
  remedy: 'Rename the variable, here and in the template.',
  whenOff: 'When the template is written for this name and the emails look right.',
  linear: true,

  workflow({ workflow, graph }, report) {
    const reserved = variablesIn(graph).filter(({ key }) => isReserved(key));
    if (reserved.length === 0) return;
    const uses = reserved.map(({ step, holder, key }) => ({
      name: key,
      at: keyPlaceOf([step, ...holder, key]),
    }));
    const { names, ...place } = describeHabit(workflow.ref, uses);
    const [first] = names as [string];
    report({
      ...place,
      names,
      message:
        names.length === 1
          ? `${quote(first)} is a reserved variable name${inSeveral(uses.length, 'places')}`
          : `${names.length} variable names are reserved: ${listNames(names)}`,
      help:
        names.length === 1
          ? 'remove it, since the service fills it, or rename it here and in the template'
          : 'remove them, since the service fills them, or rename them here and in the template',
    });
  },
});
