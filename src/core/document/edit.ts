import type { Fix, TextEdit } from '../model/finding.ts';
import type { Edit } from '../model/fix.ts';
import { joinPointer, type Place, placeOf } from '../model/place.ts';
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
  switch (edit.kind) {
    case 'write':
      return [{ start, end, text: printValue(edit.value) }];
    case 'rename':
      return key && [{ ...key, text: JSON.stringify(edit.name) }];
    case 'remove':
      return [remove(pointer, extent, positions)];
    case 'add': {
      // A field that is null is not set.
      const given = positions.find(pointer + joinPointer([edit.field]));
      const value = printValue(edit.value);
      if (given !== undefined) return [{ start: given.start, end: given.end, text: value }];
      return [insert(`${JSON.stringify(edit.field)}: ${value}`, pointer, extent, text, positions)];
    }
    default:
      return move(text, pointer, placeOf(edit.before).pointer, positions);
  }
}

const startOf = ({ start, key }: Extent): number => key?.start ?? start;

/** An item or property, with one comma. */
function remove(pointer: string, { start }: Extent, positions: Positions): Change {
  const parent = pointer.slice(0, pointer.lastIndexOf('/'));
  const parts = positions.partsOf(parent);
  const at = parts.findIndex((part) => part.start === start);
  const [before, own, after] = [parts[at - 1], parts[at] as Extent, parts[at + 1]];
  if (before !== undefined) return { start: before.end, end: own.end, text: '' };
  return { start: startOf(own), end: after === undefined ? own.end : startOf(after), text: '' };
}

/** A new last property, with the white space that is before the one that is last now. */
function insert(
  written: string,
  pointer: string,
  { start, end }: Extent,
  text: string,
  positions: Positions,
): Change {
  const last = positions.partsOf(pointer).at(-1);
  if (last === undefined) return { start: start + 1, end: end - 1, text: written };
  const before = text.slice(start, startOf(last));
  const space = before.slice(before.trimEnd().length);
  return { start: last.end, end: last.end, text: `,${space}${written}` };
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

/** On one line, with spaces. */
const printValue = (value: unknown): string =>
  JSON.stringify(value, null, 1).replace(/\n\s*/g, ' ');
