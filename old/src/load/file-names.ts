import { createHash } from 'node:crypto';

const UUID = /^[0-9a-f]{8}(?=(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$)/i;

/**
 * A file name for a workflow: its name in plain letters, and enough of its id to be unique. It has no special
 * meaning on any system: no separators, no dots at the start, no reserved names.
 */
export function fileNameOf(name: string | undefined, id: string): string {
  return `${slugOf(name ?? '')}-${shortId(id)}.json`;
}

/** A longer one, if the short one is taken. */
export function longFileNameOf(name: string | undefined, id: string): string {
  return `${slugOf(name ?? '')}-${hashOf(id, 16)}.json`;
}

function slugOf(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const slug = plain
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-|-$/g, '');
  return slug === '' ? 'workflow' : slug;
}

function shortId(id: string): string {
  const uuid = UUID.exec(id)?.[0];
  if (uuid !== undefined) return uuid.toLowerCase();
  // Only lower case, since some file systems treat `A` and `a` as equal.
  return /^[a-z0-9_-]{1,24}$/.test(id) ? id : hashOf(id, 8);
}

const hashOf = (id: string, length: number): string =>
  createHash('sha256').update(id).digest('hex').slice(0, length);
