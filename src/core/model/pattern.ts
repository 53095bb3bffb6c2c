export type Matcher = (text: string) => boolean;

/** A regular-expression library with linear time, such as re2js. The built-in engine may backtrack exponentially. */
interface PatternEngine {
  translateRegExp(source: string): string;
  compile(source: string): { test(text: string): boolean };
}

const MAX_LENGTH = 500;
// With counted repetitions expanded.
const MAX_SIZE = 1000;

let engine: PatternEngine | undefined;

/** The engine is large, so it is loaded only for rules with a pattern. */
export function setPatternEngine(loaded: PatternEngine): void {
  engine = loaded;
}

/** A matcher for the syntax of the flag `u`, without look-around and back references. Throws an Error that names the fault. */
export function compilePattern(source: string): Matcher {
  const fault = patternFault(source);
  if (fault !== undefined) throw new Error(fault);
  if (engine === undefined) throw new Error('requires a pattern engine, which is not loaded');
  let compiled: ReturnType<PatternEngine['compile']>;
  try {
    compiled = engine.compile(engine.translateRegExp(withPlainEscapes(source)));
  } catch (error) {
    throw new Error(`is not supported: ${(error as Error).message}`);
  }
  return (text) => compiled.test(text);
}

/** Why `compilePattern` refuses a text. Needs no engine. */
export function patternFault(source: string): string | undefined {
  if (source.length > MAX_LENGTH) return `is longer than ${MAX_LENGTH} characters`;
  return syntaxFault(source) ?? unsupportedFault(source);
}

export function syntaxFault(source: string): string | undefined {
  try {
    new RegExp(source, 'u');
    return undefined;
  } catch (error) {
    // "Invalid regular expression: /(/u: Unterminated group"
    return `is not a valid regular expression: ${(error as Error).message.split(': ').at(-1)?.toLowerCase()}`;
  }
}

const TOKEN = new RegExp(
  [
    '(?<open>\\((?:\\?:|\\?<(?![=!])[^>]*>|(?!\\?)))',
    '(?<unsupported>\\(\\?|\\\\[1-9k])',
    '(?:[*+?]|\\{(?<min>\\d+)(?:,(?<max>\\d*))?\\})\\??',
    '(?<atom>\\[(?:[^\\]\\\\]|\\\\.)*\\]|\\\\[pPu]\\{[^}]*\\}|\\\\.|[^)])',
    '(?<close>\\))',
  ].join('|'),
  'gsu',
);

/** In valid syntax: look-around, back references, and too many repetitions. */
function unsupportedFault(source: string): string | undefined {
  // Per open group: its size, and the size of its last part.
  const open = [{ size: 1, last: 0 }];
  for (const { groups = {}, 0: token } of source.matchAll(TOKEN)) {
    if (groups['unsupported'] !== undefined)
      return `uses "${token}"; lookaround and backreferences are not supported`;
    if (groups['open'] !== undefined) {
      open.push({ size: 1, last: 0 });
      continue;
    }
    const closed = groups['close'] === undefined ? undefined : open.pop();
    const group = open.at(-1) as (typeof open)[number];
    const isPart = closed !== undefined || groups['atom'] !== undefined;
    if (isPart) group.last = closed?.size ?? 1;
    const repeated = Number(groups['max'] || (groups['min'] ?? 1));
    group.size += isPart ? group.last : group.last * Math.max(0, repeated - 1);
    if (group.size > MAX_SIZE) return 'is too large because of its counted repetitions';
  }
  return undefined;
}

const ESCAPE =
  /\\(?:u(?<high>d[89ab]..)\\u(?<low>d[c-f]..)|(?<property>p)\{(?:script|sc|general_category|gc)=|.)/gisu;

/** Replaces escapes that the engine lacks: surrogate pairs, and properties with their kind. */
function withPlainEscapes(source: string): string {
  return source.replace(ESCAPE, (token, high, low, property) => {
    if (high !== undefined)
      return String.fromCharCode(Number.parseInt(high, 16), Number.parseInt(low, 16));
    return property === undefined ? token : `\\${property}{`;
  });
}
