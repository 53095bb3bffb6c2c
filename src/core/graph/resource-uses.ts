import { leavesOf } from '../model/condition.ts';
import { configField, templateOf } from '../model/config.ts';
import { isGiven, isObject } from '../model/json.ts';
import { labelOf } from '../model/label.ts';
import { misspeltField } from '../model/misnamed-field.ts';
import type { Step } from '../model/nodes.ts';
import { operandOf } from '../model/operators.ts';
import { escapeSegment, placeOf } from '../model/place.ts';
import { createReference, pathOfReference } from '../model/references.ts';
import type {
  ConstantType,
  EmailUse,
  NamedUse,
  PropertyUse,
  ResourceUses,
  VariableUse,
} from '../model/resource-uses.ts';
import { fromOf } from '../model/sender.ts';
import { isEmail } from '../model/step-type.ts';
import {
  isProperty,
  templateVariablesOf,
  type Variable,
  variableNameOf,
} from '../model/variables.ts';
import { type Graph, oncePerGraph } from './graph.ts';
import { payloadsOf, startingEvent } from './payloads.ts';
import { conditionsIn, contactValuesIn, readsOf } from './reads.ts';

/** The resources that a workflow names. */
export const resourceUsesOf = oncePerGraph((graph): ResourceUses => {
  const emails = graph.where(isEmail).flatMap((step) => emailUseOf(step, graph) ?? []);
  const hasVariables = emails.some(({ variables }) => variables.length > 0);
  return {
    event: hasVariables ? startingEvent(graph) : undefined,
    emails,
    segments: namedIn(graph, 'segment_id'),
    topics: namedIn(graph, 'topic_id'),
    properties: propertyUsesOf(graph),
  };
});

function emailUseOf(step: Step, graph: Graph): EmailUse | undefined {
  const template = templateOf(step);
  if (template === undefined || template.id.trim() === '') return undefined;
  const subject = configField(step, 'subject');
  return {
    index: step.index,
    key: step.key,
    template: template.id,
    templateAt: pointerIn(step, ['config', ...template.path]),
    hasSubject: !isBlank(subject),
    lacksSubject: lacksAlphaSubject(step)
      ? { label: labelOf(step), isBlank: typeof subject === 'string' }
      : undefined,
    from: fromOf(step),
    variables: templateVariablesOf(step).map((each) => variableUseOf(each, graph)),
  };
}

/** The pointer of a place in a step, from the step. */
export function pointerIn(step: Step, path: readonly (string | number)[]): string {
  const { pointer } = placeOf([step, ...path]);
  return pointer.slice(`${step.workflow.pointer}/steps/${step.index}/`.length);
}

// Blank text has its own finding, and replaces the subject of the template.
const isBlank = (subject: unknown): boolean => !isGiven(subject) || subject === '';

/** Only the alpha requires a subject: a template that is given as an object may have one. */
export function lacksAlphaSubject(step: Step): boolean {
  if (isObject(step.config['template']) || !isBlank(step.config['subject'])) return false;
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

function variableUseOf({ step, key, value, holder }: Variable, graph: Graph): VariableUse {
  const reference = variableNameOf(value);
  const awaited = reference?.startsWith('wait_events.')
    ? payloadsOf(graph).read(step, createReference(step, reference, 'variable'))?.event
    : undefined;
  const constant = reference === undefined ? constantTypeOf(value) : undefined;
  // Its object has one spelling in all dialects.
  const at = `${holder.join('/')}/${escapeSegment(key)}`;
  return { key, at, constant, reference, awaited };
}

function constantTypeOf(value: unknown): ConstantType {
  if (!isGiven(value)) return 'null';
  if (Array.isArray(value)) return 'list';
  return typeof value as ConstantType;
}

const namedIn = ({ workflow }: Graph, field: 'segment_id' | 'topic_id'): readonly NamedUse[] =>
  workflow.steps.flatMap((step) => {
    const name = step.spec.fieldNames.has(field) ? configField(step, field) : undefined;
    if (typeof name !== 'string' || name.trim() === '') return [];
    return { index: step.index, key: step.key, name, at: pointerIn(step, ['config', field]) };
  });

const PREFIX = 'properties.';

function propertyUsesOf(graph: Graph): readonly PropertyUse[] {
  const useAt = (
    step: Step,
    name: string,
    path: readonly (string | number)[],
    rest: Pick<PropertyUse, 'constant' | 'how'>,
  ): PropertyUse => ({
    index: step.index,
    key: step.key,
    name,
    at: pointerIn(step, path),
    ...rest,
  });
  const read = readsOf(graph).flatMap((reference) => {
    const { step, kind, name, use } = reference;
    if (kind !== 'contact' || !name.startsWith(PREFIX) || use === 'rule') return [];
    const how = { constant: undefined, how: 'reads' } as const;
    return useAt(step, propertyIn(name), pathOfReference(reference), how);
  });
  const compared = conditionsIn(graph).flatMap(({ step, tree }) =>
    leavesOf(tree.root).flatMap(({ field, operator, value, path }) => {
      if (!field?.startsWith(`contact.${PREFIX}`)) return [];
      const takesValue = operator !== undefined && operandOf(operator) !== 'none';
      const constant = takesValue && isGiven(value) ? constantTypeOf(value) : undefined;
      const name = propertyIn(field.slice('contact.'.length));
      return useAt(step, name, [...tree.base, ...path, 'field'], { constant, how: 'compares' });
    }),
  );
  const set = contactValuesIn(graph)
    .filter(isProperty)
    .map(({ step, key, value, holder }) => {
      const isConstant = isGiven(value) && variableNameOf(value) === undefined;
      const constant = isConstant ? constantTypeOf(value) : undefined;
      return useAt(step, key, [...holder, key], { constant, how: 'sets' });
    });
  return [...read, ...compared, ...set];
}

/** `plan` of `properties.plan.name`: the content of a property is unknown. */
const propertyIn = (name: string): string => name.slice(PREFIX.length).split('.', 1)[0] as string;
