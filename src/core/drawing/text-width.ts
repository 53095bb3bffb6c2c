import columnsOf from 'fast-string-width';

// No font is known where a picture is made. These are widths in em of a wide one (Verdana, DejaVu Sans), so that other fonts leave a
// little room rather than run over.
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

/** About how wide a text is, in units of the font's size; rather too wide than too narrow. */
export function widthOf(text: string, font: Font): number {
  let width = 0;
  for (const { segment } of GRAPHEMES.segment(text)) width += widthOfGrapheme(segment, font);
  return width;
}

/** A text cut to a width, with an ellipsis where something is missing. */
export function cutTo(text: string, width: number, font: Font): string {
  return wrapTo(text, width, 1, font)[0] as string;
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

/** How many graphemes fit; at least one, so that every line gets on. */
function roomFor(graphemes: readonly string[], width: number, font: Font): number {
  let used = 0;
  for (const [i, grapheme] of graphemes.entries()) {
    used += widthOfGrapheme(grapheme, font);
    if (used > width) return Math.max(1, i);
  }
  return graphemes.length;
}

/** Where a line is best broken: after the last space or joint that leaves no short line. */
function breakBefore(graphemes: readonly string[], fitting: number): number {
  for (let at = fitting; at > fitting / 2; at--) {
    if (graphemes[at] === ' ' || /^[ ._\-/,]$/.test(graphemes[at - 1] as string)) return at;
  }
  return fitting;
}

function widthOfGrapheme(grapheme: string, { size, bold, mono }: Font): number {
  const factor = bold ? BOLD : 1;
  // A grapheme may be a letter and a hundred marks upon it.
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
