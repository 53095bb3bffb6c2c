/**
 * The contract of a resource: a collection beside workflows and events, such as templates. A file of `core/resources` exports
 * one value by `defineResource({ … })`; `npm run generate` puts it into the list there.
 */
import type { JsonObject } from './json.ts';
import type { Place, ResourceItem, Step } from './nodes.ts';
import type { Reference } from './references.ts';
import type { ResourceUses } from './resource-uses.ts';

/** JSON Schema (draft-07) of one field, as in a step type. */
type FieldSchema = Readonly<Record<string, unknown>>;

export interface ResourceType<T extends object = object> {
  /** The key of a bundle, and the name in `--resources`: `contact_properties`. */
  readonly name: string;
  /** The file of `pull` and the path of the read API: `contact-properties`. */
  readonly path: string;
  /** `object` of a single item. */
  readonly object: string;
  /** In messages. */
  readonly noun: string;
  readonly plural: string;
  /** Its position in printed lists, in ascending order. */
  readonly position: number;
  /** The fields by which workflows and rules name an item. Every item has the first one. */
  readonly names: readonly [string & keyof T, ...(string & keyof T)[]];
  /** The types of the fields that are read. */
  readonly fields: Readonly<Record<string, FieldSchema>>;
  /**
   * The stored form of an item: its fields in the spelling of the service, without those of a wrong type. Plain data; storing
   * it again does not change it.
   */
  keep(raw: JsonObject): T;
  /** Fields that items of a list lack. */
  readonly details?: readonly string[];
  /** Whether the item has the fields that lists lack. Items that workflows use are fetched one by one. */
  isWhole?(item: T): boolean;
  /** The names by which a workflow uses items. */
  usedBy(uses: ResourceUses): readonly string[];
  /** Whether a workflow uses items at all, even indirectly, such as the sender of a template. It is called for every workflow. */
  isUsedBy(steps: readonly Step[], references: () => readonly Reference[]): boolean;
}

export function defineResource<T extends object>(
  type: Omit<ResourceType<T>, 'path'>,
): ResourceType<T> {
  return { ...type, path: type.name.replaceAll('_', '-') };
}

/** The place of an item, or of one of its fields. */
export const placeOfResource = (
  { document, pointer }: Pick<ResourceItem, 'document' | 'pointer'>,
  field: string,
): Place => ({
  document,
  pointer: `${pointer}/${field}`,
  subject: {},
});

/** All names of an item. */
export function namesOfResource<T extends object>(
  { names }: Pick<ResourceType<T>, 'names'>,
  value: T,
): readonly string[] {
  return names.flatMap((field) => {
    const name = value[field];
    return typeof name === 'string' && name !== '' ? [name] : [];
  });
}

/** A text, `null`, or `undefined` for anything else. */
export const textOrNull = (value: unknown): string | null | undefined =>
  value === null || typeof value === 'string' ? value : undefined;

/** Without fields that are `undefined`. */
export function compact<T extends object>(value: { readonly [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(
    Object.entries(value).filter(([, field]) => field !== undefined),
  ) as unknown as T;
}
