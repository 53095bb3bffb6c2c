import { printInline } from '../model/fix.ts';
import type { NodeEdit } from '../model/nodes.ts';
import { afterSpace, isSpace, type PointerQuery, type Span } from './locate.ts';

/** Replaces a span of a text. */
export interface TextEdit extends Span {
  readonly text: string;
}

/** The pointers that have to be located for an edit. */
export function queriesOf(edit: NodeEdit): readonly PointerQuery[] {
  const { pointer } = edit.place;
  return edit.kind === 'move' ? [{ pointer }, { pointer: edit.before.pointer }] : [{ pointer }];
}

interface PlacedEdit extends TextEdit {
  readonly pointer: string;
}

/**
 * The edits of a fix as edits of the text, which keep the rest and do not overlap. `undefined` when the text does not have
 * one of their places.
 */
export function textEditsOf(
  edits: readonly NodeEdit[],
  text: string,
  spanOf: (query: PointerQuery) => Span | undefined,
): readonly PlacedEdit[] | undefined {
  const made: PlacedEdit[] = [];
  const removed: (Span & { readonly pointer: string })[] = [];
  for (const edit of edits) {
    const { pointer } = edit.place;
    const found = edit.kind === 'text' ? [edit] : changesOf(edit, text, spanOf);
    if (found === undefined) return undefined;
    for (const { offset, length, text: written } of found)
      if (edit.kind === 'remove') removed.push({ pointer, offset, length });
      else made.push({ pointer, offset, length, text: written });
  }
  return [...made, ...removals(text, removed)];
}

/** Of the removed text, without the commas. */
function changesOf(
  edit: Exclude<NodeEdit, { readonly kind: 'text' }>,
  text: string,
  spanOf: (query: PointerQuery) => Span | undefined,
): readonly TextEdit[] | undefined {
  const { pointer, span: keySpan } = edit.place;
  const value = spanOf({ pointer });
  if (value === undefined) return undefined;
  const key = keySpan ?? spanOf({ pointer, onKey: true }) ?? value;
  switch (edit.kind) {
    case 'write':
      return [{ ...value, text: printInline(edit.value) }];
    case 'rename':
      return key === value ? undefined : [{ ...key, text: JSON.stringify(edit.name) }];
    case 'remove':
      return [span(key.offset, value.offset + value.length)];
    case 'add':
      return text[value.offset] === '{'
        ? [insertion(text, value, edit.field, edit.value)]
        : undefined;
    case 'append':
      return text[value.offset] === '[' ? appending(text, value, edit.value) : undefined;
    default: {
      const before = spanOf({ pointer: edit.before.pointer });
      if (before === undefined) return undefined;
      const gap = text.slice(lastOf(text, before.offset), before.offset);
      const moved = text.slice(value.offset, value.offset + value.length);
      return [
        { offset: before.offset, length: 0, text: `${moved},${gap}` },
        removal(text, value.offset, value.offset + value.length),
      ];
    }
  }
}

/** Adjacent items are removed together: one comma separates them from others. */
function removals(
  text: string,
  items: readonly (Span & { readonly pointer: string })[],
): readonly PlacedEdit[] {
  const runs: { readonly pointer: string; readonly start: number; end: number }[] = [];
  for (const { pointer, offset, length } of [...items].sort((a, b) => a.offset - b.offset)) {
    const last = runs.at(-1);
    // The same once more, or a part of it.
    if (last !== undefined && offset < last.end) continue;
    // Only a comma is between them.
    if (last !== undefined && afterSpace(text, afterSpace(text, last.end) + 1) === offset)
      last.end = offset + length;
    else runs.push({ pointer, start: offset, end: offset + length });
  }
  return runs.map(({ pointer, start, end }) => ({ pointer, ...removal(text, start, end) }));
}

/** Removes an item or property with the comma that separates it from another. */
function removal(text: string, start: number, end: number): TextEdit {
  const after = afterSpace(text, end);
  if (text[after] === ',') return span(start, afterSpace(text, after + 1));
  const before = lastOf(text, start);
  return text[before - 1] === ',' ? span(before - 1, end) : span(before, after);
}

function insertion(text: string, holder: Span, field: string, value: unknown): TextEdit {
  const first = afterSpace(text, holder.offset + 1);
  const isCompact = /^"[^"]{0,200}":\S/.test(text.slice(first, first + 210));
  const property = `${JSON.stringify(field)}:${isCompact ? '' : ' '}${printInline(value)}`;
  if (text[first] === '}') return { ...span(holder.offset + 1, first), text: property };
  const gap = text.slice(holder.offset + 1, first);
  const at = lastOf(text, holder.offset + holder.length - 1);
  return { ...span(at, at), text: `,${gap === '' && !isCompact ? ' ' : gap}${property}` };
}

/** After the last item, with the white space that is before it. */
function appending(text: string, list: Span, value: unknown): readonly TextEdit[] | undefined {
  const end = lastOf(text, list.offset + list.length - 1);
  const first = afterSpace(text, list.offset + 1);
  if (text[first] === ']') return undefined;
  const gap = text.slice(list.offset + 1, first);
  return [{ ...span(end, end), text: `,${gap === '' ? ' ' : gap}${printInline(value)}` }];
}

const span = (start: number, end: number): TextEdit => ({
  offset: start,
  length: end - start,
  text: '',
});

/** Offset after the last character before here that is not white space. */
function lastOf(text: string, from: number): number {
  let at = from;
  while (at > 0 && isSpace(text.charCodeAt(at - 1))) at--;
  return at;
}

/**
 * Applies the edits of many fixes to one text: all edits of a fix or none, and none that touches an earlier one.
 * Returns the applied fixes.
 */
export function applyEdits<F extends { readonly edits: readonly TextEdit[] }>(
  text: string,
  fixes: readonly F[],
): { readonly text: string; readonly applied: readonly F[] } {
  // In order, and apart.
  const chosen: TextEdit[] = [];
  const applied: F[] = [];
  for (const fix of fixes) {
    const places = fix.edits.map((edit) => placeAmong(chosen, edit));
    if (fix.edits.some((edit, i) => isTouched(chosen, places[i] as number, edit))) continue;
    for (const edit of fix.edits) chosen.splice(placeAmong(chosen, edit), 0, edit);
    applied.push(fix);
  }
  const pieces: string[] = [];
  let at = 0;
  for (const edit of chosen) {
    pieces.push(text.slice(at, edit.offset), edit.text);
    at = edit.offset + edit.length;
  }
  return { text: pieces.join('') + text.slice(at), applied };
}

/** The index of the first that comes after an edit. */
function placeAmong(sorted: readonly TextEdit[], { offset, length }: TextEdit): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = sorted[middle] as TextEdit;
    if (other.offset < offset || (other.offset === offset && other.length <= length))
      low = middle + 1;
    else high = middle;
  }
  return low;
}

const isTouched = (sorted: readonly TextEdit[], place: number, edit: TextEdit): boolean =>
  [sorted[place - 1], sorted[place]].some((other) => other !== undefined && touches(edit, other));

// Adjacent edits are not independent: both may move one comma.
const touches = (a: Span, b: Span): boolean =>
  a.offset <= b.offset + b.length && b.offset <= a.offset + a.length;
