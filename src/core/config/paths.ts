/** Paths with forward slashes, as text. */

/** An absolute path, from an absolute folder. */
export function resolvePath(folder: string, path: string): string {
  const segments: string[] = [];
  for (const segment of `${path.startsWith('/') ? '' : folder}/${path}`.split('/'))
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  return `/${segments.join('/')}`;
}

/** The way from an absolute folder to an absolute path. */
export function relativePath(folder: string, path: string): string {
  const from = folder.split('/').filter(Boolean);
  const to = path.split('/').filter(Boolean);
  while (from.length > 0 && from[0] === to[0]) {
    from.shift();
    to.shift();
  }
  return [...from.map(() => '..'), ...to].join('/');
}

export const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/')) || '/';
