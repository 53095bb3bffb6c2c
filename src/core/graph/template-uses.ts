import { groupBy } from '../model/groups.ts';
import { quote } from '../model/label.ts';
import type { Place, ResourceItem, Workflow, WorkflowRef } from '../model/nodes.ts';
import { placeIn, placeOfStep } from '../model/place.ts';
import type { EmailUse } from '../model/resource-uses.ts';
import type { RuleContext, Workspace } from '../model/workspace.ts';
import templates, { type Template } from '../resources/templates.ts';
import type { Graph } from './graph.ts';
import { resourceUsesOf } from './resource-uses.ts';

/** A template that was not read in list form. */
export type FullTemplate = Template & Required<Pick<Template, 'variables'>>;

/** An email and the template it is made of. */
interface TemplatedEmail {
  readonly email: EmailUse;
  readonly template: ResourceItem<FullTemplate>;
}

/** The emails of a workflow, if any template was read: the summary of rules about templates and all their users. */
export function templatedEmails({
  graph,
  workspace,
}: {
  readonly graph: Graph;
  readonly workspace: Workspace;
}): readonly EmailUse[] | undefined {
  if (workspace.resources(templates).items.length === 0) return undefined;
  const { emails } = resourceUsesOf(graph);
  return emails.length === 0 ? undefined : emails;
}

/** The emails whose template was read. Templates in list form, without their fields, are reported as not checked. */
export function emailsWithTemplates(
  emails: readonly EmailUse[],
  { workspace, leaveUnchecked }: RuleContext,
): readonly TemplatedEmail[] {
  const { find } = workspace.resources(templates);
  return emails.flatMap((email): readonly TemplatedEmail[] => {
    const template = find(email.template);
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

/** The places of the emails of one workflow with one template, which are one finding. */
export const groupByTemplate = (
  emails: readonly TemplatedEmail[],
): readonly (readonly [TemplatedEmail, ...TemplatedEmail[]])[] =>
  [...groupBy(emails, ({ email }) => email.template).values()] as [
    TemplatedEmail,
    ...TemplatedEmail[],
  ][];

type KnownWorkflow = Pick<Place, 'document' | 'pointer'> & { readonly workflow: WorkflowRef };

/** The place of a field of a step in a workflow, or in its summary. @param at pointer below the step. */
export function placeOfUse(
  of: Workflow | KnownWorkflow,
  step: { readonly index: number; readonly key?: string | undefined },
  at: string,
): Place {
  const { document, pointer } = of;
  const workflow = 'ref' in of ? of.ref : of.workflow;
  const place = placeOfStep(placeIn({ workflow, document, pointer }), step);
  return { ...place, pointer: `${place.pointer}/${at}` };
}

/** The name of an email in messages. */
export const labelOfEmail = ({ index, key }: Pick<EmailUse, 'index' | 'key'>): string =>
  `send_email ${key === undefined ? `#${index + 1}` : quote(key)}`;
