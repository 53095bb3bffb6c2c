import type { Place, WorkflowRef } from '../model/nodes.ts';
import { placeIn, placeOfStep } from '../model/place.ts';
import type { ResourceItem } from '../model/resource.ts';
import type { EmailUse, ResourceUses } from '../model/resource-uses.ts';
import type { Template } from '../resources/templates.ts';
import { readResourceFact } from './resource-facts.ts';

/** The fact of a rule about resources: see `resourceFactOf`. */
interface UsesFact extends Pick<Place, 'document' | 'pointer'> {
  readonly workflow: WorkflowRef;
  readonly fact: string;
}

/** An email and the template it is made of. */
interface TemplatedEmail<F> {
  readonly fact: F;
  readonly email: EmailUse;
  readonly template: ResourceItem<Template>;
  readonly uses: ResourceUses;
}

/**
 * The emails whose template was read.
 * @param leaveUnchecked is told of templates that are known in list form only, without their fields.
 */
export function emailsWithTemplates<F extends UsesFact>(
  facts: readonly F[],
  { find }: { find(name: string): ResourceItem<Template> | undefined },
  leaveUnchecked: (reason: string) => void,
): readonly TemplatedEmail<F>[] {
  const found: TemplatedEmail<F>[] = [];
  const inListForm = new Set<string>();
  for (const fact of facts) {
    const uses = readResourceFact(fact);
    for (const email of uses.emails) {
      const template = find(email.template);
      if (template === undefined) continue;
      if (template.value.variables === undefined) inListForm.add(template.pointer);
      else found.push({ fact, email, template, uses });
    }
  }
  if (inListForm.size > 0)
    leaveUnchecked(
      `${inListForm.size === 1 ? '1 template is' : `${inListForm.size} templates are`} in list form, without their variables, subject and sender`,
    );
  return found;
}

/** The place of a field of a step that a fact tells of. @param at pointer below the step. */
export function placeOfUse(
  fact: Omit<UsesFact, 'fact'>,
  step: { readonly index: number; readonly key?: string | undefined },
  at: string,
): Place {
  const place = placeOfStep(placeIn(fact), step);
  return { ...place, pointer: `${place.pointer}/${at}` };
}

/** An email as a message names it. */
export const labelOfEmail = ({ index, key }: Pick<EmailUse, 'index' | 'key'>): string =>
  key === undefined ? `email #${index + 1}` : `email "${key.slice(0, 60)}"`;
