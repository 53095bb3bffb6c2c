import { groupBy } from '../model/groups.ts';
import { joinNames } from '../model/identity.ts';
import { quote } from '../model/label.ts';
import type { Place, WorkflowRef } from '../model/nodes.ts';
import { placeIn, placeOfStep } from '../model/place.ts';
import type { ResourceItem } from '../model/resource.ts';
import type { EmailUse, ResourceUses } from '../model/resource-uses.ts';
import type { Template } from '../resources/templates.ts';

/** The fact of a rule about resources: see `resourceFactOf`. */
export interface UsesFact extends Pick<Place, 'document' | 'pointer'> {
  readonly workflow: WorkflowRef;
  readonly fact: ResourceUses;
}

/** A template that was not read in list form. */
export type FullTemplate = Template & Required<Pick<Template, 'variables'>>;

/** An email and the template it is made of. */
interface TemplatedEmail<F> {
  readonly fact: F;
  readonly email: EmailUse;
  readonly template: ResourceItem<FullTemplate>;
}

/**
 * The emails whose template was read.
 * @param leaveUnchecked is called for templates that are known in list form only, without their fields.
 */
export function emailsWithTemplates<F extends UsesFact>(
  facts: readonly F[],
  { find }: { find(name: string): ResourceItem<Template> | undefined },
  leaveUnchecked: (reason: string) => void,
): readonly TemplatedEmail<F>[] {
  const found: TemplatedEmail<F>[] = [];
  const inListForm = new Set<string>();
  for (const fact of facts) {
    for (const email of fact.fact.emails) {
      const template = find(email.template);
      if (template === undefined) continue;
      if (template.value.variables === undefined) inListForm.add(template.pointer);
      else found.push({ fact, email, template: template as ResourceItem<FullTemplate> });
    }
  }
  if (inListForm.size > 0)
    leaveUnchecked(
      `${inListForm.size === 1 ? '1 template is' : `${inListForm.size} templates are`} in list form, without their variables, subject and sender`,
    );
  return found;
}

/** The emails of one workflow with one template. They are one finding. */
export function groupByTemplate<F extends UsesFact>(
  emails: readonly TemplatedEmail<F>[],
): readonly { readonly first: TemplatedEmail<F>; readonly places: readonly [Place, ...Place[]] }[] {
  const groups = groupBy(emails, ({ fact: { document, pointer }, email }) =>
    joinNames(document.source, `${document.index}`, pointer, email.template),
  );
  return [...groups.values()].map((group) => ({
    first: group[0] as TemplatedEmail<F>,
    places: group.map(({ fact, email }) => placeOfUse(fact, email, 'config')) as [
      Place,
      ...Place[],
    ],
  }));
}

/** The place of a field of a step in a fact. @param at pointer below the step. */
export function placeOfUse(
  fact: Omit<UsesFact, 'fact'>,
  step: { readonly index: number; readonly key?: string | undefined },
  at: string,
): Place {
  const place = placeOfStep(placeIn(fact), step);
  return { ...place, pointer: `${place.pointer}/${at}` };
}

/** The name of an email in messages. */
export const labelOfEmail = ({ index, key }: Pick<EmailUse, 'index' | 'key'>): string =>
  `send_email ${key === undefined ? `#${index + 1}` : quote(key)}`;
