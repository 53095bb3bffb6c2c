/** Paths with forward slashes, as text. */

/** An absolute path, from an absolute folder. */
export function resolvePath(folder: string, path: string): string {
  const segments: string[] = [];
  for (const segment of `${path.startsWith('/') ? '' : folder}/${path}`.split('/'))
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  return `/${segments.join('/')}`;
}

export const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/')) || '/';
