import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Runtime } from '../../command.ts';
import { pluralize } from '../../core/model/text.ts';
import { escapeText } from '../../core/report/escape.ts';
import { fileNameOf, longFileNameOf } from '../../load/file-names.ts';
import { type ReportTarget, writeReports, writeStream } from '../../run/output.ts';
import { UserError } from '../../run/user-error.ts';
import { explainWriteError, refuseLinkedFolders, writeFileWhole } from '../../run/write-file.ts';
import { printMermaid } from './mermaid.ts';
import type { Picture } from './picture.ts';

interface PictureFormat {
  /** Of the name of a file. */
  readonly ending: string;
  print(pictures: readonly Picture[]): string | Promise<string>;
}

const FORMATS: ReadonlyMap<string, PictureFormat> = new Map<string, PictureFormat>([
  ['mermaid', { ending: '.mmd', print: (pictures) => printMermaid(pictures, { titled: true }) }],
  // The layout is slow to load.
  ['svg', { ending: '.svg', print: async (all) => (await import('./lay-out.ts')).printSvgs(all) }],
]);
export const GRAPH_FORMATS = [...FORMATS.keys()];
/** The targets have no other names. */
const formatNamed = (name: string): PictureFormat => FORMATS.get(name) as PictureFormat;

/** In one document. */
const MAX_IN_ONE = 100;

export interface NamedPicture {
  readonly picture: Picture;
  readonly name: string | undefined;
  /** Makes the file name unique; without it, only the name is used. */
  readonly id: string | undefined;
}

interface PictureOutput {
  readonly targets: readonly ReportTarget[];
  /** A folder. */
  readonly out: string | undefined;
  readonly notes: string[];
}

/**
 * Writes pictures to standard output, to files, or one each into a folder. Omitted parts are added to the notes.
 * Returns whether all formats accept the written text.
 */
export async function writePictures(
  drawn: readonly NamedPicture[],
  { targets, out, notes }: PictureOutput,
  runtime: Runtime,
): Promise<boolean> {
  const shown = out === undefined ? drawn.slice(0, MAX_IN_ONE) : drawn;
  if (drawn.length > shown.length)
    notes.push(
      `${drawn.length - shown.length} of ${drawn.length} pictures are left out: choose with --workflow, or write them to a folder with -o`,
    );
  const print = (format: string, pictures: readonly NamedPicture[]): string | Promise<string> =>
    formatNamed(format).print(pictures.map(({ picture }) => picture));
  let isComplete = true;
  const isSingle = ({ file }: ReportTarget): boolean => out === undefined || file !== undefined;
  await writeReports({ format: targets.filter(isSingle) }, runtime, async ({ format }) => {
    const text = await print(format, shown);
    const limit = format === 'mermaid' ? limitOf(text) : undefined;
    if (limit === undefined) return [text];
    isComplete = false;
    notes.push(
      `Mermaid draws at most ${limit}: choose with --workflow, or write one file each with -o`,
    );
    return [];
  });
  if (out === undefined) return isComplete;
  const folder = resolve(runtime.cwd(), out);
  for (const { format } of targets.filter((target) => !isSingle(target))) {
    makeFolder(folder, out, runtime.cwd());
    const taken = new Set<string>();
    const { ending } = formatNamed(format);
    for (const each of shown) {
      const file = join(folder, `${freeName(each, taken)}${ending}`);
      writeFileWhole(file, [await print(format, [each])], runtime.cwd());
    }
    const done = `wrote ${pluralize(shown.length, 'picture')} to ${escapeText(out)}\n`;
    await writeStream(runtime.stdout, [done]);
  }
  return isComplete;
}

/** The default limit of Mermaid that a text exceeds. */
function limitOf(text: string): string | undefined {
  const edges = text.match(/ -\.?->/g)?.length ?? 0;
  if (edges > 500) return `500 edges in one picture, and these have ${edges}`;
  return text.length > 50_000 ? `50,000 characters, and this has ${text.length}` : undefined;
}

function makeFolder(folder: string, given: string, cwd: string): void {
  try {
    refuseLinkedFolders(join(folder, 'picture'), cwd);
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new UserError(`cannot make the folder "${given}": ${explainWriteError(error)}`);
  }
}

function freeName({ name, id }: NamedPicture, taken: Set<string>): string {
  const candidates =
    id === undefined
      ? [`${name}`]
      : [fileNameOf(name, id), longFileNameOf(name, id)].map((file) =>
          file.slice(0, -'.json'.length),
        );
  const last = candidates.at(-1);
  let free = candidates.find((candidate) => !taken.has(candidate));
  // The same workflow is in the input twice.
  for (let n = 2; free === undefined; n++) if (!taken.has(`${last}-${n}`)) free = `${last}-${n}`;
  taken.add(free);
  return free;
}
