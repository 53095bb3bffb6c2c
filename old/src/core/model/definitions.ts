import { nearest } from './nearest.ts';
import type { EventDefinition } from './nodes.ts';
import { namesMeant } from './text.ts';

export interface Definitions {
  add(definition: EventDefinition): void;
  /**
   * The first definition of a name. Of several with one name any may apply: the schema has all their properties,
   * each with its type where they agree, and is `null` where one of them has none.
   */
  get(name: string): EventDefinition | undefined;
  /** One of each name. */
  all(): readonly EventDefinition[];
}

export function createDefinitions(): Definitions {
  const byName = new Map<string, EventDefinition>();
  const united = new Map<string, Map<string, string | undefined>>();
  return {
    add(definition) {
      const { name, schema } = definition;
      if (name === undefined) return;
      const first = byName.get(name);
      if (first === undefined) byName.set(name, definition);
      else if (first.schema === null || schema === null)
        byName.set(name, { ...first, schema: null });
      else {
        const own = united.get(name) ?? new Map(first.schema);
        united.set(name, own);
        for (const [property, type] of schema)
          own.set(property, !own.has(property) || own.get(property) === type ? type : undefined);
        byName.set(name, { ...first, schema: own });
      }
    },
    get: (name) => byName.get(name),
    all: () => [...byName.values()],
  };
}

export function isSameSchema(
  { schema: a }: EventDefinition,
  { schema: b }: EventDefinition,
): boolean {
  if (a === null || b === null) return a === b;
  return a.size === b.size && [...a].every(([property, type]) => b.get(property) === type);
}

/** "order.total" is valid if the schema has "order": the schema does not describe nested properties. */
export function allowsProperty(schema: ReadonlyMap<string, unknown>, property: string): boolean {
  if (schema.has(property)) return true;
  for (let dot = property.indexOf('.'); dot !== -1; dot = property.indexOf('.', dot + 1))
    if (schema.has(property.slice(0, dot))) return true;
  return false;
}

/** The types that a property of an event's schema can have. */
export const SCHEMA_TYPES: readonly string[] = ['string', 'number', 'boolean', 'date'];

// Their names in other languages and schemas.
const TYPES_MEANT = namesMeant({
  string: 'text str varchar email url uuid enum',
  number: 'int integer float double decimal bigint numeric',
  boolean: 'bool',
  date: 'datetime date-time timestamp time',
});

/** The type that an unknown one most likely means. */
export const schemaTypeMeant = (type: string, known: readonly string[] = []): string | undefined =>
  TYPES_MEANT.get(type.toLowerCase()) ?? nearest(type, [...SCHEMA_TYPES, ...known]);
