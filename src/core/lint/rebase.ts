/** A path relative to another folder; `way` leads from there to where the path starts. */
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
