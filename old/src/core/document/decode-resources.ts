import { isObject, type JsonObject } from '../model/json.ts';
import { quote } from '../model/label.ts';
import type { ResourceItem } from '../model/nodes.ts';
import { describeValue } from '../model/operators.ts';
import { namesOfResource, type ResourceType } from '../model/resource.ts';
import { RESOURCE_TYPES, resourceOfFile, resourceTypeOf } from '../resources/registry.ts';
import { addProblems, type DecodeState } from './decode-state.ts';
import * as shapes from './shapes.generated.ts';
import { resourceShapeName, type Validator } from './validator.ts';

/** The resource that the `object` of an item names. */
export function resourceOfItem(value: unknown): ResourceType | undefined {
  const object = isObject(value) ? value['object'] : undefined;
  return typeof object === 'string' ? BY_OBJECT.get(object) : undefined;
}

const BY_OBJECT = new Map(RESOURCE_TYPES.map((type) => [type.object, type]));

/**
 * The resource of a list: by the `object` of an item, by the expected type, or by the name of its file, since items
 * of lists often have no `object`.
 */
export function resourceOfList(
  items: readonly unknown[],
  source: string,
  assume: string | undefined,
): ResourceType | undefined {
  for (const item of items) {
    const type = resourceOfItem(item);
    if (type !== undefined) return type;
  }
  if (assume !== undefined) return resourceTypeOf(assume);
  return items.some(isSomethingElse) ? undefined : resourceOfFile(source);
}

const FIELDS_OF_OTHERS = ['object', 'steps', 'edges', 'connections', 'schema'];

const isSomethingElse = (item: unknown): boolean =>
  !isObject(item) || FIELDS_OF_OTHERS.some((field) => Object.hasOwn(item, field));

/** Whether the value under a key of a bundle is a collection of this resource. */
export function isResourceCollection(type: ResourceType, value: unknown): boolean {
  if (isObject(value)) return value['object'] === 'list' && Array.isArray(value['data']);
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((item) => isObject(item) && Object.hasOwn(item, type.names[0]))
  );
}

export function decodeResources(
  items: readonly unknown[],
  pointer: string,
  type: ResourceType,
  state: DecodeState,
): void {
  for (const [i, item] of items.entries()) {
    const at = `${pointer}/${i}`;
    if (isObject(item)) decodeResource(item, at, type, state);
    else {
      state.problems.push({
        rule: 'invalid-shape',
        place: { document: state.ref, pointer: at, subject: {} },
        message: `expected a ${type.noun} here, found ${describeValue(item)}`,
        field: type.name,
      });
    }
  }
}

export function decodeResource(
  raw: JsonObject,
  pointer: string,
  type: ResourceType,
  state: DecodeState,
): void {
  const value = type.keep(raw);
  const item: ResourceItem = { of: type.name, document: state.ref, pointer, value };
  const shape = (shapes as Readonly<Record<string, Validator>>)[resourceShapeName(type.name)];
  const isReadable = shape === undefined || shape(raw);
  state.resources.push(isReadable ? item : { ...item, isFaulty: true });
  if (isReadable) return;
  const [name] = namesOfResource(type, value);
  const label = name === undefined ? `this ${type.noun}` : `${type.noun} ${quote(name)}`;
  const labelOf = ([field, index]: readonly string[]): string =>
    index === undefined
      ? label
      : `item ${Number(index) + 1} of ${quote(field as string)} in ${label}`;
  addProblems({ shape, raw, pointer }, { label: labelOf, subject: () => ({}) }, state);
}
