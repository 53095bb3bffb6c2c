import type { Node as JsonNode } from 'jsonc-parser';
import type { Fix, TextEdit } from '../model/finding.ts';
import type { Edit } from '../model/fix.ts';
import { joinPointer, placeOf } from '../model/place.ts';
import type { RuleFix } from '../rule.ts';
import { endOf, keyOf, type Positions } from './positions.ts';

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
    const { pointer } = placeOf(edit.at);
    const changes = changesOf(edit, pointer, text, positions);
    if (changes === undefined) return undefined;
    for (const { start, end, text: own } of changes) {
      const offsets = { startOffset: start, endOffset: end };
      printed.push({ pointer, ...offsets, region: positions.regionOf(start, end), text: own });
    }
  }
  const sorted = printed.sort((a, b) => a.startOffset - b.startOffset || a.endOffset - b.endOffset);
  const meets = sorted.some((edit, i) => edit.startOffset < (sorted[i - 1]?.endOffset ?? 0));
  return meets || sorted.length === 0 ? undefined : { title, safety, edits: sorted };
}

function changesOf(
  edit: Edit,
  pointer: string,
  text: string,
  positions: Positions,
): readonly Change[] | undefined {
  if (edit.kind === 'text')
    return [{ start: edit.at.offset, end: edit.at.offset + edit.at.length, text: edit.text }];
  const node = positions.find(pointer);
  if (node === undefined) return undefined;
  switch (edit.kind) {
    case 'write':
      return [replace(node, printValue(edit.value))];
    case 'rename': {
      const key = keyOf(node);
      return key && [replace(key, JSON.stringify(edit.name))];
    }
    case 'remove':
      return [remove(node)];
    case 'add': {
      // A field that is null is not set.
      const given = positions.find(pointer + joinPointer([edit.field]));
      const value = printValue(edit.value);
      const property = `${JSON.stringify(edit.field)}: ${value}`;
      return [given === undefined ? insert(property, node, text) : replace(given, value)];
    }
    default: {
      const before = positions.find(placeOf(edit.before).pointer);
      return before && move(text, node, before);
    }
  }
}

const replace = (node: JsonNode, text: string): Change => ({
  ...{ start: node.offset, end: endOf(node), text },
});

/** An item or property, with one comma. */
function remove(node: JsonNode): Change {
  const part = node.parent?.type === 'property' ? node.parent : node;
  const siblings = part.parent?.children ?? [part];
  const at = siblings.indexOf(part);
  const [before, after] = [siblings[at - 1], siblings[at + 1]];
  if (before !== undefined) return { start: endOf(before), end: endOf(part), text: '' };
  return { start: part.offset, end: after?.offset ?? endOf(part), text: '' };
}

/** A new last property, with the white space that is before the one that is last now. */
function insert(property: string, object: JsonNode, text: string): Change {
  const last = object.children?.at(-1);
  if (last === undefined)
    return { start: object.offset + 1, end: endOf(object) - 1, text: property };
  const before = text.slice(object.offset, last.offset);
  const space = before.slice(before.trimEnd().length);
  return { start: endOf(last), end: endOf(last), text: `,${space}${property}` };
}

/** One item of an array before another one: both, and those between, keep their own text. */
function move(text: string, node: JsonNode, before: JsonNode): readonly Change[] | undefined {
  const items = node.parent?.children ?? [];
  const [first, last] = [items.indexOf(before), items.indexOf(node)];
  if (first === -1 || first >= last) return undefined;
  const texts = items.map((item) => text.slice(item.offset, endOf(item)));
  return items
    .slice(first, last + 1)
    .map((item, i) => replace(item, texts[i === 0 ? last : first + i - 1] as string));
}

/** On one line, with spaces. */
const printValue = (value: unknown): string =>
  JSON.stringify(value, null, 1).replace(/\n\s*/g, ' ');
