import { variablesIn } from '../src/core/graph/reads.ts';
import { groupBy } from '../src/core/model/groups.ts';
import { groupIdentity } from '../src/core/model/identity.ts';
import { labelOf, quote } from '../src/core/model/label.ts';
import type { Place } from '../src/core/model/nodes.ts';
import { atFirst, keyPlaceOf } from '../src/core/model/place.ts';
import { defineRule } from '../src/rule.ts';

// Limits of the service, in characters and in variables of one template.
const MAX_LENGTH = 50;
const MAX_VARIABLES = 50;
const VALID = /^[A-Za-z0-9_]{1,50}$/;

export default defineRule({
  id: 'invalid-variable-name',
  severity: 'warning',
  preset: 'recommended',
  category: 'email',
  since: '0.1.0',
  summary: 'A variable name that a template cannot have.',
  why: 'No template declares a variable of this name, so the value is missing in the email.',
  remedy: 'Use letters, digits and underscores, at most 50 characters, here and in the template.',
  whenOff: 'When your service accepts other names.',

  workflow({ workflow, graph }, report) {
    const variables = variablesIn(graph);
    const invalid = variables.filter(({ key }) => faultOf(key) !== undefined);
    if (invalid.length === 0 && variables.length <= MAX_VARIABLES) return;
    for (const [key, uses] of groupBy(invalid, (variable) => variable.key)) {
      const places = uses.map(({ step, path }) => keyPlaceOf([step, ...path]));
      const where = places.length === 1 ? '' : `, in ${places.length} steps`;
      report({
        ...atFirst(places as [Place, ...Place[]]),
        message: `variable name ${quote(key)} ${faultOf(key)}${where}`,
        help: adviseName(key),
        detail: key,
        identity: groupIdentity(workflow, places),
      });
    }
    if (variables.length <= MAX_VARIABLES) return;
    for (const [step, own] of groupBy(variables, (variable) => variable.step)) {
      if (own.length <= MAX_VARIABLES) continue;
      report({
        at: step,
        message: `${labelOf(step)} has ${own.length} variables (limit: ${MAX_VARIABLES})`,
        help: 'pass fewer variables, and write constant text in the template',
        detail: 'number',
      });
    }
  },
});

function faultOf(key: string): string | undefined {
  if (VALID.test(key)) return undefined;
  if (key === '') return 'is empty';
  if (/\s/.test(key)) return 'contains white space';
  const odd = /[^A-Za-z0-9_]/u.exec(key)?.[0];
  if (odd !== undefined) return `contains ${quote(odd)}`;
  return key.length > MAX_LENGTH
    ? `has ${key.length} characters (limit: ${MAX_LENGTH})`
    : undefined;
}

function adviseName(key: string): string {
  const name = key
    .replace(/[^A-Za-z0-9_]+/g, '_')
    .slice(0, MAX_LENGTH)
    .replace(/^_+|_+$/g, '');
  return name === ''
    ? 'use a name such as "FIRST_ORDER"'
    : `rename it to ${quote(name)}, here and in the template`;
}
