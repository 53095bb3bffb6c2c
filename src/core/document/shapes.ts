/** JSON Schemas (draft-07) of nodes in today's words; `npm run generate` compiles them. */
import { NAMED, TEXT } from '../model/step-type.ts';
import { RESOURCES } from '../resources/registry.ts';
import { STEP_TYPES } from '../steps/registry.ts';

type Schema = Readonly<Record<string, unknown>>;

const NAMES = { id: TEXT, name: NAMED, status: TEXT };
const GRAPH = { ...NAMES, steps: { type: 'array' }, edges: { type: 'array' } };

export const SHAPES: Readonly<Record<string, Schema>> = {
  workflow: { type: 'object', required: ['name', 'steps', 'edges'], properties: GRAPH },
  /** A body for update has no name. */
  update: { type: 'object', required: ['steps', 'edges'], properties: GRAPH },
  summary: { type: 'object', required: ['name'], properties: NAMES },
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
    properties: {
      ...{ id: TEXT, name: TEXT },
      schema: { type: ['object', 'null'], additionalProperties: TEXT },
    },
  },
  list: {
    type: 'object',
    required: ['data'],
    properties: { has_more: { type: 'boolean' }, data: { type: 'array' } },
  },
  ...Object.fromEntries(
    STEP_TYPES.map(({ name, fields }) => [
      `config_${name}`,
      {
        type: 'object',
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
