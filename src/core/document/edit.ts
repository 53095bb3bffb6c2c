import type { Node as JsonNode } from 'jsonc-parser';
import type { Fix, TextEdit } from '../model/finding.ts';
import type { Edit } from '../model/fix.ts';
import { placeOf } from '../model/place.ts';
import type { RuleFix } from '../rule.ts';
import { endOf, keyOf, type Positions } from './positions.ts';

type Change = readonly [start: number, end: number, text: string];

/** A fix as edits of a text; undefined where a place is not in the text, or two edits meet. */
export function printFix({ title, safety, edits }: RuleFix, positions: Positions): Fix | undefined {
  const printed: TextEdit[] = [];
  for (const edit of edits) {
    const { pointer } = placeOf(edit.at);
    const node = positions.find(pointer);
    if (node === undefined) return undefined;
    const [startOffset, endOffset, text] = changeOf(edit, node);
    const region = positions.regionOf(startOffset, endOffset);
    printed.push({ pointer, startOffset, endOffset, region, text });
  }
  printed.sort((a, b) => a.startOffset - b.startOffset || a.endOffset - b.endOffset);
  const meets = printed.some((edit, i) => edit.startOffset < (printed[i - 1]?.endOffset ?? 0));
  return meets || printed.length === 0 ? undefined : { title, safety, edits: printed };
}

function changeOf(edit: Edit, node: JsonNode): Change {
  switch (edit.kind) {
    case 'write':
      return [node.offset, endOf(node), printValue(edit.value)];
    case 'rename': {
      const key = keyOf(node) ?? node;
      return [key.offset, endOf(key), JSON.stringify(edit.name)];
    }
    case 'remove':
      return remove(node);
  }
}

/** An item or property, with one comma. */
function remove(node: JsonNode): Change {
  const part = node.parent?.type === 'property' ? node.parent : node;
  const siblings = part.parent?.children ?? [part];
  const at = siblings.indexOf(part);
  const [before, after] = [siblings[at - 1], siblings[at + 1]];
  if (before !== undefined) return [endOf(before), endOf(part), ''];
  return [part.offset, after?.offset ?? endOf(part), ''];
}

/** On one line, with spaces. */
const printValue = (value: unknown): string =>
  JSON.stringify(value, null, 1).replace(/\n\s*/g, ' ');
