import type { RuleFix } from '../rule.ts';
import { isObject, valueAt } from './json.ts';
import { type At, placeOf, splitPointer } from './place.ts';
import { truncate } from './text.ts';
import type { Node } from './workflow.ts';

/** One change of a document, by places of the model: document/edit.ts makes text edits of it. */
export type Edit =
  | { readonly kind: 'write'; readonly at: At; readonly value: unknown }
  /** Renames the last field of the path. */
  | { readonly kind: 'rename'; readonly at: At; readonly name: string }
  | { readonly kind: 'remove'; readonly at: At };

type Fixes = readonly RuleFix[];

/** Replaces the value at a place. Nothing without a value, or where there is none to replace. */
export function writeFix(at: At, value: unknown, safety: RuleFix['safety'] = 'safe'): Fixes {
  if (value === undefined || placeOf(at).isMissing) return [];
  const title = `replace with ${truncate(JSON.stringify(value), 61)}`;
  return [{ title, safety, edits: [{ kind: 'write', at, value }] }];
}

/** Renames the last field of a path, unless its object has the new name. */
export function renameFix(
  at: readonly [Node, ...(string | number)[]],
  name: string | undefined,
  safety: RuleFix['safety'] = 'safe',
): Fixes {
  const { isMissing, pointer, document } = placeOf(at);
  if (name === undefined || isMissing) return [];
  const holder = valueAt(document.value, splitPointer(pointer).slice(0, -1));
  if (!isObject(holder) || Object.hasOwn(holder, name)) return [];
  const title = `rename to ${truncate(JSON.stringify(name), 61)}`;
  return [{ title, safety, edits: [{ kind: 'rename', at, name }] }];
}

export const removeFix = (
  at: At,
  title = 'remove it',
  safety: RuleFix['safety'] = 'unsafe',
): Fixes => (placeOf(at).isMissing ? [] : [{ title, safety, edits: [{ kind: 'remove', at }] }]);
