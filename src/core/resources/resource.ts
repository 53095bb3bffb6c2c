/**
 * The contract of a resource: a collection beside workflows and events, such as templates. A file
 * of `core/resources` exports one value by `defineResource({ … })`; `npm run generate` puts it into
 * the list there.
 */
import type { FieldSchema } from '../model/step-type.ts';

/** @template T an item, with the fields that edgewise reads. */
export interface ResourceType<T extends object = object> {
  /** The key of a bundle: `contact_properties`. */
  readonly name: string;
  /** The file of `pull` and the path of the API: `contact-properties`. */
  readonly path: string;
  /** `object` of a single item. */
  readonly object: string;
  /** In messages. */
  readonly noun: string;
  readonly plural: string;
  /** Its position in printed lists. */
  readonly position: number;
  /** The fields by which workflows name an item. Every item has the first one. */
  readonly names: readonly (string & keyof T)[];
  /** The fields that are read: a JSON Schema (draft-07) of each. */
  readonly fields: Readonly<Record<string & keyof T, FieldSchema>>;
  /** Fields that items of a list lack. */
  readonly details: readonly (string & keyof T)[];
}

export interface Named {
  readonly id?: string;
  readonly name?: string | null;
}

type Definition<T extends object> = Omit<ResourceType<T>, 'path' | 'plural' | 'details'> &
  Partial<Pick<ResourceType<T>, 'plural' | 'details'>>;

export const defineResource = <T extends object>(type: Definition<T>): ResourceType<T> => ({
  plural: `${type.noun}s`,
  details: [],
  ...type,
  path: type.name.replaceAll('_', '-'),
});
