/** Files that are opened or dropped, as texts. */
import type { NamedText } from '../protocol.ts';

/** Of all texts together, in characters: larger ones make typing slow. */
export const LARGEST = 20 * 1024 * 1024;
export const TOO_LARGE = 'the playground takes 20 MB in all; the command line takes more';

export const sizeOf = (texts: readonly NamedText[]): number =>
  texts.reduce((size, { text }) => size + text.length, 0);

/** For a new text. */
export function freeName(texts: readonly NamedText[]): string {
  const names = new Set(texts.map(({ name }) => name));
  let number = texts.length + 1;
  while (names.has(`workflow-${number}.json`)) number++;
  return `workflow-${number}.json`;
}

/** @param room characters that are left. */
export async function readFiles(files: Iterable<File>, room: number) {
  const texts: NamedText[] = [];
  const refused: string[] = [];
  let left = room;
  for (const file of files) {
    try {
      if (file.size > left) throw new Error(TOO_LARGE);
      const text = decode(await file.arrayBuffer());
      left -= text.length;
      texts.push({ name: file.name, text });
    } catch (error) {
      refused.push(`${file.name}: ${(error as Error).message}`);
    }
  }
  return { texts, refused };
}

function decode(bytes: ArrayBuffer): string {
  try {
    // The editor has one kind of line end.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\r\n?/g, '\n');
  } catch {
    throw new Error('it is not UTF-8');
  }
}
