/** JSON Schemas (draft-07) by which editors complete and check configurations, and workflow and event files in all dialects. */
import { optionsSchema } from '../src/core/config/schema.ts';
import { CONFIG_SHAPE } from '../src/core/config/shape.ts';
import { SCHEMA_TYPES } from '../src/core/model/definitions.ts';
import { FIELDS, SPELLINGS } from '../src/core/model/fields.ts';
import { OPERATORS } from '../src/core/model/operators.ts';
import type { StepType } from '../src/core/model/step-type.ts';
import type { AnyRule } from '../src/core/rule.ts';

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

const SEVERITY = { enum: ['error', 'warning', 'info', 'off'] };

const OF_PLUGIN =
  'A rule of a plugin, which --plugin names on the command line: a severity, or [severity, options].';

/** The published schema: editors complete rules and options from it. */
export function buildConfigSchema(rules: readonly AnyRule[]): Schema {
  const { properties, ...rest } = CONFIG_SHAPE;
  const rulesSchema = (description: unknown): Schema => ({
    description,
    $ref: '#/definitions/rules',
  });
  const override = properties.overrides.items as { properties: Record<string, Schema> };
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: 'urn:edgewise:schemas:config',
    ...rest,
    properties: {
      ...properties,
      rules: rulesSchema(properties.rules['description']),
      overrides: {
        ...properties.overrides,
        items: {
          ...override,
          properties: {
            ...override.properties,
            rules: rulesSchema(override.properties['rules']?.['description']),
          },
        },
      },
    },
    definitions: {
      rules: {
        type: 'object',
        additionalProperties: false,
        properties: Object.fromEntries(rules.map((rule) => [rule.id, ruleSchema(rule)])),
        patternProperties: { '/': entrySchema(OF_PLUGIN, { type: 'object' }) },
      },
      severity: {
        description: 'How bad a finding of the rule is; off: the rule does not run.',
        ...SEVERITY,
      },
    },
  };
}

function ruleSchema(rule: AnyRule): Schema {
  const { summary, severity, preset, options } = rule;
  const usual = `${severity}${preset === 'off' ? ', and off' : `, preset ${preset}`}`;
  return entrySchema(
    `${summary} By default: ${usual}.`,
    options === undefined ? undefined : optionsSchema(rule),
  );
}

function entrySchema(description: string, options?: Schema): Schema {
  const severity = { $ref: '#/definitions/severity' };
  const items = options === undefined ? [severity] : [severity, options];
  return {
    description,
    anyOf: [severity, { type: 'array', items, minItems: 1, additionalItems: false }],
  };
}
