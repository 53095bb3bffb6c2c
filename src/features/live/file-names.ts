import { createHash } from 'node:crypto';

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
