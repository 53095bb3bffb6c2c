import type { Runtime } from '../command.ts';
import { takenFor } from '../core/document/recognize.ts';
import type { SourceItem } from '../core/document/split.ts';
import { compare } from '../core/lint/order.ts';
import { takeFirst } from '../core/model/text.ts';
import { escapeText } from '../core/report/escape.ts';
import { decodeItems } from '../run/decode.ts';
import { EXIT } from '../run/exit-code.ts';
import { writeFailures, writeStream } from '../run/output.ts';

/** `--list-files`: each file with its detected type, or why it is skipped. No rules run. */
export async function listFiles(
  items: readonly SourceItem[],
  isEmptyAllowed: boolean,
  runtime: Runtime,
): Promise<number> {
  const files: { readonly source: string; readonly found: Map<string, number> }[] = [];
  const add = (source: string, what: string): void => {
    if (files.at(-1)?.source !== source) files.push({ source, found: new Map() });
    const found = files.at(-1)?.found as Map<string, number>;
    found.set(what, (found.get(what) ?? 0) + 1);
  };
  const failures: { readonly source: string; readonly message: string }[] = [];
  for (const item of items)
    if ('failure' in item) failures.push(item.failure);
    else if ('ignored' in item) add(item.ignored.source, `skipped: ${item.ignored.reason}`);
    else if ('skipped' in item) add(item.skipped.source, `skipped: ${item.skipped.reason}`);
  for (const { document, skipReason } of decodeItems(items).read)
    add(
      document.ref.source,
      skipReason === undefined ? takenFor(document) : `skipped: ${skipReason}`,
    );
  await writeStream(
    runtime.stdout,
    files
      .sort((a, b) => compare(a.source, b.source))
      .map(({ source, found }) => `${escapeText(source)}: ${escapeText(wordsOf(found))}\n`),
  );
  await writeFailures(failures, runtime);
  if (failures.length > 0) return EXIT.failed;
  if (files.length > 0 || isEmptyAllowed) return EXIT.clean;
  await writeStream(runtime.stderr, ['edgewise: no files found\n']);
  return EXIT.failed;
}

/** Unreadable lines can have many different reasons. */
function wordsOf(found: ReadonlyMap<string, number>): string {
  const { first, more } = takeFirst([...found], 5);
  const words = first.map(([what, times]) => (times === 1 ? what : `${times} × ${what}`));
  return [...words, ...(more > 0 ? [`${more} others`] : [])].join('; ');
}
