import type { AnyRule } from '../rule.ts';
import { CONFIG_SHAPE } from './shape.ts';

export function optionsSchema({ options }: AnyRule): Record<string, unknown> {
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
