import { isUtf8 } from 'node:buffer';
import { lstatSync, readFileSync, statSync } from 'node:fs';
import { groupBy } from '../core/graph/graph.ts';
import type { Fix, TextEdit } from '../core/model/finding.ts';
import type { Input } from '../core/model/workflow.ts';
import type { Plan } from './plan.ts';
import { explainFileError, UserError } from './user-error.ts';
import { replaceFile } from './write-file.ts';

/** A file, or a line of it, before and after its fixes. */
type Change = readonly [before: Input, after: Input];

/** Writes the files with fixes, or makes a diff. One that cannot be written stops no other. */
export async function writeFixed(
  before: readonly Input[],
  after: readonly Input[],
  { inputs: { paths, stdinName }, fix }: Plan,
) {
  const changes = before.map((input, i): Change => [input, after[i] ?? input]);
  const fixed = changes.filter(([old, now]) => old.text !== now.text);
  /** Files that are as before, with the reason. */
  const locked = new Map<string, string>();
  const refused = new Map<string, string>();
  const changed = new Set<string>();
  let diff = '';
  for (const [file, own] of groupBy(fixed, ([{ name }]) => name)) {
    const isStdin = file === stdinName && paths.includes('-');
    const lock = isStdin ? 'it is standard input' : lockOf(file);
    if (lock !== undefined) locked.set(file, lock);
    else
      try {
        const [old, text] = fileWith(file, own);
        if (fix?.isDryRun) diff += await diffOf(file, old, text);
        else replaceFile(file, [text], statSync(file));
        changed.add(file);
      } catch (error) {
        refused.set(file, explainFileError(error));
      }
  }
  // What the files hold now.
  const written = changes.map(([old, now]) => (changed.has(old.name) ? now : old));
  const inputs = fix?.isDryRun ? before : written;
  return { inputs, diff, changed: [...changed], locked, refused };
}

/** Why a file cannot be replaced by another one with the same names, owner and mode. */
function lockOf(file: string): string | undefined {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found === undefined) return 'the file is gone';
  if (found.isSymbolicLink()) return 'the file is a symbolic link';
  if (!found.isFile()) return 'it is not a file';
  if ((found.mode & 0o222) === 0) return 'the file is read-only';
  return found.nlink > 1 ? 'the file has other hard links' : undefined;
}

const MARK = '\ufeff';
/** As lines of JSON Lines are told apart. */
const LINE_ENDS = /(\r\n|\n|\r)/;

/** The text of a file, and the same with its fixes. Nothing else in it changes. */
function fileWith(file: string, changes: readonly Change[]): readonly [string, string] {
  const bytes = readFileSync(file);
  if (!isUtf8(bytes)) throw new UserError('the file is not UTF-8');
  const old = bytes.toString('utf8');
  const mark = old.startsWith(MARK) ? MARK : '';
  const body = old.slice(mark.length);
  const isLines = changes.some(([{ line }]) => line !== undefined);
  // Line ends are every second part.
  const parts = isLines ? body.split(LINE_ENDS) : [body];
  for (const [before, after] of changes) {
    const at = ((before.line ?? 1) - 1) * 2;
    if (parts[at] !== before.text) throw new UserError('it was changed since it was read');
    parts[at] = after.text ?? '';
  }
  return [old, mark + parts.join('')];
}

/** As `git apply` reads it. */
async function diffOf(file: string, before: string, after: string): Promise<string> {
  const { createTwoFilesPatch, FILE_HEADERS_ONLY } = await import('diff');
  return createTwoFilesPatch(`a/${file}`, `b/${file}`, before, after, undefined, undefined, {
    headerOptions: FILE_HEADERS_ONLY,
  });
}

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
