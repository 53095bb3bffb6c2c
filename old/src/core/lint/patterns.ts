import picomatch from 'picomatch/posix.js';

/**
 * Whether a path, with forward slashes, matches a pattern. A pattern of a folder matches everything in it.
 * Groups such as `+(a|b)` are not supported: they may backtrack exponentially.
 */
export function createPathMatcher(patterns: readonly string[]): (path: string) => boolean {
  const matchers = patterns.map((pattern) => {
    const trimmed = pattern.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '');
    if (trimmed === '' || trimmed === '.') return (path: string) => !path.startsWith('../');
    return picomatch([trimmed, `${trimmed}/**`], { dot: true, noextglob: true });
  });
  return (path) => matchers.some((matches) => matches(path));
}

/** Only `*` is special: names contain brackets and slashes. */
export function createNameMatcher(patterns: readonly string[]): (name: string) => boolean {
  return (name) => patterns.some((pattern) => pattern === name || fits(name, pattern));
}

function fits(name: string, pattern: string): boolean {
  const [first, ...parts] = pattern.split('*') as [string, ...string[]];
  const last = parts.pop();
  if (last === undefined || !name.startsWith(first)) return false;
  let at = first.length;
  for (const part of parts) {
    const found = name.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return name.length - at >= last.length && name.endsWith(last);
}

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
