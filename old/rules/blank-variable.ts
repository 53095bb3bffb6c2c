import { resourceUsesOf } from '../src/core/graph/resource-uses.ts';
import { emailsWithTemplates } from '../src/core/graph/template-uses.ts';
import { groupBy, groupIdentity } from '../src/core/model/groups.ts';
import { quote } from '../src/core/model/label.ts';
import { atFirst } from '../src/core/model/place.ts';
import { inSeveral } from '../src/core/model/text.ts';
import { templateVariablesOf, variableNameOf } from '../src/core/model/variables.ts';
import contactProperties from '../src/core/resources/contact-properties.ts';
import { isRequired } from '../src/core/resources/template-variables.ts';
import { defineRule, type Target, type Workspace } from '../src/core/rule.ts';

const PROPERTY = 'contact.properties.';
const NAMES: ReadonlySet<string> = new Set(['contact.first_name', 'contact.last_name']);

export default defineRule({
  id: 'blank-variable',
  severity: 'info',
  preset: 'recommended',
  category: 'email',
  summary: 'A required template variable that is blank for contacts without a value.',
  why: 'For contacts without the value the email is refused, or sent with a gap.',
  remedy: 'Give the variable a fallback in the template, or the contact property a fallback.',
  limits: 'Properties of contacts whose definition was not loaded.',
  whenOff: 'When every contact has these values, such as after a form with required fields.',
  needs: { templates: 'any', contact_properties: 'partly' },

  workflow({ workflow, graph, ...context }, report) {
    const { emails } = resourceUsesOf(graph);
    const found = emailsWithTemplates(emails, context).flatMap(({ email, template }) => {
      const required = new Set(template.value.variables.filter(isRequired).map(({ key }) => key));
      return templateVariablesOf(email.step).flatMap(({ step, key, value, holder }) => {
        const reference = variableNameOf(value);
        if (reference === undefined || !required.has(key)) return [];
        if (!mayBeBlank(reference, context.workspace)) return [];
        const at: Target = [step, ...holder, key, 'var'];
        return { key, reference, template: email.name, at };
      });
    });
    for (const [reference, group] of groupBy(found, (each) => each.reference)) {
      const [{ key, template }] = group;
      const places = group.map(({ at }) => at);
      report({
        ...atFirst(places),
        message: `${quote(reference)} can be blank, but variable ${quote(key)} has no fallback${inSeveral(places.length, 'places')}`,
        help: `add a fallback to ${quote(key)} in template ${quote(template)}`,
        fingerprintKey: {
          names: groupIdentity(workflow.ref, reference),
          detail: reference,
        },
      });
    }
  },
});

/** Whether contacts can lack the value: the service fills it with the fallback of the property, if there is one. */
function mayBeBlank(reference: string, workspace: Workspace): boolean {
  if (NAMES.has(reference)) return true;
  if (!reference.startsWith(PROPERTY)) return false;
  const property = workspace.resources(contactProperties).find(reference.slice(PROPERTY.length));
  return property !== undefined && isRequired(property.value);
}
