import { groupBy } from '../model/groups.ts';
import { isGiven } from '../model/json.ts';
import { quote } from '../model/label.ts';
import type { ResourceItem, Step } from '../model/nodes.ts';
import { keyPlaceOf } from '../model/place.ts';
import type { NamedUse } from '../model/resource-uses.ts';
import { templateVariablesOf } from '../model/variables.ts';
import type { RuleContext, Workspace } from '../model/workspace.ts';
import templates, { type Template } from '../resources/templates.ts';
import type { Graph } from './graph.ts';
import { resourceUsesOf } from './resource-uses.ts';

/** A template that was not read in list form. */
export type FullTemplate = Template & Required<Pick<Template, 'variables'>>;

/** An email and the template it is made of. */
interface TemplatedEmail<E> {
  readonly email: E;
  readonly template: ResourceItem<FullTemplate>;
}

/** The variables that an email passes to its template: whether their values are not null. */
export const passedBy = (step: Step) =>
  templateVariablesOf(step).map(({ key, value, holder }) => {
    return { key, isGiven: isGiven(value), at: keyPlaceOf([step, ...holder, key]) };
  });

/** The emails of a workflow, if any template was read: the summary of rules about templates and all their users. */
export function templatedEmails({
  graph,
  workspace,
}: {
  readonly graph: Graph;
  readonly workspace: Workspace;
}) {
  if (workspace.resources(templates).items.length === 0) return undefined;
  return resourceUsesOf(graph).emails.map(({ step, name }) => ({ name, passed: passedBy(step) }));
}

/** The emails whose template was read. Templates in list form, without their fields, are reported as not checked. */
export function emailsWithTemplates<E extends { readonly name: string }>(
  emails: readonly E[],
  { workspace, leaveUnchecked }: RuleContext,
): readonly TemplatedEmail<E>[] {
  const { find } = workspace.resources(templates);
  return emails.flatMap((email): readonly TemplatedEmail<E>[] => {
    const template = find(email.name);
    if (template === undefined || template.isFaulty) return [];
    if (template.value.variables !== undefined)
      return [{ email, template: template as ResourceItem<FullTemplate> }];
    leaveUnchecked('in list form, without their variables, subject and sender', {
      noun: 'template',
      name: template.pointer,
    });
    return [];
  });
}

/** The emails of one workflow with one template, which are one finding. */
export const groupByTemplate = (emails: readonly TemplatedEmail<NamedUse>[]) => [
  ...groupBy(emails, ({ email }) => email.name).values(),
];

/** The name of an email in messages. */
export const labelOfEmail = ({ index, key }: Pick<Step, 'index' | 'key'>): string =>
  `send_email ${key === undefined ? `#${index + 1}` : quote(key)}`;
