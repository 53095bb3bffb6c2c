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
  contactValuesOf,
  isProperty,
  templateVariablesOf,
  type Variable,
  variableNameOf,
} from '../model/variables.ts';
import { type Graph, oncePerGraph } from './graph.ts';
import { payloadsOf, startingEvent } from './payloads.ts';
import { conditionsIn, readsOf } from './reads.ts';

const NONE: readonly never[] = [];

/** The resources that a workflow names. */
export const resourceUsesOf = oncePerGraph((graph): ResourceUses => {
  const emails: EmailUse[] = [];
  const segments: NamedUse[] = [];
  const topics: NamedUse[] = [];
  let hasVariables = false;
  for (const step of graph.workflow.steps) {
    if (isEmail(step)) {
      const email = emailUseOf(step, graph);
      if (email !== undefined) emails.push(email);
      if (email !== undefined && email.variables.length > 0) hasVariables = true;
    }
    const { fieldNames } = step.spec;
    if (fieldNames.has('segment_id')) addNamed(step, 'segment_id', segments);
    if (fieldNames.has('topic_id')) addNamed(step, 'topic_id', topics);
  }
  const event = hasVariables ? startingEvent(graph) : undefined;
  return { event, emails, segments, topics, properties: propertyUsesOf(graph) };
});

function emailUseOf(step: Step, graph: Graph): EmailUse | undefined {
  const template = templateOf(step);
  if (template === undefined || template.id.trim() === '') return undefined;
  const subject = configField(step, 'subject');
  const variables = templateVariablesOf(step);
  return {
    index: step.index,
    key: step.key,
    template: template.id,
    templateAt: pointerOfTemplate(step, template.path),
    hasSubject: !isBlank(subject),
    lacksSubject: lacksAlphaSubject(step)
      ? { label: labelOf(step), isBlank: typeof subject === 'string' }
      : undefined,
    from: fromOf(step),
    variables: variables.length === 0 ? NONE : variables.map((each) => variableUseOf(each, graph)),
  };
}

/** The pointer of a field, from its step. */
function below(step: Step, path: readonly (string | number)[]): string {
  const { pointer } = placeOf([step, ...path]);
  return pointer.slice(`${step.workflow.pointer}/steps/${step.index}/`.length);
}

/** The pointer of a template id, from its step. */
export const pointerOfTemplate = (step: Step, [field = '', part]: readonly string[]): string =>
  part === undefined ? pointerOfField(step, field) : 'config/template/id';

const pointerOfField = (step: Step, field: string): string =>
  Object.hasOwn(step.config, field) ? `config/${field}` : below(step, ['config', field]);

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

function addNamed(step: Step, field: 'segment_id' | 'topic_id', into: NamedUse[]): void {
  const name = configField(step, field);
  if (typeof name !== 'string' || name.trim() === '') return;
  into.push({ index: step.index, key: step.key, name, at: pointerOfField(step, field) });
}

const PREFIX = 'properties.';

function propertyUsesOf(graph: Graph): readonly PropertyUse[] {
  let uses: PropertyUse[] | undefined;
  const add = (
    step: Step,
    name: string,
    path: readonly (string | number)[],
    rest: Pick<PropertyUse, 'constant' | 'how'>,
  ): void => {
    uses ??= [];
    uses.push({ index: step.index, key: step.key, name, at: below(step, path), ...rest });
  };
  let isCompared = false;
  for (const reference of readsOf(graph)) {
    const { step, kind, name, use } = reference;
    if (kind !== 'contact' || !name.startsWith(PREFIX)) continue;
    if (use === 'rule') isCompared = true;
    else
      add(step, propertyIn(name), pathOfReference(reference), {
        constant: undefined,
        how: 'reads',
      });
  }
  for (const { step, tree } of isCompared ? conditionsIn(graph) : NONE) {
    for (const { field, operator, value, path } of leavesOf(tree.root)) {
      if (!field?.startsWith(`contact.${PREFIX}`)) continue;
      const takesValue = operator !== undefined && operandOf(operator) !== 'none';
      add(step, propertyIn(field.slice('contact.'.length)), [...tree.base, ...path, 'field'], {
        constant: takesValue && isGiven(value) ? constantTypeOf(value) : undefined,
        how: 'compares',
      });
    }
  }
  for (const step of graph.workflow.steps)
    for (const variable of contactValuesOf(step)) {
      if (!isProperty(variable)) continue;
      const { key, value, holder } = variable;
      const isConstant = isGiven(value) && variableNameOf(value) === undefined;
      const constant = isConstant ? constantTypeOf(value) : undefined;
      add(step, key, [...holder, key], { constant, how: 'sets' });
    }
  return uses ?? NONE;
}

/** `plan` of `properties.plan.name`: the content of a property is unknown. */
const propertyIn = (name: string): string => name.slice(PREFIX.length).split('.', 1)[0] as string;
