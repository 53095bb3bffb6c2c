import type { Linter } from '../lint/linter.ts';
import { type HandedPart, takeOver } from '../lint/pack.ts';
import type { Input } from '../load/expand.ts';
import type { EventDefinition } from '../model/nodes.ts';
import type { Spent } from './clock.ts';
import type { Intake, Names, Tally } from './intake.ts';
import type { CheckOptions } from './sources.ts';
import { divideLargest, type FileInput, planTasks, sizeOf, type Task, type Worked, workOff } from './tasks.ts';

/** How further threads are had. */
export interface Threads {
  /** `auto`: as many as there are processors, where it pays. */
  readonly count: number | 'auto';
  readonly processors: number;
  /** Starts threads that know the rules and wait for an assignment. */
  open(count: number, wantsNames: boolean): Promise<Team>;
}

/** Further threads, which start while this one plans. */
export interface Team {
  /** How many they are, this one not counted. */
  readonly size: number;
  /** Lets them work; they are over when it is. */
  work(assignment: Assignment): Promise<readonly WorkedElsewhere[]>;
}

export interface WorkedElsewhere {
  readonly part: HandedPart;
  readonly tally: Tally;
  /** Of the workflows that were read, if they are wanted. */
  readonly names: readonly Names[];
  /** If it was to take the time. */
  readonly spent?: Spent | undefined;
}

/** Plain data, which threads share. */
export interface Assignment {
  readonly tasks: readonly Task[];
  /** How many of them are taken. */
  readonly taken: Int32Array;
  readonly known: readonly EventDefinition[];
}

// A thread has to warm up before it is of use: below the first it costs more than it saves. Above the second, its memory does.
const WORTH_A_THREAD = 50 * 1024 * 1024;
const MAX_AUTO = 8;
// How many times as large a gzip file is unpacked.
const PACKED = 8;
// Files of definitions are read by one thread for all: beyond this they are no longer a matter of moments.
const MAX_AHEAD = 8 * 1024 * 1024;

/** Threads for these files, if they pay, and if nothing is asked that needs all documents in one place. */
export async function threadsFor(
  files: readonly Input[],
  { threads, live, onDocument, onWorkflow, onNames, workflows = [] }: CheckOptions,
): Promise<Team | undefined> {
  if (threads === undefined || live !== undefined || onDocument !== undefined || onWorkflow !== undefined || workflows.length > 0 || !files.every(isFile))
    return undefined;
  const others = (threads.count === 'auto' ? countFor(files, threads.processors) : threads.count) - 1;
  return others > 0 ? await threads.open(others, onNames !== undefined) : undefined;
}

const isFile = (input: Input): input is FileInput => input.path !== undefined;

function countFor(files: readonly FileInput[], processors: number): number {
  const enough = Math.min(processors, MAX_AUTO);
  let bytes = 0;
  for (const file of enough > 1 ? files : []) {
    bytes += file.path.endsWith('.gz') ? sizeOf(file) * PACKED : sizeOf(file);
    if (bytes >= enough * WORTH_A_THREAD) break;
  }
  return Math.min(enough, Math.floor(bytes / WORTH_A_THREAD) + 1);
}

export interface Here extends CheckOptions {
  /** Of this thread: it takes the definitions that the others are told. */
  readonly linter: Linter;
  /** Those of the files that come first, for they most likely hold event definitions. */
  readonly early: ReadonlySet<Input>;
  /** Takes down where a source can be read again. */
  noteFile(file: FileInput): void;
  read(some: readonly Input[]): Promise<void>;
  readonly take: Intake['take'];
}

/** Checks all files in this thread and the others; gives what came of it besides what the linter holds. */
export async function checkInThreads(team: Team, files: readonly Input[], options: Here): Promise<readonly Worked[]> {
  const { linter, early, noteFile, read, take, onNames, everyFact, rules, settingAt, status, events, shard, clock, rest } = options;
  const all = files.filter(isFile);
  // What is known ahead must be what a single thread comes upon first, so the first large one ends it.
  const end = all.findIndex((file) => !early.has(file) || sizeOf(file) > MAX_AHEAD);
  await read(all.slice(0, end === -1 ? all.length : end));
  const shared = end === -1 ? [] : all.slice(end);
  shared.forEach(noteFile);

  const divided = await divideLargest(shared, 1 + team.size);
  const tasks = planTasks(shared, divided);
  const taken = new Int32Array(new SharedArrayBuffer(4));
  // Also those that other shards check: what facts leave out must not depend on whose a definition is.
  const known = linter.known();
  for (const [file, { around }] of divided) take(around, file);
  const stop = (error: unknown): never => {
    Atomics.store(taken, 0, tasks.length);
    throw error;
  };
  // This one works as well, and looks up between two tasks for a thread that failed.
  const pause = (): Promise<void> => {
    rest?.();
    return new Promise(setImmediate);
  };
  // They are told before this one begins, which does its first task at once.
  const elsewhere = team.work({ tasks, taken, known }).catch(stop);
  const here = workOff(tasks, taken, { rules, settingAt, status, events, shard, known, everyFact, onNames, clock }, pause).finally(() =>
    clock?.enter('threads'),
  );
  const [own, others] = await Promise.all([here, elsewhere]);
  for (const { names, spent } of others) {
    if (onNames !== undefined) names.forEach(onNames);
    if (spent !== undefined) clock?.add(spent);
  }
  return [own, ...others.map(({ part, tally }) => ({ part: takeOver(part), tally }))];
}
