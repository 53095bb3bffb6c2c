/** Paths with forward slashes, as text: a configuration is read in a browser too. */

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
  const [from, to] = [folder, path].map((each) => each.split('/').filter(Boolean)) as [
    string[],
    string[],
  ];
  const shared = from.findIndex((segment, i) => segment !== to[i]);
  const common = shared === -1 ? from.length : shared;
  return [...from.slice(common).map(() => '..'), ...to.slice(common)].join('/');
}

export const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/')) || '/';
