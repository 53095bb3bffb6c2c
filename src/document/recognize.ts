import { isObject, type JsonObject } from '../model/json.ts';
import { quote } from '../model/label.ts';
import type { Document } from '../model/nodes.ts';

/** What an object is by its own shape, in any dialect. */
export function kindOf(value: JsonObject): 'workflow' | 'event' | undefined {
  const { object } = value;
  if (object === 'workflow' || object === 'automation') return 'workflow';
  if (object === 'event') return 'event';
  if (Array.isArray(value['steps']) || Object.hasOwn(value, 'edges') || Object.hasOwn(value, 'connections')) return 'workflow';
  if (Object.hasOwn(value, 'steps') && Object.hasOwn(value, 'name')) return 'workflow';
  if (Object.hasOwn(value, 'name') || Object.hasOwn(value, 'id')) {
    if (isObject(value['schema']) || value['schema'] === null) return 'event';
    const dated = Object.hasOwn(value, 'created_at') || Object.hasOwn(value, 'createdAt');
    if (value['status'] === 'enabled' || value['status'] === 'disabled' || (dated && Object.hasOwn(value, 'status'))) return 'workflow';
    if (dated && Object.hasOwn(value, 'name')) return 'event';
  }
  return undefined;
}

/** Whether an object is a list envelope. */
export function isList(value: JsonObject): boolean {
  return value['object'] === 'list' || (Array.isArray(value['data']) && (Object.hasOwn(value, 'has_more') || Object.hasOwn(value, 'hasMore')));
}

/** What the items of an array are: the first that shows it decides. */
export function collectionOf(items: readonly unknown[]): 'workflows' | 'events' | undefined {
  for (const item of items) {
    const kind = isObject(item) ? kindOf(item) : undefined;
    if (kind !== undefined) return kind === 'workflow' ? 'workflows' : 'events';
  }
  return undefined;
}

/** In folders, JSON of other tools is no business of ours; text that is no JSON may still be a damaged workflow. */
export function isSomethingElse(document: Document, text: string): boolean {
  if (document.form === 'broken') return !/"(?:steps|edges|connections|event_name|object)"/.test(text);
  return document.form === 'unknown';
}

/** What is wrong with a value that is none of the forms. */
export function describeStranger(value: unknown): { readonly message: string; readonly help: string } {
  if (isObject(value) && typeof value['statusCode'] === 'number' && typeof value['message'] === 'string') {
    return { message: `this is an error of the service, not an export: ${quote(value['message'])}`, help: 'put that right, and export again' };
  }
  return { message: `this holds no workflow and no event definition, but ${contentOf(value)}`, help: EXPECTED };
}

const EXPECTED =
  'expected a workflow with "steps" and "edges" (or "connections"), an event with "name" and "schema", a list {"object":"list","data":[…]}, an array, or {"workflows":…,"events":…}';

function contentOf(value: unknown): string {
  if (Array.isArray(value)) return 'an array of other things';
  if (!isObject(value)) return `only ${typeof value === 'string' ? 'text' : typeof value === 'number' ? 'a number' : value}`;
  const keys = Object.keys(value);
  if (keys.length === 0) return 'an empty object';
  const shown = keys.slice(0, 5).map(quote).join(', ');
  return `an object with ${shown}${keys.length > 5 ? ' …' : ''}`;
}
