import type { AnyRule } from '../rule.ts';
import { CONFIG_SHAPE } from './shape.ts';

type Schema = Record<string, unknown>;

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

export function optionsSchema({ options }: AnyRule): Schema {
  const names = Object.keys(options?.schema ?? {});
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(
      names.map((name) => [name, { ...options?.schema[name], default: options?.defaults[name] }]),
    ),
  };
}

/** The schemas of a configuration and of the options of each rule. */
export function schemasToCompile(rules: readonly AnyRule[]): ReadonlyMap<string, object> {
  const withOptions = rules.filter(({ options }) => options !== undefined);
  return new Map<string, object>([
    ['config', CONFIG_SHAPE],
    ...withOptions.map((rule) => [exportName(rule.id), optionsSchema(rule)] as const),
  ]);
}

export const exportName = (rule: string): string => `options_of_${rule.replaceAll('-', '_')}`;
