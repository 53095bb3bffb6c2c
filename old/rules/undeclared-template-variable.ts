import {
  emailsWithTemplates,
  type FullTemplate,
  templatedEmails,
} from '../src/core/graph/template-uses.ts';
import { renameAt } from '../src/core/model/fix.ts';
import { groupBy, groupIdentity, joinNames } from '../src/core/model/groups.ts';
import { neverSent, quote, suggestName } from '../src/core/model/label.ts';
import { createNearest } from '../src/core/model/nearest.ts';
import type { ResourceItem } from '../src/core/model/nodes.ts';
import { atFirst } from '../src/core/model/place.ts';
import { placeOfResource } from '../src/core/model/resource.ts';
import { inSeveral } from '../src/core/model/text.ts';
import {
  isRequired,
  isReserved,
  matchVariables,
} from '../src/core/resources/template-variables.ts';
import { templateTags } from '../src/core/resources/templates.ts';
import { defineRule, type ReportFn } from '../src/core/rule.ts';

export default defineRule({
  id: 'undeclared-template-variable',
  severity: 'error',
  preset: 'recommended',
  category: 'email',
  summary: 'A variable that the template does not declare.',
  why: 'The value does not appear in the email, which is sent with a gap, or not at all.',
  remedy: 'Write the variable as the template declares it.',
  whenOff: 'When the templates are edited after the check.',
  needs: { templates: 'any' },

  summarize: templatedEmails,

  compare({ summaries, workspace, leaveUnchecked }, report) {
    const used = new Set<ResourceItem<FullTemplate>>();
    const found = summaries.flatMap((of) =>
      emailsWithTemplates(of.summary, { workspace, leaveUnchecked }).flatMap(
        ({ email, template }) => {
          used.add(template);
          const { undeclared } = matchVariables(email.passed, template.value.variables);
          return undeclared.map((each) => ({ of, email, ...each }));
        },
      ),
    );
    const groups = groupBy(found, ({ of, email, variable }) =>
      joinNames(of.document.source, `${of.document.index}`, of.pointer, email.name, variable.key),
    );
    for (const group of groups.values()) {
      const [{ of, email, variable, meant }] = group;
      const places = group.map((each) => each.variable.at);
      report({
        ...atFirst(places),
        message: `template ${quote(email.name)} has no variable ${quote(variable.key)}${inSeveral(places.length, 'emails')}`,
        help: suggestName(meant?.key) ?? 'remove the variable, or declare it in the template',
        consequence:
          meant !== undefined && isRequired(meant) ? neverSent(places.length) : undefined,
        fixes: meant && [renameAt(places, meant.key, 'unsafe')],
        fingerprintKey: {
          names: groupIdentity(of.workflow),
          detail: `${email.name} ${variable.key}`,
        },
      });
    }
    for (const template of used) checkTexts(template, report);
  },
});

const FIELDS = ['subject', 'html', 'text'] as const;

/** Variables that texts of a template name and that it does not declare. */
function checkTexts(template: ResourceItem<FullTemplate>, report: ReportFn): void {
  const { value } = template;
  const declared = new Set(value.variables.map(({ key }) => key));
  const near = createNearest(declared);
  const name = quote((value.alias ?? value.id) as string);
  const seen = new Set<string>();
  for (const field of FIELDS)
    for (const { name: key, isRendered } of templateTags(value[field])) {
      // With a dot it is a field of the contact. Without three braces it is an unsupported-variable.
      const isOther = !isRendered || isReserved(key) || key.includes('.');
      if (isOther || seen.has(key) || declared.has(key)) continue;
      seen.add(key);
      report({
        at: placeOfResource(template, field),
        message: `template ${name} uses variable ${quote(key)}, which it does not declare`,
        help:
          suggestName(near(key)) ??
          `declare ${quote(key)} in the template, or remove it from its text`,
        fingerprintKey: { names: joinNames((value.id ?? value.alias) as string, key), detail: key },
      });
    }
}
