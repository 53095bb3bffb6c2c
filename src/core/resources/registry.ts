import { allResources } from './index.ts';
import type { ResourceType } from './resource.ts';

/** The resources of an account, in the order in which they are listed. */
export const RESOURCES: readonly ResourceType[] = [...allResources].sort(
  (a, b) => a.position - b.position,
);

/** By the key of a bundle. */
export const resourceOf = (name: string): ResourceType | undefined =>
  RESOURCES.find((type) => type.name === name);

/** By the `object` of an item. */
export const resourceOfObject = (object: unknown): ResourceType | undefined =>
  RESOURCES.find((type) => type.object === object);

/** By the name of a file: `resources/contact-properties.json`. */
export function resourceOfFile(source: string): ResourceType | undefined {
  const name = source.slice(source.lastIndexOf('/') + 1).toLowerCase();
  return RESOURCES.find(({ path }) => name === `${path}.json`);
}
