import { endOfString } from '../../core/document/locate.ts';

// These first, the others in alphabetical order.
const FIRST = (
  'object has_more id key ref name status type created_at updated_at from from_step_id to to_step_id ' +
  'edge_type event_name template template_id subject field operator value workflows events data config ' +
  'steps edges connections'
).split(' ');
const RANKS = new Map(FIRST.map((name, rank) => [name, rank]));

interface Printing {
  readonly text: string;
  /** The offset of what is not printed yet. */
  at: number;
  /** Units that may be printed. */
  left: number;
}

/**
 * The same JSON value indented and with keys in a fixed order, so that a diff shows only changes. Numbers keep their digits; of a
 * duplicate key the last is kept.
 * @param text valid JSON of bounded depth.
 * @param limit the longest result: `undefined` when it is longer, since each level of nesting indents every line in it.
 */
export function stableJson(text: string, limit: number): string | undefined {
  const printing = { text, at: 0, left: limit - 1 };
  const printed = print(printing, takeToken(printing), '\n');
  return printing.left < 0 ? undefined : `${printed}\n`;
}

/** @param newline with the indentation of the line that the value begins in. */
function print(printing: Printing, token: string, newline: string): string {
  const inner = `${newline}  `;
  if (token === '[') return join(printing, newline, ['[', ']'], printItems(printing, inner));
  if (token === '{') return join(printing, newline, ['{', '}'], printMembers(printing, inner));
  const scalar = token[0] === '"' ? JSON.stringify(JSON.parse(token)) : token;
  printing.left -= scalar.length;
  return scalar;
}

function* printItems(printing: Printing, inner: string): Iterable<string> {
  for (let item = takeToken(printing); item !== ']'; item = takeToken(printing)) {
    yield print(printing, item, inner);
    if (printing.left < 0) return;
  }
}

function printMembers(printing: Printing, inner: string): readonly string[] {
  const members = new Map<string, string>();
  for (let name = takeToken(printing); name !== '}'; name = takeToken(printing)) {
    members.set(JSON.parse(name), print(printing, takeToken(printing), inner));
    if (printing.left < 0) return [];
  }
  return [...members]
    .sort(([a], [b]) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1))
    .map(([name, value]) => {
      const label = `${JSON.stringify(name)}: `;
      printing.left -= label.length;
      return label + value;
    });
}

/** Joins some at a time: an array of all, and a string made of two strings each, take many times the memory of the text. */
function join(
  printing: Printing,
  newline: string,
  [open, close]: readonly [string, string],
  items: Iterable<string>,
): string {
  let text = '';
  let pieces: string[] = [];
  let before = `${open}${newline}  `;
  for (const item of items) {
    printing.left -= before.length;
    pieces.push(before);
    if (item.length + pieces.length < 1000) pieces.push(item);
    else {
      text += pieces.join('') + item;
      pieces = [];
    }
    before = `,${newline}  `;
  }
  const end = before.startsWith(open) ? open + close : newline + close;
  printing.left -= end.length;
  return text + pieces.join('') + end;
}

/** The next bracket, string, number or literal. */
function takeToken(printing: Printing): string {
  const { text } = printing;
  let from = printing.at;
  while (BETWEEN.has(text[from])) from++;
  let end = from + 1;
  if (text[from] === '"') end = endOfString(text, from) + 1;
  else if (!BRACKETS.has(text[from]))
    while (end < text.length && !BETWEEN.has(text[end]) && !BRACKETS.has(text[end])) end++;
  printing.at = end;
  return text.slice(from, end);
}

const BETWEEN: ReadonlySet<string | undefined> = new Set(' \t\r\n,:');
const BRACKETS: ReadonlySet<string | undefined> = new Set('[]{}');
const rankOf = (name: string): number => RANKS.get(name) ?? FIRST.length;
