import { describeKind, isObject, type JsonObject } from '../model/json.ts';
import { quote } from '../model/label.ts';
import type { Document } from '../model/nodes.ts';

export function kindOf(value: JsonObject): 'workflow' | 'event' | undefined {
  const { object } = value;
  if (object === 'workflow' || object === 'automation') return 'workflow';
  if (object === 'event') return 'event';
  if (
    Array.isArray(value['steps']) ||
    Object.hasOwn(value, 'edges') ||
    Object.hasOwn(value, 'connections')
  )
    return 'workflow';
  if (Object.hasOwn(value, 'steps') && Object.hasOwn(value, 'name')) return 'workflow';
  if (Object.hasOwn(value, 'name') || Object.hasOwn(value, 'id')) {
    if (isObject(value['schema']) || value['schema'] === null) return 'event';
    const dated = Object.hasOwn(value, 'created_at') || Object.hasOwn(value, 'createdAt');
    if (
      value['status'] === 'enabled' ||
      value['status'] === 'disabled' ||
      (dated && Object.hasOwn(value, 'status'))
    )
      return 'workflow';
    if (dated && Object.hasOwn(value, 'name')) return 'event';
  }
  return undefined;
}

export function isList(value: JsonObject): boolean {
  return (
    value['object'] === 'list' ||
    (Array.isArray(value['data']) &&
      (Object.hasOwn(value, 'has_more') || Object.hasOwn(value, 'hasMore')))
  );
}

/** The kind of the first item that has one. */
export function collectionOf(items: readonly unknown[]): 'workflows' | 'events' | undefined {
  for (const item of items) {
    const kind = isObject(item) ? kindOf(item) : undefined;
    if (kind !== undefined) return kind === 'workflow' ? 'workflows' : 'events';
  }
  return undefined;
}

/** In folders, JSON of other tools is skipped. Invalid JSON may be a damaged workflow. */
export function isSomethingElse(document: Document, text: string): boolean {
  if (document.form === 'broken')
    return !/"(?:steps|edges|connections|event_name|object)"/.test(text);
  return document.form === 'unknown';
}

/** The fault of a value in an unknown form. */
export function describeUnrecognized(value: unknown): {
  readonly message: string;
  readonly help: string;
} {
  if (
    isObject(value) &&
    typeof value['statusCode'] === 'number' &&
    typeof value['message'] === 'string'
  ) {
    return {
      message: `file contains an error response of the service: ${quote(value['message'])}`,
      help: 'correct the error, and export again',
    };
  }
  return {
    message: `expected workflows or event definitions, found ${contentOf(value)}`,
    help: EXPECTED,
  };
}

const EXPECTED =
  'expected a workflow with "steps" and "connections", an event with "name" and "schema", a list {"object":"list","data":[…]}, an array, or {"workflows":…,"events":…}';

function contentOf(value: unknown): string {
  if (Array.isArray(value)) return 'an array of other values';
  if (!isObject(value)) return describeKind(value);
  const keys = Object.keys(value);
  if (keys.length === 0) return 'an empty object';
  const shown = keys.slice(0, 5).map(quote).join(', ');
  return `an object with ${shown}${keys.length > 5 ? ' …' : ''}`;
}
