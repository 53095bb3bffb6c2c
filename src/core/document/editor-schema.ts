/** JSON Schemas (draft-07) by which editors complete and check workflow and event files, in all dialects. */
import { SCHEMA_TYPES } from '../model/definitions.ts';
import { FIELDS, SPELLINGS } from '../model/fields.ts';
import { OPERATORS } from '../model/operators.ts';
import type { StepType } from '../model/step-type.ts';

type Schema = Readonly<Record<string, unknown>>;

const TEXT = { type: 'string' };
const RULE = { $ref: '#/definitions/rule' };

export function buildWorkflowSchema(types: readonly StepType[]): Schema {
  const workflow = { $ref: '#/definitions/workflow' };
  const many = listOrArray(workflow);
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: 'urn:edgewise:schemas:workflow',
    title: 'Workflows of email automation, as edgewise reads them',
    description: 'One workflow, an array, a list of the API, or a bundle of workflows and events.',
    if: { type: 'object', required: ['workflows'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { properties: { $schema: TEXT, workflows: many, events: { type: ['array', 'object'] } } },
    else: many,
    definitions: {
      workflow: workflowSchema(),
      step: stepSchema(types),
      edge: edgeSchema(types),
      rule: RULE_SCHEMA,
    },
  };
}

export function buildEventsSchema(): Schema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: 'urn:edgewise:schemas:events',
    title: 'Event definitions, as edgewise reads them',
    description: 'One event definition, an array, or a list of the API.',
    ...listOrArray({ $ref: '#/definitions/event' }),
    definitions: {
      event: {
        type: 'object',
        required: ['name'],
        properties: {
          ...textsOf(FIELDS.event, 'schema', 'updated_at', 'updatedAt'),
          object: { const: 'event' },
          schema: {
            description: 'Property of the payload → its type; null for an event without a schema.',
            type: ['object', 'null'],
            additionalProperties: { enum: SCHEMA_TYPES },
          },
        },
      },
    },
  };
}

/** An item, an array of them, or a list of the API. */
function listOrArray(item: Schema): Schema {
  const items = { type: 'array', items: item };
  const list = {
    required: ['data'],
    properties: {
      $schema: TEXT,
      object: { const: 'list' },
      has_more: { type: 'boolean' },
      data: items,
    },
  };
  const isList = {
    type: 'object',
    required: ['object'],
    properties: { object: { const: 'list' } },
  };
  // biome-ignore-start lint/suspicious/noThenProperty: a keyword of JSON Schema
  return {
    if: { type: 'array' },
    then: items,
    else: { type: 'object', if: isList, then: list, else: item },
  };
  // biome-ignore-end lint/suspicious/noThenProperty: a keyword of JSON Schema
}

/** All fields with text, except for the named ones. */
const textsOf = (fields: ReadonlySet<string>, ...others: readonly string[]): Schema =>
  Object.fromEntries(
    [...fields].filter((name) => !others.includes(name)).map((name) => [name, TEXT]),
  );

function workflowSchema(): Schema {
  const edges = { type: 'array', items: { $ref: '#/definitions/edge' } };
  return {
    type: 'object',
    properties: {
      ...textsOf(FIELDS.workflow, 'updated_at', 'updatedAt'),
      object: { enum: ['workflow', 'automation'] },
      status: { enum: ['enabled', 'disabled'] },
      steps: { type: 'array', items: { $ref: '#/definitions/step' } },
      edges,
      connections: edges,
    },
  };
}

function stepSchema(types: readonly StepType[]): Schema {
  return {
    type: 'object',
    required: ['type'],
    properties: {
      ...textsOf(new Set(SPELLINGS.step.key)),
      type: { enum: types.map(({ name }) => name) },
      config: { type: 'object' },
      next: { description: 'The next step, in files without edges.', type: ['string', 'null'] },
      branches: {
        description: 'Type of a branch → the next step, in files without edges.',
        type: ['object', 'null'],
        additionalProperties: { type: ['string', 'null'] },
      },
    },
    allOf: types.map((type) => ({
      if: { required: ['type'], properties: { type: { const: type.name } } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { properties: { config: configSchema(type) } },
    })),
  };
}

function configSchema({ caption, fields, requires, rule, spellings }: StepType): Schema {
  if (rule === 'config') return { description: caption, ...RULE };
  const namesOf = (name: string): readonly string[] => [name, ...(spellings.get(name) ?? [])];
  const properties = Object.entries(fields).flatMap(
    ([name, { schema = {}, nullIsAbsent, example }]) => {
      const own = name === rule ? RULE : schema;
      const value = nullIsAbsent ? { anyOf: [own, { type: 'null' }] } : own;
      const described =
        example === undefined ? value : { description: `Such as ${example}.`, ...value };
      return namesOf(name).map((spelling) => [spelling, described] as const);
    },
  );
  return {
    description: caption,
    properties: Object.fromEntries(properties),
    ...(requires.length > 0 && {
      allOf: requires.map((group) => ({
        anyOf: group.flatMap(namesOf).map((name) => ({ required: [name] })),
      })),
    }),
  };
}

function edgeSchema(types: readonly StepType[]): Schema {
  const { from, to, type } = SPELLINGS.edge;
  const branches = types.flatMap((each) => each.branches.map((branch) => branch.type));
  const kind = { enum: [...new Set(branches)], description: 'Without it: default.' };
  const oneOf = (names: readonly string[]) => ({
    anyOf: names.map((name) => ({ required: [name] })),
  });
  return {
    type: 'object',
    properties: {
      ...textsOf(new Set(['id', ...from, ...to])),
      ...Object.fromEntries(type.map((name) => [name, kind])),
    },
    allOf: [oneOf(from), oneOf(to)],
  };
}

const RULE_SCHEMA: Schema = {
  description: 'A comparison, or a group of rules.',
  type: 'object',
  required: ['type'],
  properties: {
    type: { enum: ['rule', 'and', 'or'] },
    field: { type: 'string', description: 'Such as event.plan or contact.email.' },
    operator: { enum: OPERATORS },
    value: {},
    rules: { type: 'array', minItems: 1, items: RULE },
  },
};
