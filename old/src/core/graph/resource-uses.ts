import { leavesOf } from '../model/condition.ts';
import { configField, templateOf } from '../model/config.ts';
import { isGiven, isObject } from '../model/json.ts';
import { misspeltField } from '../model/misnamed-field.ts';
import type { Step } from '../model/nodes.ts';
import { operandOf } from '../model/operators.ts';
import { pathOfReference } from '../model/references.ts';
import type { NamedUse, PropertyUse, ResourceUses } from '../model/resource-uses.ts';
import { isEmail } from '../model/step-type.ts';
import { isProperty, variableNameOf } from '../model/variables.ts';
import { type Graph, oncePerGraph } from './graph.ts';
import { conditionsIn, contactValuesIn, readsOf } from './reads.ts';

/** The resources that a workflow names. */
export const resourceUsesOf = oncePerGraph(
  (graph): ResourceUses => ({
    emails: graph.where(isEmail).flatMap((step): NamedUse | [] => {
      const template = templateOf(step);
      if (template === undefined || template.id.trim() === '') return [];
      return { step, name: template.id, path: ['config', ...template.path] };
    }),
    segments: namedIn(graph, 'segment_id'),
    topics: namedIn(graph, 'topic_id'),
    properties: propertyUsesOf(graph),
  }),
);

/** Blank text has its own finding, and replaces the subject of the template. */
export function hasSubject(step: Step): boolean {
  const subject = configField(step, 'subject');
  return isGiven(subject) && subject !== '';
}

/** Only the alpha requires a subject: a template that is given as an object may have one. */
export function lacksAlphaSubject(step: Step): boolean {
  if (isObject(step.config['template']) || hasSubject(step)) return false;
  if (configField(step, 'template_id') === undefined) return false;
  // A misspelt field has its own finding.
  if (misspeltField(step.config, 'subject') !== undefined) return false;
  const isAlphaStep = isGiven(step.raw['id']) && !isGiven(step.raw['key']);
  return (
    isAlphaStep ||
    step.workflow.edges.some(
      ({ raw }) => isGiven(raw['from_step_id']) || isGiven(raw['fromStepId']),
    )
  );
}

const namedIn = ({ workflow }: Graph, field: 'segment_id' | 'topic_id'): readonly NamedUse[] =>
  workflow.steps.flatMap((step) => {
    const name = step.spec.fieldNames.has(field) ? configField(step, field) : undefined;
    if (typeof name !== 'string' || name.trim() === '') return [];
    return { step, name, path: ['config', field] };
  });

const PREFIX = 'properties.';

function propertyUsesOf(graph: Graph): readonly PropertyUse[] {
  const read = readsOf(graph).flatMap((reference): PropertyUse | [] => {
    const { step, kind, name, use } = reference;
    if (kind !== 'contact' || !name.startsWith(PREFIX) || use === 'rule') return [];
    const path = pathOfReference(reference);
    const text = use === 'text' ? `{{{${reference.text}}}}` : reference.text;
    return { step, name: propertyIn(name), path, text, constant: undefined, how: 'reads' };
  });
  const compared = conditionsIn(graph).flatMap(({ step, tree }) =>
    leavesOf(tree.root).flatMap(({ field: text, operator, value, path }): PropertyUse | [] => {
      if (!text?.startsWith(`contact.${PREFIX}`)) return [];
      const takesValue = operator !== undefined && operandOf(operator) !== 'none';
      return {
        step,
        name: propertyIn(text.slice('contact.'.length)),
        path: [...tree.base, ...path, 'field'],
        text,
        constant: takesValue ? constantTypeOf(value) : undefined,
        how: 'compares',
      };
    }),
  );
  const set = contactValuesIn(graph)
    .filter(isProperty)
    .map(({ step, key, value, holder }): PropertyUse => {
      const constant = variableNameOf(value) === undefined ? constantTypeOf(value) : undefined;
      return { step, name: key, path: [...holder, key], text: key, constant, how: 'sets' };
    });
  return [...read, ...compared, ...set];
}

function constantTypeOf(value: unknown): string | undefined {
  if (!isGiven(value)) return undefined;
  return Array.isArray(value) ? 'list' : typeof value;
}

/** `plan` of `properties.plan.name`: the content of a property is unknown. */
const propertyIn = (name: string): string => name.slice(PREFIX.length).split('.', 1)[0] as string;
