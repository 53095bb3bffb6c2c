import { SPELLINGS } from '../model/fields.ts';
import { type StepType, TEXT, TEXT_OR_NULL } from '../model/step-type.ts';
import { RESOURCE_TYPES } from '../resources/registry.ts';
import { STEP_TYPES } from '../steps/registry.ts';
import { configShapeName, resourceShapeName } from './validator.ts';

/**
 * JSON Schemas (draft-07) of all dialects, compiled into `shapes.generated.ts` by `npm run generate`. Keywords:
 * `type`, `required`, `pattern`, and two of our own, since `anyOf` and `if` are slower than parsing: `requireOne` needs one
 * of several fields; `requireWith` needs the fields `also` where any of the fields `any` is given. `problems.ts` has
 * a message for each.
 */
type Schema = Readonly<Record<string, unknown>>;

const oneOf = (today: string, names: readonly string[]): Schema => ({
  requireOne: [...new Set([today, ...names])],
});

const texts = (names: readonly string[]): Schema =>
  Object.fromEntries(names.map((name) => [name, TEXT]));

const timestamps = {
  created_at: TEXT,
  createdAt: TEXT,
  updated_at: TEXT_OR_NULL,
  updatedAt: TEXT_OR_NULL,
};
const fromTheService = ['created_at', 'createdAt', 'updated_at', 'updatedAt'];

const step: Schema = {
  type: 'object',
  required: ['type', 'config'],
  ...oneOf('key', SPELLINGS.step.key),
  properties: { ...texts(SPELLINGS.step.key), type: TEXT, config: { type: 'object' } },
};

const edge: Schema = {
  type: 'object',
  allOf: [oneOf('from', SPELLINGS.edge.from), oneOf('to', SPELLINGS.edge.to)],
  properties: { id: TEXT, ...texts(Object.values(SPELLINGS.edge).flat()) },
};

const workflowProperties = { object: TEXT, id: TEXT, name: TEXT, status: TEXT, ...timestamps };

// Steps name their successors: there are no edges.
const linkedStep: Schema = {
  ...step,
  properties: {
    ...(step['properties'] as Schema),
    next: TEXT_OR_NULL,
    branches: { type: ['object', 'null'], additionalProperties: TEXT_OR_NULL },
  },
};

export const SHAPES = {
  workflow: {
    type: 'object',
    required: ['name', 'steps'],
    ...oneOf('connections', ['edges']),
    // Documents of the service have an id and a status; a file for `create` may have neither.
    requireWith: { any: fromTheService, also: ['id', 'status'] },
    properties: {
      ...workflowProperties,
      steps: { type: 'array', items: step },
      edges: { type: 'array', items: edge },
      connections: { type: 'array', items: edge },
    },
  },
  workflowLinked: {
    type: 'object',
    required: ['name', 'steps'],
    properties: { ...workflowProperties, steps: { type: 'array', items: linkedStep } },
  },
  workflowSummary: {
    type: 'object',
    required: ['name'],
    requireWith: { any: ['object', ...fromTheService], also: ['id', 'status'] },
    properties: workflowProperties,
  },
  event: {
    type: 'object',
    required: ['name'],
    requireWith: { any: fromTheService, also: ['id'] },
    properties: {
      id: TEXT,
      name: TEXT,
      schema: { type: ['object', 'null'], additionalProperties: TEXT },
      ...timestamps,
    },
  },
  list: {
    type: 'object',
    required: ['data'],
    properties: {
      object: TEXT,
      has_more: { type: 'boolean' },
      hasMore: { type: 'boolean' },
      data: { type: 'array' },
    },
  },
  ...Object.fromEntries(STEP_TYPES.flatMap(configShapeOf)),
  ...Object.fromEntries(
    RESOURCE_TYPES.map(({ name, names, fields }): [string, Schema] => [
      resourceShapeName(name),
      { type: 'object', required: names.slice(0, 1), properties: fields },
    ]),
  ),
} as const satisfies Record<string, Schema>;

function configShapeOf({
  name,
  fields,
  spellings,
  requires,
}: StepType): readonly [string, Schema][] {
  const namesOf = (field: string): readonly string[] => [field, ...(spellings.get(field) ?? [])];
  const groups = requires.map((group) => oneOf(group[0] as string, group.flatMap(namesOf)));
  const properties = Object.entries(fields).flatMap(([field, { schema }]) =>
    schema === undefined ? [] : namesOf(field).map((spelling) => [spelling, schema] as const),
  );
  if (groups.length === 0 && properties.length === 0) return [];
  const shape = {
    type: 'object',
    ...(groups.length === 1 ? groups[0] : groups.length > 1 && { allOf: groups }),
    properties: Object.fromEntries(properties),
  };
  return [[configShapeName(name), shape]];
}
