/** A path relative to another folder; `basePath` is the path from there to the base of the path. */
export function rebase(path: string, basePath: string): string {
  if (basePath === '') return path;
  const segments: string[] = [];
  for (const segment of `${basePath}/${path}`.split('/')) {
    if (segment === '.' || segment === '') continue;
    if (segment === '..' && segments.length > 0 && segments.at(-1) !== '..') segments.pop();
    else segments.push(segment);
  }
  return segments.join('/');
}
