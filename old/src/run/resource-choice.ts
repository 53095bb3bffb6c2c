import { resourcesReadBy } from '../core/lint/completeness.ts';
import { RESOURCE_TYPES } from '../core/resources/registry.ts';
import type { AnyRule } from '../core/rule.ts';
import { oneOf } from './user-error.ts';

/** Which resources of an account to read. */
export interface ResourceChoice {
  /** In a bundle. */
  readonly names: readonly string[];
  /** Only those that the workflows use. */
  readonly onlyUsed: boolean;
}

const KEYWORDS = ['all', 'none'];

/**
 * The value of `--resources`: `all`, `none`, or names separated by commas, as in files or in bundles.
 * @param otherwise the choice without the flag.
 */
export function chooseResources(
  given: string | undefined,
  otherwise: ResourceChoice,
): ResourceChoice {
  if (given === undefined) return otherwise;
  if (given === 'none') return { names: [], onlyUsed: false };
  if (given === 'all') return ALL_RESOURCES;
  const paths = RESOURCE_TYPES.map(({ path }) => path);
  const asked = given
    .split(',')
    .map((word) => oneOf('resource', word.trim().replaceAll('_', '-'), [...paths, ...KEYWORDS]));
  const names = RESOURCE_TYPES.filter(({ path }) => asked.includes(path)).map(({ name }) => name);
  return { names, onlyUsed: false };
}

export const ALL_RESOURCES: ResourceChoice = {
  names: RESOURCE_TYPES.map(({ name }) => name),
  onlyUsed: false,
};

/** The resources that rules read, if workflows use them. */
export const neededBy = (
  rules: readonly { readonly rule: AnyRule }[],
  others: readonly string[] = [],
): ResourceChoice => ({
  names: [...new Set([...rules.flatMap(({ rule }) => resourcesReadBy(rule)), ...others])].filter(
    (name) => RESOURCE_TYPES.some((type) => type.name === name),
  ),
  onlyUsed: true,
});

/** The requests, in one line. */
export function describeRequests(events: boolean, { names, onlyUsed }: ResourceChoice): string {
  const condition = onlyUsed ? ' (if used)' : '';
  const paths = [
    '/workflows or /automations',
    '/automations/{id} of each',
    ...(events ? ['/events'] : []),
    ...RESOURCE_TYPES.filter(({ name }) => names.includes(name)).flatMap(({ path, isWhole }) => [
      `/${path}${condition}`,
      ...(isWhole === undefined ? [] : [`/${path}/{id} of each that is used`]),
    ]),
  ];
  return `requests: GET ${paths.join(', ')}\n`;
}
