/** How large boxes and labels are, by the texts in them. Fonts differ, so there is some room. */
import columnsOf from 'fast-string-width';
import { groupBy } from '../../core/graph/graph.ts';
import { SEVERITIES } from '../../core/model/finding.ts';
import { truncate } from '../../core/model/text.ts';
import { escapeText } from '../../core/report/escape.ts';
import { wrap } from '../../core/report/wrap.ts';
import type { Size } from './layout.ts';
import type { Mark, PictureLink, PictureNode } from './picture.ts';

/** A line of text in a box, with a class of the style. */
export interface TextLine {
  readonly kind: 'caption' | 'title' | 'detail' | Mark['severity'] | 'also';
  readonly text: string;
  readonly fingerprint?: string;
}

const LONGEST = 42;
const MOST_TITLES = 3;
const MOST_DETAILS = 4;
const MOST_MARKS = 3;
export const LINE = 18;
export const PADDING = 12;
/** Pixels of a column at 13 pixels, and in bold. */
const COLUMN = 7.3;
const BOLD = 8;

export function linesOf({ caption, title, details, marks }: PictureNode): readonly TextLine[] {
  return [
    { kind: 'caption', text: cut(caption) },
    ...wrap(escapeText(title), LONGEST)
      .slice(0, MOST_TITLES)
      .map((text) => ({ kind: 'title', text: cut(text) }) as const),
    ...details.slice(0, MOST_DETAILS).map((text) => ({ kind: 'detail', text: cut(text) }) as const),
    ...andMore(details.length - MOST_DETAILS),
    ...markLines(marks),
  ];
}

/** The worst first; one line for several of a rule. */
export function markLines(marks: readonly Mark[]): readonly TextLine[] {
  const byRule = groupBy(marks, ({ severity, rule }) => `${severity} ${rule}`);
  const groups = [...byRule.values()].sort((a, b) => rankOf(a) - rankOf(b));
  const lines = groups.slice(0, MOST_MARKS).map((group): TextLine => {
    const [{ severity, rule, text, fingerprint }] = group;
    if (severity === undefined) return { kind: 'also', text: cut(text), fingerprint };
    const words = text.startsWith(`${rule}:`) ? text : `${rule}: ${text}`;
    const what = group.length > 1 ? `${rule} ×${group.length}` : words;
    return { kind: severity, text: cut(`${SIGNS[severity]} ${what}`), fingerprint };
  });
  return [...lines, ...andMore(groups.length - MOST_MARKS)];
}

const andMore = (amount: number): readonly TextLine[] =>
  amount > 0 ? [{ kind: 'also', text: `and ${amount} more` }] : [];

/** The worst severity; undefined where no mark has one. */
export const worstOf = (marks: readonly Mark[]): Mark['severity'] =>
  SEVERITIES.find((each) => marks.some(({ severity }) => severity === each));

const SIGNS = { error: '✖', warning: '▲', info: 'ℹ' } as const;
const RANKS = [...Object.keys(SIGNS), undefined];
const rankOf = ([mark]: readonly Mark[]): number => RANKS.indexOf(mark?.severity);

export function sizeOfNode(node: PictureNode): Size {
  const lines = linesOf(node);
  const widths = lines.map(({ kind, text }) => widthOf(text, kind === 'title'));
  return {
    width: Math.max(140, ...widths) + 2 * PADDING,
    height: lines.length * LINE + PADDING,
  };
}

/** The label of a line: what it means, then its findings. */
export function labelOf({ label, marks }: PictureLink): readonly TextLine[] {
  const own = label === '' ? [] : [{ kind: 'detail', text: cut(label) } as const];
  return [...own, ...markLines(marks)];
}

export function sizeOfLabel(link: PictureLink): Size | undefined {
  const lines = labelOf(link);
  if (lines.length === 0) return undefined;
  const width = Math.max(...lines.map(({ text }) => widthOf(text))) + PADDING;
  return { width, height: lines.length * LINE + 4 };
}

const widthOf = (text: string, isBold = false): number =>
  columnsOf(text) * (isBold ? BOLD : COLUMN);

/** Escaped, and as long as a line. */
function cut(text: string): string {
  const safe = escapeText(text);
  let end = LONGEST;
  let shown = truncate(safe, end);
  while (columnsOf(shown) > LONGEST) shown = truncate(safe, --end);
  return shown;
}
