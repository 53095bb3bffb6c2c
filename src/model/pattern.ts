/**
 * Regular expressions that somebody else wrote, matched in time proportional to the text: all ways through the expression
 * are followed at once, where the built-in engine tries one after the other and may never be done, as with (a+)+$.
 */

/** Whether a text holds a match. */
export type Matcher = (text: string) => boolean;

/** Beyond this the steps taken for each character would add up. */
const MAX_SIZE = 1000;
const MAX_LENGTH = 500;
const MAX_KNOWN = 100;

type Node =
  | { readonly kind: 'unit'; matches(character: string): boolean }
  | { readonly kind: 'place'; holds(before: string | undefined, after: string | undefined): boolean }
  | { readonly kind: 'sequence'; readonly parts: readonly Node[] }
  | { readonly kind: 'choice'; readonly ways: readonly Node[] }
  | { readonly kind: 'repeat'; readonly of: Node; readonly least: number; readonly most: number };

type Instruction = Extract<Node, { kind: 'unit' | 'place' }> | { readonly kind: 'fork'; readonly to: number[] } | { readonly kind: 'end' };

/** A matcher for the syntax of the flag `u`, but for what looks around or back. Throws an Error that says what is wrong. */
export function compilePattern(source: string): Matcher {
  if (source.length > MAX_LENGTH) throw new Error(`is longer than ${MAX_LENGTH} characters`);
  const fault = patternFault(source);
  if (fault !== undefined) throw new Error(fault);
  const program = emit(parse(source));
  return (text) => run(program, text);
}

/** Why a text is no regular expression of the flag `u`. */
export function patternFault(source: string): string | undefined {
  try {
    new RegExp(source, 'u');
    return undefined;
  } catch (error) {
    // "Invalid regular expression: /(/u: Unterminated group"
    return `is no regular expression: ${(error as Error).message.split(': ').at(-1)?.toLowerCase()}`;
  }
}

const TOKEN = new RegExp(
  [
    '(?<open>\\((?:\\?:|\\?<(?![=!])[^>]*>|(?!\\?)))',
    '(?<around>\\(\\?|\\\\[1-9k])',
    '(?<quantifier>(?:[*+?]|\\{(?<least>\\d+)(?<more>,(?<most>\\d*))?\\})\\??)',
    '(?<class>\\[(?:[^\\]\\\\]|\\\\.)*\\]|\\\\[dDwWsS]|\\\\[pP]\\{[^}]*\\}|\\.)',
    // Two halves of one character are one.
    '(?<escape>\\\\(?:u[dD][89abAB]..\\\\u[dD][c-fC-F]..|u\\{[^}]*\\}|u.{4}|x..|c.|[^bB]))',
    '(?<other>\\\\[bB]|.)',
  ].join('|'),
  'suy',
);

/** What has been read of a group that is still open. */
interface Open {
  readonly ways: Node[];
  parts: Node[];
}

/** Of a source that the built-in engine takes, so that nothing of its form need be checked. */
function parse(source: string): Node {
  const open: Open[] = [{ ways: [], parts: [] }];
  for (const { groups = {}, 0: token } of source.matchAll(new RegExp(TOKEN, 'gsuy'))) {
    const group = open.at(-1) as Open;
    const { parts } = group;
    if (groups['around'] !== undefined) throw new Error(`looks around or back with "${token}", which may take for ever: say it without`);
    if (groups['open'] !== undefined) open.push({ ways: [], parts: [] });
    else if (groups['quantifier'] !== undefined) parts.push(repeat(parts.pop() as Node, groups));
    else if (groups['class'] !== undefined || groups['escape'] !== undefined) parts.push(unit(token));
    else if (token === ')') (open.at(-2) as Open).parts.push(close(open.pop() as Open));
    else if (token === '|') {
      group.ways.push({ kind: 'sequence', parts });
      group.parts = [];
    } else parts.push(PLACES.get(token) ?? { kind: 'unit', matches: (character) => character === token });
  }
  return close(open[0] as Open);
}

