/** A path relative to another folder; `way` is the path from there to the base of the path. */
export function rebase(path: string, way: string): string {
  if (way === '') return path;
  const segments: string[] = [];
  for (const segment of `${way}/${path}`.split('/')) {
    if (segment === '.' || segment === '') continue;
    if (segment === '..' && segments.length > 0 && segments.at(-1) !== '..') segments.pop();
    else segments.push(segment);
  }
  return segments.join('/');
}
