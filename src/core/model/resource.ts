/**
 * The contract of a resource: a collection beside workflows and events, such as templates. A file of `core/resources` exports
 * one value by `defineResource({ … })`; `npm run generate` puts it into the list there.
 */
import type { JsonObject } from './json.ts';
import type { DocumentRef, Place, Step } from './nodes.ts';
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
  /** Its place in lists that people read: the smallest first. */
  readonly position: number;
  /** A sample of what happened in the account, read only by `--audit` with this word. */
  readonly audit?: string;
  /** The fields that workflows and rules name an item by, the first of which every item has. */
  readonly names: readonly (keyof T & string)[];
  /** The fields that an item must have, and the types of those that are read. */
  readonly required: readonly string[];
  readonly fields: Readonly<Record<string, FieldSchema>>;
  /**
   * What is kept of an item: its fields as the service calls them, without those of a wrong type. It is plain data, and what is
   * kept of that is the same again.
   */
  keep(raw: JsonObject): T;
  /** Fields that items of a list lack. */
  readonly details?: readonly string[];
  /** What `serve` answers for fields that are not kept, where clients need them. */
  readonly served?: JsonObject;
  /** Items of a list lack fields: whether this one has them. Those that workflows use are fetched one by one. */
  isWhole?(item: T): boolean;
  /** The names by which a workflow uses items. */
  usedBy(uses: ResourceUses): readonly string[];
  /** Whether a workflow uses items at all, even indirectly, such as the sender of a template. It is called for every workflow. */
  isUsedBy(steps: readonly Step[], references: () => readonly Reference[]): boolean;
}

export function defineResource<T extends object>(type: ResourceType<T>): ResourceType<T> {
  return type;
}

/** One item of a resource. */
export interface ResourceItem<T extends object = object> {
  /** The name of its type. */
  readonly of: string;
  readonly document: DocumentRef;
  readonly pointer: string;
  readonly value: T;
}

/** The place of an item, or of one of its fields. */
export const placeOfResource = (
  { document, pointer }: Pick<ResourceItem, 'document' | 'pointer'>,
  field?: string,
): Place => ({
  document,
  pointer: field === undefined ? pointer : `${pointer}/${field}`,
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
