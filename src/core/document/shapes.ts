/**
 * JSON Schemas (draft-07) of nodes in today's words; `npm run generate` compiles them. Fields that
 * the service gives to everything it made (`created_at`) show that the others must be there too.
 */
import { TEXT, TEXT_OR_NULL } from '../model/step-type.ts';
import { RESOURCES } from '../resources/registry.ts';
import { STEP_TYPES } from '../steps/registry.ts';

type Schema = Readonly<Record<string, unknown>>;

const TIMES = { created_at: TEXT, updated_at: TEXT_OR_NULL };
const NAMES = { object: TEXT, id: TEXT, name: TEXT, status: TEXT, ...TIMES };
const OF_SERVICE = ['created_at', 'updated_at'];
const requiredWith = (fields: readonly string[], required: readonly string[]): Schema => ({
  dependencies: Object.fromEntries(fields.map((field) => [field, required])),
});

export const SHAPES: Readonly<Record<string, Schema>> = {
  workflow: {
    type: 'object',
    required: ['name', 'steps', 'edges'],
    ...requiredWith(OF_SERVICE, ['id', 'status']),
    properties: { ...NAMES, steps: { type: 'array' }, edges: { type: 'array' } },
  },
  /** A body for update has no name. */
  update: {
    type: 'object',
    required: ['steps', 'edges'],
    properties: { ...NAMES, steps: { type: 'array' }, edges: { type: 'array' } },
  },
  summary: {
    type: 'object',
    required: ['name'],
    ...requiredWith(['object', ...OF_SERVICE], ['id', 'status']),
    properties: NAMES,
  },
  step: {
    type: 'object',
    required: ['key', 'type', 'config'],
    properties: { key: TEXT, type: TEXT, config: { type: 'object' } },
  },
  edge: {
    type: 'object',
    required: ['from', 'to'],
    properties: { id: TEXT, from: TEXT, to: TEXT, type: TEXT },
  },
  event: {
    type: 'object',
    required: ['name'],
    ...requiredWith(OF_SERVICE, ['id']),
    properties: {
      ...{ id: TEXT, name: TEXT, ...TIMES },
      schema: { type: ['object', 'null'], additionalProperties: TEXT },
    },
  },
  list: {
    type: 'object',
    required: ['data'],
    properties: { object: TEXT, has_more: { type: 'boolean' }, data: { type: 'array' } },
  },
  ...Object.fromEntries(
    STEP_TYPES.map(({ name, fields, requires }) => [
      `config_${name}`,
      {
        type: 'object',
        ...(requires.length > 0 && {
          allOf: requires.map((group) => ({
            anyOf: group.map((field) => ({ required: [field] })),
          })),
        }),
        properties: Object.fromEntries(
          [...fields].flatMap(([field, { schema }]) =>
            schema === undefined ? [] : [[field, schema]],
          ),
        ),
      },
    ]),
  ),
  ...Object.fromEntries(
    RESOURCES.map(({ name, names, fields }) => [
      `item_${name}`,
      { type: 'object', required: names.slice(0, 1), properties: fields },
    ]),
  ),
};
