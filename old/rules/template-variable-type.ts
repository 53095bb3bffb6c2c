import type { Graph } from '../src/core/graph/graph.ts';
import { payloadsOf, startingEvent } from '../src/core/graph/payloads.ts';
import { resourceUsesOf } from '../src/core/graph/resource-uses.ts';
import { emailsWithTemplates } from '../src/core/graph/template-uses.ts';
import { SCHEMA_TYPES } from '../src/core/model/definitions.ts';
import { writeFix } from '../src/core/model/fix.ts';
import { groupBy, groupIdentity, joinNames } from '../src/core/model/groups.ts';
import { quote } from '../src/core/model/label.ts';
import { atFirst } from '../src/core/model/place.ts';
import { createReference } from '../src/core/model/references.ts';
import { inSeveral } from '../src/core/model/text.ts';
import { templateVariablesOf, type Variable, variableNameOf } from '../src/core/model/variables.ts';
import contactProperties from '../src/core/resources/contact-properties.ts';
import { defineRule, type Target, type Workspace } from '../src/core/rule.ts';

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
    const found = emailsWithTemplates(resourceUsesOf(graph).emails, context).flatMap(
      ({ email, template }) => {
        const declared = new Map(template.value.variables.map(({ key, type }) => [key, type]));
        return templateVariablesOf(email.step).flatMap((variable) => {
          const type = declared.get(variable.key);
          const actual = typeOf(variable, graph, context.workspace);
          const fitting = FITTING.get(type);
          return fitting === undefined || actual === undefined || fitting.includes(actual)
            ? []
            : { template: email.name, variable, type: type as string, actual };
        });
      },
    );
    const groups = groupBy(found, ({ template, variable, actual }) =>
      joinNames(template, variable.key, actual),
    );
    for (const group of groups.values()) {
      const [{ template, variable, type, actual }] = group;
      const variables = group.map((each) => each.variable) as [Variable, ...Variable[]];
      const places = variables.map(({ step, holder, key }): Target => [step, ...holder, key]);
      const { key } = variable;
      const reference = variableNameOf(variable.value);
      const value = reference === undefined ? 'is set to' : `${quote(reference)} is`;
      report({
        ...atFirst(places),
        message: `variable ${quote(key)} is ${nounOf(type)}, but ${value} ${nounOf(actual)}${inSeveral(places.length, 'emails')}`,
        help: `pass ${nounOf(type)}, or declare ${quote(key)} as ${actual} in template ${quote(template)}`,
        fixes: writeFix(places, constantAs(type, variables), 'unsafe'),
        fingerprintKey: {
          names: groupIdentity(workflow.ref),
          detail: `${template} ${key} ${actual}`,
        },
      });
    }
  },
});

/** The constant in the declared type, if all have one value. */
function constantAs(
  type: string,
  [{ value }, ...others]: readonly [Variable, ...Variable[]],
): string | number | undefined {
  if (others.some((other) => other.value !== value)) return undefined;
  if (type === 'string') return typeof value === 'number' ? String(value) : undefined;
  const isNumber = typeof value === 'string' && /^-?\d{1,15}(?:\.\d{1,9})?$/.test(value.trim());
  return type === 'number' && isNumber ? Number(value) : undefined;
}

/** Of the values that a variable may have; others have their own finding. */
const PLAIN: ReadonlySet<string> = new Set(['string', 'number', 'boolean']);

const nounOf = (type: string): string => `${type === 'object' ? 'an' : 'a'} ${type}`;

/** The type of a value, when it is known. */
function typeOf({ step, value }: Variable, graph: Graph, workspace: Workspace): string | undefined {
  const text = variableNameOf(value);
  if (text === undefined) return PLAIN.has(typeof value) ? typeof value : undefined;
  const reference = createReference(step, text, 'variable');
  if (text.startsWith(PROPERTY))
    return workspace.resources(contactProperties).find(text.slice(PROPERTY.length))?.value.type;
  if (reference.kind === 'contact') return CONTACT_TYPES.get(text);
  const read = payloadsOf(graph).read(step, reference);
  const event = reference.kind === 'event' ? startingEvent(graph) : read?.event;
  if (event === undefined || read === undefined) return undefined;
  const type = workspace.definitionMeant(event)?.schema?.get(read.property);
  // An unknown type has its own finding.
  return type !== undefined && SCHEMA_TYPES.includes(type) ? type : undefined;
}
