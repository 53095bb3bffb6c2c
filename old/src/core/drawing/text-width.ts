import columnsOf from 'fast-string-width';
import { truncateMiddle } from '../model/text.ts';

// The font is unknown. These are widths in em of a wide one (Verdana, DejaVu Sans), so that text in other fonts is
// shorter, not longer.
const NARROW = /[ijlI|!.,:;'`()[\]{}]/;
const SLIM = /[frt\-"/\\ ]/;
const WIDE = /[mwMW@%&]/;
const CAPITAL = /[A-Z0-9#$+<=>~^]/;
const BOLD = 1.12;
const MONO = 0.61;

const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' });

export interface Font {
  readonly size: number;
  readonly bold?: boolean;
  readonly mono?: boolean;
}

/** The approximate width of a text in units of the font size; an upper estimate. */
export function widthOf(text: string, font: Font): number {
  let width = 0;
  for (const { segment } of GRAPHEMES.segment(text)) width += widthOfGrapheme(segment, font);
  return width;
}

/** A text cut to a width, with an ellipsis where text is omitted. */
export function cutTo(text: string, width: number, font: Font): string {
  return wrapTo(text, width, 1, font)[0] as string;
}

/** A name cut in its middle: names differ in their ends. */
export function cutMiddleTo(text: string, width: number, font: Font): string {
  // A line holds fewer characters than this, even of the narrowest.
  const most = Math.ceil((8 * width) / font.size);
  const all = [...GRAPHEMES.segment(truncateMiddle(text, most))].map(({ segment }) => segment);
  if (roomFor(all, width, font) === all.length) return all.join('');
  const half = (width - widthOfGrapheme('…', font)) / 2;
  const start = all.slice(0, roomFor(all, half, font));
  const end = all.slice(-roomFor(all.toReversed(), half, font));
  return `${start.join('')}…${end.join('')}`;
}

/** A text broken into lines of a width, at spaces and joints of names if it can be; the last one ends in an ellipsis when there is more. */
export function wrapTo(text: string, width: number, lines: number, font: Font): readonly string[] {
  // A line holds fewer characters than this, even of the narrowest.
  const most = Math.ceil((8 * width * lines) / font.size);
  const given = text.slice(0, most);
  const isCut = given.length < text.length;
  const result: string[] = [];
  let rest = [...GRAPHEMES.segment(given.trim())].map(({ segment }) => segment);
  while (rest.length > 0) {
    const fitting = roomFor(rest, width, font);
    const isLast = result.length === lines - 1;
    if (fitting === rest.length && !isCut) {
      result.push(rest.join(''));
      break;
    }
    if (isLast || fitting === rest.length) {
      const room = roomFor(rest, width - widthOfGrapheme('…', font), font);
      result.push(`${rest.slice(0, Math.max(1, room)).join('').trimEnd()}…`);
      break;
    }
    const at = breakBefore(rest, fitting);
    result.push(rest.slice(0, at).join('').trimEnd());
    rest = rest.slice(at);
    while (rest[0] === ' ') rest.shift();
  }
  return result.length === 0 ? [''] : result;
}

/** The number of graphemes that fit; at least one, so that the text ends. */
function roomFor(graphemes: readonly string[], width: number, font: Font): number {
  let used = 0;
  for (const [i, grapheme] of graphemes.entries()) {
    used += widthOfGrapheme(grapheme, font);
    if (used > width) return Math.max(1, i);
  }
  return graphemes.length;
}

/** The best position to break a line: after the last space or joint that does not leave a short line. */
function breakBefore(graphemes: readonly string[], fitting: number): number {
  for (let at = fitting; at > fitting / 2; at--) {
    if (graphemes[at] === ' ' || /^[ ._\-/,]$/.test(graphemes[at - 1] as string)) return at;
  }
  return fitting;
}

function widthOfGrapheme(grapheme: string, { size, bold, mono }: Font): number {
  const factor = bold ? BOLD : 1;
  // A grapheme may consist of a letter and a hundred combining marks.
  if (grapheme.length > 1 || grapheme > '~')
    return columnsOf(grapheme.slice(0, 16)) >= 2 ? size * 1.3 : size * 0.8 * factor;
  if (mono) return size * MONO;
  const em = NARROW.test(grapheme)
    ? 0.35
    : SLIM.test(grapheme)
      ? 0.42
      : WIDE.test(grapheme)
        ? 0.97
        : CAPITAL.test(grapheme)
          ? 0.72
          : 0.61;
  return size * em * factor;
}
