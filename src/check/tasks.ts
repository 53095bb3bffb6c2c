import { statSync } from 'node:fs';
import type { LineRange } from '../document/split.ts';
import { createLinter } from '../lint/linter.ts';
import type { Part } from '../lint/part.ts';
import type { ActiveRule, SettingAt } from '../lint/settings.ts';
import { divideFile, type ItemRange, readItems } from '../load/divide.ts';
import type { Divided } from '../load/divided.ts';
import type { Input } from '../load/expand.ts';
import { readPart } from '../load/file.ts';
import { isLinesFile, readLines, surveyLines } from '../load/lines.ts';
import { readAtOnce, readDocuments } from '../load/read.ts';
import { reasonOf } from '../load/refusal.ts';
import type { EventDefinition } from '../model/nodes.ts';
import type { Clock } from './clock.ts';
import { filterOf, type Wanted } from './filter.ts';
import { createIntake, type IntakeOptions, type Tally } from './intake.ts';

/** A file that a thread can read by itself. */
export type FileInput = Input & { readonly path: string };

/** What a thread does in one go: some files, or some lines or items of one. */
export type Task = { readonly files: readonly FileInput[] } | { readonly file: FileInput; readonly range: LineRange | ItemRange };

const TASK_BYTES = 1024 * 1024;
const MAX_LOOKED_INTO = 20;
const HEAD = 4096;
const MAX_FILES = 256;
const WORTH_DIVIDING = 16 * 1024 * 1024;

/** The sources that are likely to hold event definitions: those are read first. */
export function ofEvents(inputs: readonly Input[]): ReadonlySet<Input> {
  // Looking into thousands of files would take longer than what it is good for.
  const looks = inputs.length <= MAX_LOOKED_INTO;
  return new Set(inputs.filter((input) => input.assume === 'events' || /event/i.test(input.source) || (looks && beginsWithEvents(input))));
}

function beginsWithEvents({ path }: Input): boolean {
  if (path === undefined || path.endsWith('.gz')) return false;
  try {
    const head = readPart(path, 0, HEAD).toString('latin1');
    return head.includes('"schema"') && !/"(?:steps|edges|connections)"/.test(head);
  } catch {
    // What is wrong with it is told when it is read.
    return false;
  }
}

/** Bytes of a file; nothing when it cannot be told: what is wrong with it is told when it is read. */
export const sizeOf = ({ path }: Pick<FileInput, 'path'>): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/**
 * The parts of those files that one thread would still be at work on when the others are done. To find them takes a third of the
 * time of a check, and nobody works meanwhile: so where files are about as large as each other, threads rather share files.
 */
export async function divideLargest(files: readonly FileInput[], threads: number): Promise<ReadonlyMap<FileInput, Divided>> {
  const sizes = files.map(sizeOf);
  const share = sizes.reduce((sum, size) => sum + size, 0) / threads;
  const divided = new Map<FileInput, Divided>();
  for (const [i, file] of files.entries()) {
    if ((sizes[i] as number) <= Math.max(share, WORTH_DIVIDING) || isLinesFile(file.path) || file.path.toLowerCase().endsWith('.gz')) continue;
    const parts = await divideFile(file);
    if (parts !== undefined) divided.set(file, parts);
  }
  return divided;
}

/** All files as tasks of about the same size: those of twice the size and more first, and else in order. */
export function planTasks(files: readonly FileInput[], divided: ReadonlyMap<FileInput, Divided> = new Map()): readonly Task[] {
  const tasks: { readonly task: Task; readonly bytes: number }[] = [];
  let batch: FileInput[] = [];
  let held = 0;
  const close = (): void => {
    if (batch.length > 0) tasks.push({ task: { files: batch }, bytes: held });
    [batch, held] = [[], 0];
  };
  for (const file of files) {
    const parts = divided.get(file);
    if (parts !== undefined) {
      const { portions, arrays } = parts;
      for (const portion of portions) tasks.push({ task: { file, range: { portion, arrays } }, bytes: portion.end - portion.start.byte });
      continue;
    }
    const bytes = sizeOf(file);
    const ranges = bytes > TASK_BYTES && isLinesFile(file.path) ? surveyed(file) : undefined;
    if (ranges !== undefined) {
      for (const range of ranges) tasks.push({ task: { file, range }, bytes: range.end - range.start });
      continue;
    }
    batch.push(file);
    held += bytes;
    if (held >= TASK_BYTES || batch.length >= MAX_FILES) close();
  }
  close();
  return tasks.sort((a, b) => classOf(b.bytes) - classOf(a.bytes)).map(({ task }) => task);
}

// Ranges of lines, each of about as many bytes, are in one.
const classOf = (bytes: number): number => Math.round(Math.log2(bytes + 1));

// What cannot be surveyed is told by whoever reads it as a whole.
function surveyed({ path }: FileInput): readonly LineRange[] | undefined {
  try {
    return surveyLines(path);
  } catch {
    return undefined;
  }
}

export interface WorkerOptions extends Wanted {
  readonly rules: readonly ActiveRule[];
  readonly settingAt?: SettingAt | undefined;
  /** The definitions every thread knows. */
  readonly known: readonly EventDefinition[];
  readonly everyFact?: IntakeOptions['everyFact'];
  readonly onNames?: IntakeOptions['onNames'];
  readonly clock?: Clock | undefined;
}

/** What came of the tasks of one thread. */
export interface Worked {
  readonly part: Part;
  readonly tally: Tally;
}

/**
 * Does tasks until there are none left. Threads share the count of those taken.
 * @param rest called between two tasks.
 */
export async function workOff(tasks: readonly Task[], taken: Int32Array, options: WorkerOptions, rest?: () => Promise<void>): Promise<Worked> {
  const { clock } = options;
  const bare = createLinter(options.rules, options.settingAt, options.known);
  const linter = clock?.ofLinter(bare) ?? bare;
  const taking = createIntake(linter, { keep: filterOf(options), everyFact: options.everyFact, onNames: options.onNames, shard: options.shard });
  const intake = clock?.ofIntake(taking) ?? taking;
  const read = async (file: FileInput, range?: LineRange | ItemRange): Promise<void> => {
    try {
      const atOnce = range === undefined ? readAtOnce(file, true) : 'portion' in range ? readItems(file, range) : readLines(file, range);
      if (atOnce !== undefined) for (const document of atOnce) intake.take(document, file);
      else for await (const portion of readDocuments(file, true)) for (const document of portion) intake.take(document, file);
    } catch (error) {
      linter.fail({ source: file.source, message: reasonOf(error), refused: true });
    }
  };
  for (;;) {
    const task = tasks[Atomics.add(taken, 0, 1)];
    if (task === undefined) return { part: linter.part(), tally: intake.tally };
    if ('range' in task) await read(task.file, task.range);
    else for (const file of task.files) await read(file);
    await rest?.();
  }
}
