import { type FormattingOptions, modify } from 'jsonc-parser';
import type { Fix, TextEdit } from '../model/finding.ts';
import type { Edit } from '../model/fix.ts';
import { type Place, placeOf, splitPointer } from '../model/place.ts';
import type { RuleFix } from '../rule.ts';
import type { Extent, Positions } from './positions.ts';

interface Change {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A fix as edits of a text; undefined where a place is not in the text, or two edits meet. */
export function printFix(
  { title, safety, edits }: RuleFix,
  text: string,
  positions: Positions,
): Fix | undefined {
  const printed: TextEdit[] = [];
  for (const edit of edits) {
    const place = placeOf(edit.at);
    const changes = changesOf(edit, place, text, positions);
    if (changes === undefined) return undefined;
    for (const { start, end, text: own } of changes) {
      const region = positions.regionOf(start, end);
      printed.push({
        pointer: place.pointer,
        startOffset: start,
        endOffset: end,
        region,
        text: own,
      });
    }
  }
  const sorted = printed.sort((a, b) => a.startOffset - b.startOffset || a.endOffset - b.endOffset);
  const meets = sorted.some((edit, i) => edit.startOffset < (sorted[i - 1]?.endOffset ?? 0));
  return meets || sorted.length === 0 ? undefined : { title, safety, edits: sorted };
}

function changesOf(
  edit: Edit,
  { pointer }: Place,
  text: string,
  positions: Positions,
): readonly Change[] | undefined {
  if (edit.kind === 'text')
    return [{ start: edit.at.offset, end: edit.at.offset + edit.at.length, text: edit.text }];
  const extent = positions.find(pointer);
  if (extent === undefined) return undefined;
  const { start, end, key } = extent;
  const path = pathOf(pointer);
  switch (edit.kind) {
    case 'write':
      return [{ start, end, text: printValue(edit.value) }];
    case 'rename':
      return key && [{ ...key, text: JSON.stringify(edit.name) }];
    case 'remove':
      return typeof path.at(-1) === 'number'
        ? removeItem(pointer, extent, positions)
        : withModify(text, path, undefined);
    case 'add':
      return withModify(text, [...path, edit.field], edit.value);
    case 'append':
      return withModify(text, [...path, -1], edit.value);
    default:
      return move(text, pointer, placeOf(edit.before).pointer, positions);
  }
}

/** An item of an array, with one comma. jsonc-parser breaks a text without line breaks. */
function removeItem(
  pointer: string,
  { start, end }: Extent,
  positions: Positions,
): readonly Change[] | undefined {
  const slash = pointer.lastIndexOf('/');
  const [parent, index] = [pointer.slice(0, slash), Number(pointer.slice(slash + 1))];
  const before = index === 0 ? undefined : positions.find(`${parent}/${index - 1}`);
  if (before !== undefined) return [{ start: before.end, end, text: '' }];
  const after = positions.find(`${parent}/${index + 1}`);
  if (after !== undefined) return [{ start, end: after.start, text: '' }];
  const list = positions.find(parent);
  return list && [{ ...list, text: '[]' }];
}

/** One item of an array before another one: both, and those between, keep their own text. */
function move(
  text: string,
  from: string,
  before: string,
  positions: Positions,
): readonly Change[] | undefined {
  const parent = from.slice(0, from.lastIndexOf('/'));
  const indexOf = (pointer: string): number => Number(pointer.slice(pointer.lastIndexOf('/') + 1));
  const [last, first] = [indexOf(from), indexOf(before)];
  const items = Array.from({ length: last - first + 1 }, (_, i) =>
    positions.find(`${parent}/${first + i}`),
  );
  if (items.length < 2 || items.some((item) => item === undefined)) return undefined;
  const texts = items.map((item) => text.slice(item?.start, item?.end));
  const moved = [texts.at(-1) as string, ...texts.slice(0, -1)];
  return items.map((item, i) => ({
    ...{ start: item?.start ?? 0, end: item?.end ?? 0 },
    text: moved[i] as string,
  }));
}

const pathOf = (pointer: string): (string | number)[] =>
  splitPointer(pointer).map((segment) => (/^\d+$/.test(segment) ? Number(segment) : segment));

function withModify(text: string, path: (string | number)[], value: unknown): readonly Change[] {
  const formattingOptions = formattingOf(text);
  return modify(text, path, value, { formattingOptions }).map(({ offset, length, content }) => ({
    ...{ start: offset, end: offset + length },
    text: content,
  }));
}

/** As the text is written: on one line, or with its own indentation. */
function formattingOf(text: string): FormattingOptions {
  const indent = /\n([ \t]+)"/.exec(text)?.[1] ?? '';
  const insertSpaces = !indent.startsWith('\t');
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  return { insertSpaces, tabSize: insertSpaces ? indent.length || 2 : 1, eol };
}

/** On one line, with spaces. */
const printValue = (value: unknown): string =>
  JSON.stringify(value, null, 1).replace(/\n\s*/g, ' ');
