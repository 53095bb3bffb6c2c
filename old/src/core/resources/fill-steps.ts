import { configField, templateOf } from '../model/config.ts';
import { isGiven, isObject, type JsonObject } from '../model/json.ts';
import type { Edge, Step, Workflow } from '../model/nodes.ts';
import { isEmail } from '../model/step-type.ts';
import type { Template } from './templates.ts';

type FindTemplate = (name: string) => { readonly value: Template } | undefined;

/** In the config of a filled email: the fields that neither the step nor its template has. */
export const LACKS = 'template_lacks';

/**
 * A workflow whose emails have the subject, sender and fallbacks of their templates, and the list of what both lack. Its places are
 * those of the original.
 */
export function fillFromTemplates(workflow: Workflow, find: FindTemplate): Workflow {
  return mapEmails(workflow, find, (step, { subject, from, variables }) => {
    const nested = step.config['template'];
    const holder = isObject(nested) ? nested : step.config;
    const passed = isObject(holder['variables']) ? holder['variables'] : {};
    const fallbacks = (variables ?? []).flatMap(({ key, fallback_value: fallback }) =>
      isGiven(fallback) && !Object.hasOwn(passed, key) ? [[key, fallback] as const] : [],
    );
    const all = Object.fromEntries([...Object.entries(passed), ...fallbacks]);
    const [lacksSubject, lacksSender] = ['subject', 'from'].map((name) =>
      isBlank(configField(step, name)),
    );
    // An item of a list has neither.
    const isWhole = variables !== undefined;
    const lacks = [
      ...(isWhole && lacksSubject && isBlank(subject) ? ['subject'] : []),
      ...(isWhole && lacksSender && isBlank(from) ? ['from'] : []),
    ];
    const config: JsonObject = {
      ...step.config,
      ...(lacksSubject && isGiven(subject) && { subject }),
      ...(lacksSender && isGiven(from) && { from }),
      ...(lacks.length > 0 && { [LACKS]: lacks }),
    };
    if (fallbacks.length === 0) return config;
    return isObject(nested)
      ? { ...config, template: { ...nested, variables: all } }
      : { ...config, variables: all };
  });
}

/** A workflow whose emails have the names of their templates, for pictures. */
export function nameTemplates(workflow: Workflow, find: FindTemplate): Workflow {
  return mapEmails(workflow, find, ({ config }, { name, alias }) => {
    const id = name ?? alias ?? undefined;
    if (id === undefined) return config;
    const nested = config['template'];
    return isObject(nested)
      ? { ...config, template: { ...nested, id } }
      : { ...config, template: { id } };
  });
}

const isBlank = (value: unknown): boolean =>
  !isGiven(value) || (typeof value === 'string' && value.trim() === '');

function mapEmails(
  workflow: Workflow,
  find: FindTemplate,
  change: (step: Step, template: Template) => JsonObject,
): Workflow {
  const templates = workflow.steps.map((step) => {
    const id = isEmail(step) ? templateOf(step)?.id : undefined;
    return id === undefined ? undefined : find(id)?.value;
  });
  if (templates.every((template) => template === undefined)) return workflow;
  const steps: Step[] = [];
  const edges: Edge[] = [];
  const copy: Workflow = { ...workflow, steps, edges };
  for (const [i, step] of workflow.steps.entries()) {
    const template = templates[i];
    const config = template === undefined ? step.config : change(step, template);
    steps.push({ ...step, workflow: copy, config });
  }
  for (const edge of workflow.edges) edges.push({ ...edge, workflow: copy });
  return copy;
}
