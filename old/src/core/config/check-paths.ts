import { quote } from '../model/label.ts';
import type { Mistake } from './wording.ts';

export function* patternMistakes(given: unknown, pointer: string): Iterable<Mistake> {
  for (const [pattern, at] of textsIn(given, pointer)) {
    const fault = patternFault(pattern);
    if (fault !== undefined) yield { pointer: at, message: `${quote(pattern)} ${fault}` };
    else if (pattern.length > MAX_PATTERN)
      yield { pointer: at, message: `this pattern is longer than ${MAX_PATTERN} characters` };
  }
}

function patternFault(pattern: string): string | undefined {
  if (pattern.startsWith('!')) return 'starts with "!": what is to be left out goes into "ignore"';
  if (/^(?:[/\\]|[A-Za-z]:)/.test(pattern))
    return 'is absolute: patterns start in the folder of the configuration';
  if (pattern.includes('\\')) return BACKSLASH;
  return pattern.length > MAX_PATTERN
    ? undefined
    : (bracketFault(pattern) ?? controlFault(pattern) ?? costFault(pattern));
}

const BACKSLASH = 'has a backslash: folders are separated by /';

/** picomatch takes a pattern with an open bracket literally. */
function bracketFault(pattern: string): string | undefined {
  const open: string[] = [];
  for (let i = 0; i < pattern.length; i++) {
    const letter = pattern.charAt(i);
    if (letter === '[') {
      // The first character of a class is literal, as in []ab] and [!]].
      const close = pattern.indexOf(']', i + (/^\[[!^]/.test(pattern.slice(i)) ? 3 : 2));
      if (close === -1) return 'has a "[" without "]"; where the name has one, write [[]';
      i = close;
    } else if (letter === '{' || letter === '(') open.push(letter);
    else if ((letter === '}' && open.at(-1) === '{') || (letter === ')' && open.at(-1) === '('))
      open.pop();
  }
  const left = open.at(-1);
  return left === undefined
    ? undefined
    : `has a "${left}" without "${left === '{' ? '}' : ')'}"; where the name has one, write [${left}]`;
}

/** Why a pattern takes too long to expand or match; the matcher backtracks. */
export function costFault(pattern: string): string | undefined {
  // After a group or class, and in a group, "+" and "?" are those of a regular expression.
  const repeats = /[*+]\(|\)\?|[\])}]\+|\(.*\+/;
  if (repeats.test(pattern.replace(/\[[!^]?.[^\]]*\]/g, '[]')))
    return 'repeats a group, which is not supported here';
  if (pattern.split('/').some((name) => name.split(/\*+|!\(/).length > MAX_STARS + 1))
    return `has more than ${MAX_STARS} "*" in one name`;
  // The matcher adds a last one itself.
  if (pattern.replace(/\/\*\*$/, '').split('**').length > MAX_GLOBSTARS + 1)
    return `has more than ${MAX_GLOBSTARS} "**" before its end`;
  return countExpansions(pattern) > MAX_EXPANSIONS
    ? `expands to more than ${MAX_EXPANSIONS} patterns`
    : undefined;
}

const BRACE = /\{(?:(-?\d+)\.\.(-?\d+)|([A-Za-z])\.\.([A-Za-z]))(?:\.\.-?\d+)?\}|\?\(|[{},()|]/g;

/** At most so many patterns without braces and groups. */
function countExpansions(pattern: string): number {
  // Per open group: the number of its earlier alternatives, and of the one that is read.
  const open = [{ earlier: 0, current: 1 }];
  for (const [token, from, to, first, last] of pattern.matchAll(BRACE)) {
    const group = open.at(-1) as (typeof open)[number];
    if (from !== undefined) group.current *= Math.abs(Number(to) - Number(from)) + 1;
    else if (first !== undefined)
      group.current *= Math.abs((last as string).charCodeAt(0) - first.charCodeAt(0)) + 1;
    else if (/[{(]$/.test(token)) open.push({ earlier: token === '?(' ? 1 : 0, current: 1 });
    else if (open.length === 1) continue;
    else if (token === ',' || token === '|') {
      group.earlier += group.current;
      group.current = 1;
    } else {
      open.pop();
      (open.at(-1) as typeof group).current *= group.earlier + group.current;
    }
  }
  return open.reduce((product, { earlier, current }) => product * (earlier + current), 1);
}

const MAX_STARS = 3;
const MAX_GLOBSTARS = 2;
const MAX_EXPANSIONS = 1000;

const controlFault = (path: string): string | undefined =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\0-\x1f]/.test(path) ? 'has a control character, which no file of an export has' : undefined;

const MAX_PATTERN = 500;

export function* extendsMistakes(given: unknown): Iterable<Mistake> {
  for (const [path, at] of textsIn(given, '/extends')) {
    const preset = PRESETS.find((name) => path === name || path.endsWith(`:${name}`));
    const isPreset = `is not a file; for a set of rules write "preset": "${preset}"`;
    const fault = preset === undefined ? extendsFault(path) : isPreset;
    if (fault !== undefined) yield { pointer: at, message: `${quote(path)} ${fault}` };
  }
}

const PRESETS = ['correctness', 'recommended', 'strict'];

function extendsFault(path: string): string | undefined {
  if (path.trim() === '') return undefined;
  if (/^(?:[A-Za-z][A-Za-z0-9+.-]+:|\/\/|\\\\)/.test(path))
    return 'is refused: "extends" takes local files only, so that the checks cannot be changed from outside';
  if (/^(?:[/\\~]|[A-Za-z]:)/.test(path))
    return 'is refused: "extends" takes paths from the folder of this file, such as "./base.config.json"';
  if (path.includes('\\')) return BACKSLASH;
  if (/[*?]/.test(path)) return 'is a pattern: "extends" takes files, one by one';
  const fault = controlFault(path);
  if (fault !== undefined) return fault;
  const ending = /\.\w+$/.exec(path)?.[0];
  if (ending !== undefined && !/^\.jsonc?$/i.test(ending))
    return `is not a JSON file: a configuration is data, such as "./base.config.json"`;
  return undefined;
}

/** The texts of a setting that takes one or several, with their pointers. */
export function textsIn(given: unknown, pointer: string): readonly (readonly [string, string])[] {
  if (typeof given === 'string') return [[given, pointer]];
  if (!Array.isArray(given)) return [];
  return given.flatMap((each: unknown, i) =>
    typeof each === 'string' ? [[each, `${pointer}/${i}`] as const] : [],
  );
}
