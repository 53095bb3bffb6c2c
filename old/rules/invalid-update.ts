import { isReadable } from '../src/core/graph/meant-reference.ts';
import { contactValuesIn } from '../src/core/graph/reads.ts';
import { snakeCase } from '../src/core/model/fields.ts';
import { writeFix } from '../src/core/model/fix.ts';
import { describeKind } from '../src/core/model/json.ts';
import { labelOf, quote } from '../src/core/model/label.ts';
import { describeValue } from '../src/core/model/operators.ts';
import {
  faultOfValue,
  isProperty,
  type Variable,
  variableNameOf,
} from '../src/core/model/variables.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'invalid-update',
  severity: 'error',
  preset: 'recommended',
  category: 'email',
  summary: 'A value that a contact_update cannot write.',
  why: 'The service rejects the workflow or the step fails, so the contact keeps the old value.',
  remedy: 'Write a value of the right type, or a reference to event or contact data.',
  whenOff: 'Never, because the step does not change the contact.',
  linear: true,

  workflow({ graph, workspace }, report) {
    for (const variable of contactValuesIn(graph)) {
      const { step, key, holder } = variable;
      const fault = faultOf(variable, (name) => isReadable(name, { step, graph, workspace }));
      if (fault === undefined) continue;
      const path = [...holder, key];
      report({
        at: [step, ...path],
        message: `${quote(key)} of ${labelOf(step)} ${fault.message}`,
        help: fault.help,
        fixes: writeFix([[step, ...path]], fault.meant),
        // Below the config, names are those of the user.
        fingerprintKey: {
          detail: holder.length > 1 ? path.slice(1).join(' ') : snakeCase(key),
        },
      });
    }
  },
});

interface Fault {
  readonly message: string;
  readonly help: string;
  /** The value to write instead. */
  readonly meant?: unknown;
}

function faultOf(variable: Variable, canRead: (name: string) => boolean): Fault | undefined {
  const { key, value } = variable;
  const fault = faultOfValue(value, canRead);
  if (fault !== undefined) return fault;
  const name = variableNameOf(value);
  if (name?.startsWith('wait_events.'))
    return {
      message: 'reads "wait_events.", which only variables of emails can',
      help: 'read data of the trigger ("event.") or of the contact ("contact.")',
    };
  // Some tools write null for each field they do not use.
  if (name !== undefined || isProperty(variable) || value === null) return undefined;
  if (key === 'unsubscribed') {
    if (typeof value === 'boolean') return undefined;
    const meant = typeof value === 'string' ? value.trim().toLowerCase() : '';
    return {
      message: `must be true or false, but is ${describeValue(value)}`,
      help:
        meant === 'true' || meant === 'false'
          ? `write ${meant} without quotes`
          : 'write true or false',
      meant: new Map([
        ['true', true],
        ['false', false],
      ]).get(meant),
    };
  }
  if (typeof value === 'string') return undefined;
  return {
    message: `must be a string, but is ${describeKind(value)}`,
    help: `write ${quote(String(value))} in quotes`,
  };
}
