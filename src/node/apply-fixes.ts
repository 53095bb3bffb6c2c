import type { Fix, TextEdit } from '../core/model/finding.ts';

/** Of fixes that meet, the first is made; the others are for the next round. */
export function applyFixes(
  text: string,
  fixes: readonly Fix[],
): { readonly text: string; readonly made: number } {
  const edits = fixes
    .flatMap((own) => own.edits.map((edit) => ({ own, edit })))
    .sort((a, b) => a.edit.startOffset - b.edit.startOffset);
  const dropped = new Set<Fix>();
  let last: (typeof edits)[number] | undefined;
  for (const each of edits) {
    if (dropped.has(each.own)) continue;
    const meets = last !== undefined && each.edit.startOffset <= last.edit.endOffset;
    if (meets && last?.own !== each.own) dropped.add(each.own);
    else last = each;
  }
  const kept = edits.filter(({ own }) => !dropped.has(own)).map(({ edit }) => edit);
  return { text: applyEdits(text, kept), made: fixes.length - dropped.size };
}

/** @param edits in order, without overlaps. */
function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let [written, at] = ['', 0];
  for (const edit of edits) {
    written += text.slice(at, edit.startOffset) + edit.text;
    at = edit.endOffset;
  }
  return written + text.slice(at);
}