const close = ({ ways, parts }: Open): Node => ({ kind: 'choice', ways: [...ways, { kind: 'sequence', parts }] });

function unit(token: string): Node {
  // Of one character it takes no time to tell, and names are made of few.
  const one = new RegExp(`^${token}$`, 'u');
  const known = new Map<string, boolean>();
  const look = (character: string): boolean => {
    const matches = one.test(character);
    if (known.size < MAX_KNOWN) known.set(character, matches);
    return matches;
  };
  return { kind: 'unit', matches: (character) => known.get(character) ?? look(character) };
}

function repeat(of: Node, { quantifier = '', least, more, most }: Readonly<Record<string, string | undefined>>): Node {
  const sign = quantifier.charAt(0);
  if (sign !== '{') return { kind: 'repeat', of, least: sign === '+' ? 1 : 0, most: sign === '?' ? 1 : Number.POSITIVE_INFINITY };
  return { kind: 'repeat', of, least: Number(least), most: more === undefined ? Number(least) : most === '' ? Number.POSITIVE_INFINITY : Number(most) };
}

const isWord = (character: string | undefined): boolean => character !== undefined && /^\w$/.test(character);

const PLACES = new Map<string, Node>([
  ['^', { kind: 'place', holds: (before) => before === undefined }],
  ['$', { kind: 'place', holds: (_, after) => after === undefined }],
  ['\\b', { kind: 'place', holds: (before, after) => isWord(before) !== isWord(after) }],
  ['\\B', { kind: 'place', holds: (before, after) => isWord(before) === isWord(after) }],
]);

function emit(whole: Node): readonly Instruction[] {
  const program: Instruction[] = [];
  const fork = (...to: number[]): number[] => {
    program.push({ kind: 'fork', to });
    return to;
  };
  // Recursive, since a source has 500 characters at the most.
  const add = (node: Node): void => {
    if (program.length > MAX_SIZE) throw new Error('is too large, by its counted repetitions');
    if (node.kind === 'unit' || node.kind === 'place') program.push(node);
    else if (node.kind === 'sequence') node.parts.forEach(add);
    else if (node.kind === 'choice') addChoice(node.ways);
    else addRepeat(node.of, node.least, node.most);
  };
  const addChoice = (ways: readonly Node[]): void => {
    const ends = ways.map((way, i) => {
      const ahead = fork(program.length + 1);
      add(way);
      const end = fork();
      if (i < ways.length - 1) ahead.push(program.length);
      return end;
    });
    for (const end of ends) end.push(program.length);
  };
  const addRepeat = (of: Node, least: number, most: number): void => {
    for (let i = 0; i < least; i++) add(of);
    const start = program.length;
    const skips: number[][] = [];
    for (let i = least; i < (most === Number.POSITIVE_INFINITY ? least + 1 : most); i++) {
      skips.push(fork(program.length + 1));
      add(of);
    }
    if (most === Number.POSITIVE_INFINITY) fork(start);
    for (const skip of skips) skip.push(program.length);
  };
  add(whole);
  program.push({ kind: 'end' });
  return program;
}

function run(program: readonly Instruction[], text: string): boolean {
  const characters = [...text];
  const reachedAt = new Int32Array(program.length).fill(-1);
  let ways: number[] = [];
  for (let at = 0; at <= characters.length; at++) {
    const [before, after] = [characters[at - 1], characters[at]];
    // A match may start here as well.
    const waiting = ways;
    waiting.push(0);
    ways = [];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (reachedAt[next] === at) continue;
      reachedAt[next] = at;
      const instruction = program[next] as Instruction;
      if (instruction.kind === 'end') return true;
      if (instruction.kind === 'fork') for (const to of instruction.to) waiting.push(to);
      else if (instruction.kind === 'place') {
        if (instruction.holds(before, after)) waiting.push(next + 1);
      } else if (after !== undefined && instruction.matches(after)) ways.push(next + 1);
    }
  }
  return false;
}
