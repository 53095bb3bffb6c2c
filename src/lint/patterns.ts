import picomatch from 'picomatch/posix.js';

/**
 * Whether a path, with forward slashes, fits one of the patterns. A pattern that names a folder takes all that is in it.
 * Groups such as `+(a|b)` are not read: a pattern of them may take for ever on a long path.
 */
export function createPathMatcher(patterns: readonly string[]): (path: string) => boolean {
  const matchers = patterns.map((pattern) => {
    const trimmed = pattern.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '');
    // `.` is the whole folder, which has nothing above it.
    if (trimmed === '' || trimmed === '.') return (path: string) => !path.startsWith('../');
    return picomatch([trimmed, `${trimmed}/**`], { dot: true, noextglob: true });
  });
  return (path) => matchers.some((matches) => matches(path));
}

/** Whether a name fits one of the patterns, in which only `*` is special: names have brackets and slashes of their own. */
export function createNameMatcher(patterns: readonly string[]): (name: string) => boolean {
  return (name) => patterns.some((pattern) => pattern === name || fits(name, pattern));
}

// Goes back to the last star only, so it takes no more than length times length.
function fits(name: string, pattern: string): boolean {
  let star = -1;
  let from = 0;
  let at = 0;
  for (let i = 0; i < name.length; ) {
    if (pattern[at] === '*') {
      star = at++;
      from = i;
    } else if (at < pattern.length && pattern[at] === name[i]) {
      at++;
      i++;
    } else if (star !== -1) {
      at = star + 1;
      i = ++from;
    } else return false;
  }
  while (pattern[at] === '*') at++;
  return at === pattern.length;
}
