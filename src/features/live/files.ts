/** The names and texts of the files of an account. */
import { createHash } from 'node:crypto';
import { compareText } from '../../core/lint/order.ts';
import { isObject } from '../../core/model/json.ts';
import { resourceOf } from '../../core/resources/registry.ts';

/**
 * The file of a workflow: its name in plain letters, and enough of its id to be unique. Without
 * separators, a dot at its start or a name that a system reserves.
 * @param isLong where the short one is taken.
 */
export const fileNameOf = (name: string, id: string, isLong = false): string =>
  `${slugOf(name)}-${isLong ? hashOf(id).slice(0, 16) : shortId(id)}.json`;

function slugOf(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const slug = plain.replace(/[^a-z0-9]+/g, '-').slice(0, 60);
  return slug.replace(/^-|-$/g, '') || 'workflow';
}

function shortId(id: string): string {
  const uuid = /^([0-9a-f]{8})(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.exec(id)?.[1];
  if (uuid !== undefined) return uuid.toLowerCase();
  // Some file systems take `A` and `a` for one letter.
  return /^[a-z0-9_-]{1,24}$/.test(id) ? id : hashOf(id).slice(0, 8);
}

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The file of a list. */
export const listFile = (of: string): string => {
  const type = resourceOf(of);
  return type === undefined ? `${of}.json` : `resources/${type.path}.json`;
};

/** These first, the others by name. */
const FIRST = (
  'object has_more id key ref name status type created_at updated_at from from_step_id to ' +
  'to_step_id edge_type event_name template template_id subject field operator value data ' +
  'config steps edges connections'
).split(' ');
const RANKS: ReadonlyMap<string, number> = new Map(FIRST.map((name, rank) => [name, rank]));

/** Indented, with keys in a fixed order, so that a diff shows what has changed. */
export function printStable(value: unknown): string {
  const rankOf = (name: string): number => RANKS.get(name) ?? FIRST.length;
  const sort = (_name: string, each: unknown): unknown =>
    isObject(each)
      ? Object.fromEntries(
          Object.entries(each).sort(([a], [b]) => rankOf(a) - rankOf(b) || compareText(a, b)),
        )
      : each;
  return `${JSON.stringify(value, sort, 2)}
`;
}
