import type { ResourceType } from '../model/resource.ts';
import { allResources } from './index.ts';

/** The resources of an account, in display order. */
export const RESOURCE_TYPES: readonly ResourceType[] = [...allResources].sort(
  (a, b) => a.position - b.position,
);

const BY_NAME: ReadonlyMap<string, ResourceType> = new Map(
  RESOURCE_TYPES.map((type) => [type.name, type]),
);

/** By the key of a bundle. */
export const resourceTypeOf = (name: string): ResourceType | undefined => BY_NAME.get(name);

/** By the name of a file: `resources/contact-properties.json`. */
export function resourceOfFile(source: string): ResourceType | undefined {
  const name = source.slice(source.lastIndexOf('/') + 1).toLowerCase();
  return RESOURCE_TYPES.find(({ path }) => name === `${path}.json` || name === `${path}.json.gz`);
}
