import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileNameOf, longFileNameOf } from '../load/live/file-names.ts';
import { escapeText } from '../report/escape.ts';
import { count } from '../report/words.ts';
import type { ReportTarget } from './formats.ts';
import type { Program } from './main.ts';
import { writeFileWhole, writeStream } from './output.ts';
import { UserError } from './user-error.ts';

export type Draw = typeof import('../picture/print.ts');
export type Picture = Parameters<Draw['printSvgs']>[0][number];

export const GRAPH_FORMATS = ['mermaid', 'dot', 'svg'] as const;
const ENDINGS = new Map([
  ['mermaid', '.mmd'],
  ['dot', '.dot'],
  ['svg', '.svg'],
]);
/** In one document; a folder takes more. */
const MAX_IN_ONE = 100;
const MAX_IN_FOLDER = 10_000;

export interface Drawn {
  readonly picture: Picture;
  readonly name: string | undefined;
  /** What tells its file from those of namesakes; without one, the name alone. */
  readonly id: string | undefined;
}

/** Writes pictures to standard output, to files, or one each into a folder. What is left out is added to the notes. */
export async function writePictures(
  targets: readonly ReportTarget[],
  drawn: readonly Drawn[],
  out: string | undefined,
  notes: string[],
  draw: Draw,
  program: Program,
): Promise<void> {
  const most = out === undefined ? MAX_IN_ONE : MAX_IN_FOLDER;
  const shown = drawn.slice(0, most);
  if (drawn.length > most)
    notes.push(
      `${drawn.length - most} of ${drawn.length} pictures are left out: choose with --workflow${out === undefined ? ', or write them to a folder with -o' : ''}`,
    );
  const printers = new Map<string, (pictures: readonly Picture[]) => string>([
    ['mermaid', draw.printMermaids],
    ['dot', draw.printDot],
    ['svg', draw.printSvgs],
  ]);
  const all = shown.map(({ picture }) => picture);
  for (const { format, file } of [...targets].sort((a, b) => Number(a.file === undefined) - Number(b.file === undefined))) {
    const print = printers.get(format) as (pictures: readonly Picture[]) => string;
    if (file !== undefined || out === undefined) {
      const text = print(all);
      if (format === 'mermaid' && isTooMuch(text)) notes.push('Mermaid refuses so long a text: choose with --workflow, or write one file each with -o');
      if (file === undefined) await writeStream(program.stdout, [text]);
      else writeFileWhole(resolve(program.cwd(), file), [text]);
    } else {
      const folder = resolve(program.cwd(), out);
      makeFolder(folder, out);
      const taken = new Set<string>();
      for (const each of shown) writeFileWhole(join(folder, freeName(each, ENDINGS.get(format) as string, taken)), [print([each.picture])]);
      await writeStream(program.stdout, [`wrote ${count(shown.length, 'picture')} to ${escapeText(out)}\n`]);
    }
  }
}

// What Mermaid takes unless it is told otherwise, which a page with the text in it cannot do.
function isTooMuch(text: string): boolean {
  return text.length > 50_000 || (text.match(/ -->/g)?.length ?? 0) > 500;
}

function makeFolder(folder: string, given: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new UserError(`cannot make the folder "${given}": ${error instanceof Error && 'code' in error ? error.code : error}`);
  }
}

function freeName({ name, id }: Drawn, ending: string, taken: Set<string>): string {
  const candidates = id === undefined ? [`${name}.json`] : [fileNameOf(name, id), longFileNameOf(name, id)];
  const plain = candidates.map((candidate) => candidate.slice(0, -'.json'.length));
  let free = plain.find((candidate) => !taken.has(candidate));
  // The same workflow twice.
  for (let n = 2; free === undefined; n++) if (!taken.has(`${plain.at(-1)}-${n}`)) free = `${plain.at(-1)}-${n}`;
  taken.add(free);
  return `${free}${ending}`;
}
