import { escapeText } from '../report/escape.ts';
import { type Mark, nameOfMark, sayMark, worstFirst, worstOf } from './marks.ts';
import type { PictureLink, PictureNode } from './picture.ts';
import type { Box, BoxText, LineLabel, PlacedMark } from './scene.ts';
import { cutTo, type Font, widthOf, wrapTo } from './text-width.ts';

// All lengths are pixels at the size the picture is made for.
const CARD = 264;
const PADDING = 12;
const ICON = 28;
const TEXT_X = PADDING + ICON + 10;
const TEXT_WIDTH = CARD - TEXT_X - PADDING;
const GHOST = 190;
const MAX_MARKS = 4;
const SIGN = 20;

export const TITLE: Font = { size: 17, bold: true };
export const CAPTION: Font = { size: 11, bold: true };
export const NAME: Font = { size: 11, mono: true };
export const MAIN: Font = { size: 13, bold: true };
export const DETAIL: Font = { size: 12 };
export const MARK: Font = { size: 12, bold: true };
export const LABEL: Font = { size: 11 };

type Sized<T> = Omit<T, 'x' | 'y'>;

/** A box around what is said of a node, without a place yet. */
export function sizeBox(node: PictureNode): Sized<Box> {
  const { id, kind, type, key, apart, step } = node;
  const card = kind === 'more' || kind === 'jump' ? pill(node) : kind === 'ghost' ? ghost(node) : full(node);
  const severity = worstOf(node.marks);
  return { id, kind, type, key, apart, severity, title: titleOf(node), ...(step !== undefined && { step }), ...card };
}

/** The label on a line; `undefined` when there is nothing to say. */
export function sizeLabel({ label, marks }: PictureLink): Sized<LineLabel> | undefined {
  if (label === '' && marks.length === 0) return undefined;
  const text = label === '' ? [] : [cutTo(safe(label.replaceAll('_', ' ')), 150, LABEL)];
  const signs = placeMarks(marks, 8, 0, 210);
  const widths = [...text.map((line) => widthOf(line, LABEL) + 16), ...signs.marks.map((mark) => SIGN + widthOf(mark.text, MARK) + 14)];
  const first = text.length * 16;
  const width = Math.ceil(Math.max(...widths));
  return {
    width,
    height: first + signs.height + 6,
    texts: text.map((line) => ({ text: line, x: width / 2, y: 15 })),
    marks: signs.marks.map((mark) => ({ ...mark, y: mark.y + first + 3 })),
  };
}

/** Findings one below the other: the worst first, and how many more there are. */
export function placeMarks(marks: readonly Mark[], x: number, y: number, width: number): { readonly marks: readonly PlacedMark[]; readonly height: number } {
  const shown = marks.length > MAX_MARKS ? MAX_MARKS - 1 : marks.length;
  const placed = worstFirst(marks)
    .slice(0, shown)
    .map((mark, i) => ({ ...mark, text: cutTo(safe(nameOfMark(mark)), width - SIGN, MARK), x, y: y + i * 18 + 13 }));
  const rest = worstFirst(marks).slice(shown);
  const [next] = rest;
  if (next !== undefined) placed.push({ ...next, text: `${rest.length} more`, message: rest.map(sayMark).join('\n'), x, y: y + shown * 18 + 13 });
  return { marks: placed, height: placed.length * 18 };
}

function full({ facts, name, marks, kind }: PictureNode): Pick<Box, 'width' | 'height' | 'texts' | 'marks' | 'divider'> {
  const caption = cutTo(safe(facts.caption), TEXT_WIDTH, CAPTION);
  const texts: BoxText[] = [{ role: 'caption', text: caption, x: TEXT_X, y: PADDING + 9 }];
  const used = widthOf(caption, CAPTION) + 8;
  if (name !== '' && kind === 'step') texts.push({ role: 'name', text: cutTo(safe(name), TEXT_WIDTH - used, NAME), x: TEXT_X + used, y: PADDING + 9 });
  let y = PADDING + 15;
  const add = (role: BoxText['role'], lines: readonly string[], height: number): void => {
    for (const text of lines) {
      y += height;
      texts.push({ role, text, x: TEXT_X, y: y - 4 });
    }
  };
  add('main', wrapTo(safe(facts.main), TEXT_WIDTH, 2, MAIN), 18);
  for (const detail of facts.details) add('detail', [cutTo(safe(detail), TEXT_WIDTH, DETAIL)], 17);
  const bottom = Math.max(y, PADDING + ICON) + PADDING - 4;
  if (marks.length === 0) return { width: CARD, height: bottom, texts, marks: [], divider: undefined };
  const signs = placeMarks(marks, PADDING + 6, bottom + 5, CARD - 2 * PADDING - 6);
  return { width: CARD, height: bottom + signs.height + 12, texts, marks: signs.marks, divider: bottom };
}

function ghost({ facts, name }: PictureNode): Pick<Box, 'width' | 'height' | 'texts' | 'marks' | 'divider'> {
  const width = GHOST - TEXT_X - PADDING;
  const texts: BoxText[] = [{ role: 'caption', text: facts.main, x: TEXT_X, y: name === '' ? 30 : 21 }];
  if (name !== '') texts.push({ role: 'name', text: cutTo(safe(name), width, NAME), x: TEXT_X, y: 38 });
  return { width: GHOST, height: 50, texts, marks: [], divider: undefined };
}

function pill({ facts, kind }: PictureNode): Pick<Box, 'width' | 'height' | 'texts' | 'marks' | 'divider'> {
  const text = kind === 'more' ? `… ${facts.main}` : cutTo(safe(facts.main), CARD - 28, CAPTION);
  const width = Math.ceil(widthOf(text, CAPTION)) + 28;
  return { width, height: 28, texts: [{ role: 'caption', text, x: 14, y: 18 }], marks: [], divider: undefined };
}

function titleOf({ facts, key, kind, marks, apart }: PictureNode): string {
  if (kind === 'ghost') return key === '' ? facts.main : `${facts.main}: ${key}`;
  if (kind === 'more' || kind === 'jump') return facts.main;
  const unreachable = apart ? ['never reached'] : [];
  return [`${facts.caption}${key === '' ? '' : ` "${key}"`}: ${[facts.main, ...facts.details].join(', ')}`, ...unreachable, ...marks.map(sayMark)].join('\n');
}

const safe = escapeText;
