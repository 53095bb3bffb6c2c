import { resourceUsesOf } from '../src/core/graph/resource-uses.ts';
import { emailsWithTemplates, placeOfUse } from '../src/core/graph/template-uses.ts';
import { SCHEMA_TYPES } from '../src/core/model/definitions.ts';
import { writeFix } from '../src/core/model/fix.ts';
import { groupBy } from '../src/core/model/groups.ts';
import { groupIdentity, joinNames } from '../src/core/model/identity.ts';
import { quote } from '../src/core/model/label.ts';
import type { Step, Workflow } from '../src/core/model/nodes.ts';
import { atFirst } from '../src/core/model/place.ts';
import type { EmailUse, VariableUse } from '../src/core/model/resource-uses.ts';
import { inSeveral } from '../src/core/model/text.ts';
import { templateVariablesOf } from '../src/core/model/variables.ts';
import contactProperties from '../src/core/resources/contact-properties.ts';
import { defineRule, type Workspace } from '../src/core/rule.ts';

/** The types that a template may declare, with the value types that they accept. */
const FITTING: ReadonlyMap<string | undefined, readonly string[]> = new Map([
  ['string', ['string', 'date']],
  ['number', ['number', 'date']],
  ['boolean', ['boolean']],
  ['object', ['object']],
  ['list', ['list']],
]);

const CONTACT_TYPES: ReadonlyMap<string, string> = new Map([
  ['contact.email', 'string'],
  ['contact.first_name', 'string'],
  ['contact.last_name', 'string'],
  ['contact.unsubscribed', 'boolean'],
]);

const PROPERTY = 'contact.properties.';

export default defineRule({
  id: 'template-variable-type',
  severity: 'warning',
  preset: 'recommended',
  category: 'email',
  summary: 'A variable with a value of another type than its template declares.',
  why: 'The service may refuse the email, or send it with a value that is not meant.',
  remedy: 'Pass a value of the declared type, or change the type in the template.',
  whenOff: 'When your templates declare types that do not matter.',
  needs: { templates: 'any', contact_properties: 'partly' },

  workflow({ workflow, graph, ...context }, report) {
    const { emails, event } = resourceUsesOf(graph);
    const found = emailsWithTemplates(emails, context).flatMap(({ email, template }) => {
      const declared = new Map(template.value.variables.map(({ key, type }) => [key, type]));
      return email.variables.flatMap((variable) => {
        const type = declared.get(variable.key);
        const actual = typeOf(variable, event, context.workspace);
        const fitting = FITTING.get(type);
        return fitting === undefined || actual === undefined || fitting.includes(actual)
          ? []
          : { email, variable, type: type as string, actual };
      });
    });
    const groups = groupBy(found, ({ email, variable, actual }) =>
      joinNames(email.template, variable.key, actual),
    );
    for (const group of groups.values()) {
      const [{ email, variable, type, actual }] = group;
      const places = group.map((each) => placeOfUse(workflow, each.email, each.variable.at));
      const { key, reference } = variable;
      const value = reference === undefined ? 'is set to' : `${quote(reference)} is`;
      report({
        ...atFirst(places),
        message: `variable ${quote(key)} is ${nounOf(type)}, but ${value} ${nounOf(actual)}${inSeveral(places.length, 'emails')}`,
        help: `pass ${nounOf(type)}, or declare ${quote(key)} as ${actual} in template ${quote(email.template)}`,
        fixes: group.every(({ variable: one }) => one.constant !== undefined)
          ? writeFix(places, constantAs(type, workflow, group), 'unsafe')
          : undefined,
        fingerprintKey: {
          names: groupIdentity(workflow.ref),
          detail: `${email.template} ${key} ${actual}`,
        },
      });
    }
  },
});

/** The constant in the declared type, if all have one value. */
function constantAs(
  type: string,
  { steps }: Workflow,
  group: readonly { readonly email: EmailUse; readonly variable: VariableUse }[],
): string | number | undefined {
  const values = group.map(({ email, variable }) =>
    templateVariablesOf(steps[email.index] as Step).find(
      ({ key, holder }) => variable.at.startsWith(holder.join('/')) && key === variable.key,
    ),
  );
  const value = values[0]?.value;
  if (!values.every((each) => each?.value === value)) return undefined;
  if (type === 'string') return typeof value === 'number' ? String(value) : undefined;
  const isNumber = typeof value === 'string' && /^-?\d{1,15}(?:\.\d{1,9})?$/.test(value.trim());
  return type === 'number' && isNumber ? Number(value) : undefined;
}

/** Of the values that a variable may have; others have their own finding. */
const PLAIN: ReadonlySet<string> = new Set(['string', 'number', 'boolean']);

const nounOf = (type: string): string => `${type === 'object' ? 'an' : 'a'} ${type}`;

/** The type of a value, when it is known. */
function typeOf(
  { constant, reference, awaited }: VariableUse,
  trigger: string | undefined,
  workspace: Workspace,
): string | undefined {
  if (constant !== undefined) return PLAIN.has(constant) ? constant : undefined;
  if (reference === undefined) return undefined;
  if (reference.startsWith(PROPERTY)) {
    const property = workspace.resources(contactProperties).find(reference.slice(PROPERTY.length));
    return property?.value.type;
  }
  if (reference.startsWith('contact.')) return CONTACT_TYPES.get(reference);
  const isOfTrigger = reference.startsWith('event.');
  const event = isOfTrigger ? trigger : awaited;
  if (event === undefined) return undefined;
  const start = isOfTrigger ? 'event.'.length : `wait_events.${event}.`.length;
  const type = workspace.definitionMeant(event)?.schema?.get(reference.slice(start));
  // An unknown type has its own finding.
  return type !== undefined && SCHEMA_TYPES.includes(type) ? type : undefined;
}
