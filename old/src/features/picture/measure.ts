import type { Box, BoxText, LineLabel, PlacedMark } from '../../core/drawing/scene.ts';
import { MARK_LINE } from '../../core/drawing/svg.ts';
import { cutMiddleTo, cutTo, type Font, widthOf, wrapTo } from '../../core/drawing/text-width.ts';
import { escapeText } from '../../core/report/escape.ts';
import { formatMark, groupMarks, type MarkGroup, worstOf } from './marks.ts';
import type { PictureLink, PictureNode } from './picture.ts';

// Lengths in pixels.
const CARD = 264;
const PADDING = 12;
const ICON = 28;
const TEXT_X = PADDING + ICON + 10;
const TEXT_WIDTH = CARD - TEXT_X - PADDING;
const GHOST = 190;
const SIGN = 20;

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The sizes of the boxes of a picture by id, and of its labels. */
export interface Sizes {
  readonly boxes: ReadonlyMap<string, Size>;
  readonly labels: ReadonlyMap<PictureLink, Size>;
}

export const TITLE: Font = { size: 17, bold: true };
const CAPTION: Font = { size: 11, bold: true };
const NAME: Font = { size: 11, mono: true };
const MAIN: Font = { size: 13, bold: true };
const DETAIL: Font = { size: 12 };
const MARK: Font = { size: 12, bold: true };
const LABEL: Font = { size: 11 };

type Sized<T> = Omit<T, 'x' | 'y'>;
type Card = Pick<Box, 'width' | 'height' | 'texts' | 'marks' | 'divider'>;

/** A box around the facts of a node, without a position. */
export function sizeBox(node: PictureNode): Sized<Box> {
  const { id, kind, type, key, apart, step, marks } = node;
  const isPill = kind === 'more' || kind === 'jump';
  const card = isPill ? pill(node) : kind === 'ghost' ? ghost(node) : full(node);
  const shared = { id, kind, type, key, apart, severity: worstOf(marks), title: titleOf(node) };
  return { ...shared, ...(step !== undefined && { step }), ...card };
}

/** The label on a line; `undefined` if it is empty. */
export function sizeLabel({ label, marks }: PictureLink): Sized<LineLabel> | undefined {
  if (label === '' && marks.length === 0) return undefined;
  const text = label === '' ? [] : [cutTo(safe(label.replaceAll('_', ' ')), 150, LABEL)];
  const signs = placeMarks(groupMarks(marks), { x: 8, y: 0, width: 210 });
  const widths = [
    ...text.map((line) => widthOf(line, LABEL) + 16),
    ...signs.marks.flatMap(({ text, rest = '' }) =>
      [text, rest].map((line) => SIGN + widthOf(line, MARK) + 14),
    ),
  ];
  const first = text.length * 16;
  const width = Math.ceil(Math.max(...widths));
  return {
    width,
    height: first + signs.height + 6,
    texts: text.map((line) => ({ text: line, x: width / 2, y: 15 })),
    marks: signs.marks.map((mark) => ({ ...mark, y: mark.y + first + 3 })),
  };
}

/** Findings in lines. */
export function placeMarks(
  marks: readonly MarkGroup[],
  { x, y, width }: { readonly x: number; readonly y: number; readonly width: number },
): { readonly marks: readonly PlacedMark[]; readonly height: number } {
  let height = 0;
  const placed = marks.map((mark): PlacedMark => {
    const [text = '', rest] = wrapTo(safe(mark.text), width - SIGN, 2, MARK);
    const top = y + height + 13;
    height += rest === undefined ? 18 : 18 + MARK_LINE;
    return { ...mark, text, rest, x, y: top };
  });
  return { marks: placed, height };
}

function full({ facts, name, key, marks, kind }: PictureNode): Card {
  const caption = cutTo(safe(facts.caption), TEXT_WIDTH, CAPTION);
  const texts: BoxText[] = [{ role: 'caption', text: caption, x: TEXT_X, y: PADDING + 9 }];
  const used = widthOf(caption, CAPTION) + 8;
  if (name !== '' && kind === 'step') {
    const text = cutMiddleTo(safe(name), TEXT_WIDTH - used, NAME);
    texts.push({ role: 'name', text, x: TEXT_X + used, y: PADDING + 9 });
  }
  let y = PADDING + 15;
  const add = (role: BoxText['role'], lines: readonly string[], height: number): void => {
    for (const text of lines) {
      y += height;
      texts.push({ role, text, x: TEXT_X, y: y - 4 });
    }
  };
  // Enough for the longest possible rule.
  const [most, mostOfDetail] = facts.decides ? [30, 30] : [2, 1];
  add('main', wrapTo(safe(facts.main), TEXT_WIDTH, most, MAIN), 18);
  for (const detail of facts.details)
    add('detail', wrapTo(safe(detail), TEXT_WIDTH, mostOfDetail, DETAIL), 17);
  const bottom = Math.max(y, PADDING + ICON) + PADDING - 4;
  if (marks.length === 0)
    return { width: CARD, height: bottom, texts, marks: [], divider: undefined };
  const place = { x: PADDING + 6, y: bottom + 5, width: CARD - 2 * PADDING - 6 };
  const signs = placeMarks(groupMarks(marks, [key, facts.main]), place);
  const height = bottom + signs.height + 12;
  return { width: CARD, height, texts, marks: signs.marks, divider: bottom };
}

function ghost({ facts, name }: PictureNode): Card {
  const main = safe(facts.main);
  // A name that is near needs more room than "no such step".
  const width = widthOf(main, CAPTION) > GHOST - TEXT_X - PADDING ? CARD : GHOST;
  const room = width - TEXT_X - PADDING;
  const y = name === '' ? 30 : 21;
  const texts: BoxText[] = [
    { role: 'caption', text: cutMiddleTo(main, room, CAPTION), x: TEXT_X, y },
  ];
  if (name !== '')
    texts.push({ role: 'name', text: cutMiddleTo(safe(name), room, NAME), x: TEXT_X, y: 38 });
  return { width, height: 50, texts, marks: [], divider: undefined };
}

function pill({ facts, kind }: PictureNode): Card {
  const text =
    kind === 'more' ? `… ${facts.main}` : cutMiddleTo(safe(facts.main), CARD - 28, CAPTION);
  const width = Math.ceil(widthOf(text, CAPTION)) + 28;
  const texts: BoxText[] = [{ role: 'caption', text, x: 14, y: 18 }];
  return { width, height: 28, texts, marks: [], divider: undefined };
}

function titleOf({ facts, key, kind, marks, apart }: PictureNode): string {
  if (kind === 'ghost') return key === '' ? facts.main : `${facts.main}: ${key}`;
  if (kind === 'more' || kind === 'jump') return facts.main;
  const unreachable = apart ? ['never reached'] : [];
  return [
    `${facts.caption}${key === '' ? '' : ` "${key}"`}: ${[facts.main, ...facts.details].join(', ')}`,
    ...unreachable,
    ...marks.map(formatMark),
  ].join('; ');
}

const safe = escapeText;
