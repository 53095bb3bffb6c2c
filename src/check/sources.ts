/** Sources in, result out: reads documents one by one, hands them to the linter, and lets them go. */

import type { SourceDocument } from '../document/split.ts';
import type { ReadText } from '../lint/drafts.ts';
import { finishRun } from '../lint/finish.ts';
import { createLinter } from '../lint/linter.ts';
import type { Part } from '../lint/part.ts';
import type { ActiveRule, SettingAt } from '../lint/settings.ts';
import { type Origin, rereadFrom } from '../load/again.ts';
import { expandPaths, type Input } from '../load/expand.ts';
import type { LiveItem } from '../load/live/account.ts';
import { readAtOnce, readDocuments } from '../load/read.ts';
import { reasonOf } from '../load/refusal.ts';
import { holdStream } from '../load/stdin.ts';
import type { Result } from '../model/finding.ts';
import type { Clock } from './clock.ts';
import { filterOf, type Wanted } from './filter.ts';
import { createIntake, type IntakeOptions, type Taken } from './intake.ts';
import { type FileInput, ofEvents, sizeOf } from './tasks.ts';
import { checkInThreads, type Threads, threadsFor } from './threads.ts';

export interface CheckOptions extends Wanted, Pick<IntakeOptions, 'everyFact' | 'onWorkflow' | 'onNames' | 'onDocument'> {
  readonly paths: readonly string[];
  /** Paths whose items are event definitions; `none` leaves out all event definitions. */
  readonly events?: readonly string[] | 'none' | undefined;
  /** The live API as a further source. */
  readonly live?: LiveSource | undefined;
  /** Relative paths start here. */
  readonly cwd: string;
  readonly stdin: AsyncIterable<Uint8Array>;
  /** A folder for what is too much to be held; without one, nothing is written. */
  readonly scratch?: (() => Promise<string>) | undefined;
  /** What findings of stdin name as their source. */
  readonly stdinName?: string | undefined;
  readonly rules: readonly ActiveRule[];
  /** The rule as it is in force at a place, when rules are not the same everywhere. */
  readonly settingAt?: SettingAt | undefined;
  /** Whether to leave out a file, by its absolute path; files named themselves are never left out. */
  readonly ignores?: ((path: string) => boolean) | undefined;
  /** Further threads, for files. */
  readonly threads?: Threads | undefined;
  /** Called now and then when there is much to read. */
  readonly rest?: (() => void) | undefined;
  /** Takes the time. Its rules must be those that are given here. */
  readonly clock?: Clock | undefined;
}

export interface LiveSource {
  readonly items: AsyncIterable<LiveItem>;
  /** Its event definitions stand in for those found among the paths. */
  readonly replacesEvents: boolean;
}

export interface Checked {
  readonly result: Result;
  /** Nothing that was read held workflows or events. */
  readonly empty: boolean;
}

/** All that was read, before the rules over the whole workspace. */
export interface Collected {
  readonly parts: readonly Part[];
  readonly skipped: number;
  readonly empty: boolean;
  readonly readText: ReadText & { close(): void };
  /** Every source by name, with its bytes; -1 for what is no file. */
  inputs(): readonly (readonly [string, number])[];
}

export async function checkSources(options: CheckOptions): Promise<Checked> {
  const { parts, skipped, empty, readText } = await collect(options);
  try {
    return { result: finishRun(parts, { rules: options.rules, settingAt: options.settingAt, readText, skipped }), empty };
  } finally {
    readText.close();
  }
}

// As many files as are about as much as a portion of a large one.
const MANY = 32;

export async function collect(options: CheckOptions): Promise<Collected> {
  const { clock } = options;
  const bare = createLinter(options.rules, options.settingAt);
  const linter = clock?.ofLinter(bare) ?? bare;
  const keep = filterOf(options);
  if (keep.leavesOut !== undefined) linter.leaveOut(keep.leavesOut, 'workflows');
  const { inputs, refused } = await expandAll(options);
  for (const { source, message } of refused) linter.fail({ source, message, refused: true });

  const origins = new Map<string, Origin>();
  const taking = createIntake(linter, { ...options, keep, replacesEvents: options.live?.replacesEvents });
  const intake = clock?.ofIntake(taking) ?? taking;
  const noteFile = ({ source, path }: Pick<FileInput, 'source' | 'path'>): void => void origins.set(source, { path });
  // What is told of changes needs documents as a whole.
  const inParts = options.onDocument === undefined;
  let small = 0;
  const read = async (some: readonly Input[]): Promise<void> => {
    for (const input of some) {
      try {
        const { source, path } = input;
        if (path !== undefined) noteFile({ source, path });
        const atOnce = path === undefined ? undefined : readAtOnce({ source, path }, inParts);
        if (atOnce !== undefined) {
          for (const document of atOnce) intake.take(document, input);
          if (++small % MANY === 0) options.rest?.();
        } else
          for await (const portion of documentsOf(input, inParts, options, origins)) {
            for (const document of portion) intake.take(document, input);
            options.rest?.();
          }
      } catch (error) {
        linter.fail({ source: input.source, message: reasonOf(error), refused: true });
      }
    }
  };
  // Only a matter of memory: what a workflow says of an event that is already known to exist need not be kept.
  const early = ofEvents(inputs);
  const files = [...early, ...inputs.filter((input) => !early.has(input))];
  const team = await threadsFor(files, options);
  const others = team === undefined ? [] : await checkInThreads(team, files, { ...options, linter, read, take: intake.take, noteFile, early });
  if (team === undefined) await read(files);
  const passing = await takeLive(options, linter, intake, origins);
  const unmatched = passing === 0 ? keep.unmatched() : [];
  for (const name of unmatched) linter.fail({ source: '--workflow', message: `no workflow has the id or name "${name}"`, refused: true });
  const tallies = [intake.tally, ...others.map(({ tally }) => tally)];
  return {
    parts: [linter.part(), ...others.map(({ part }) => part)],
    skipped: tallies.reduce((sum, { skipped }) => sum + skipped, 0),
    // A service that failed may well hold something: that is an incomplete answer, not an empty one.
    empty: passing === 0 && tallies.every(({ recognized }) => recognized === 0),
    readText: await rereadFrom(origins),
    inputs: () => [...origins].map(([source, origin]) => [source, 'path' in origin ? sizeOf(origin) : -1] as const).sort(([a], [b]) => (a < b ? -1 : 1)),
  };
}

/** Returns how many faults of the service may pass. */
async function takeLive(
  { live }: CheckOptions,
  linter: ReturnType<typeof createLinter>,
  intake: ReturnType<typeof createIntake>,
  origins: Map<string, Origin>,
): Promise<number> {
  let passing = 0;
  for await (const item of live?.items ?? []) {
    const { source } = item;
    if (item.kind === 'failure') {
      if (!item.refused) passing++;
      linter.fail({ source, message: item.message, refused: item.refused }, item.of);
      continue;
    }
    const { text, path, of } = item;
    const assume = of === 'events' ? 'events' : 'workflows';
    const input: Taken = { source, explicit: true, assume, isLive: true, isShare: of === 'workflow', ...(path !== undefined && { path }) };
    if (path !== undefined) origins.set(source, { path });
    intake.take({ ref: { source, index: 0, line: 1, start: 0, end: Buffer.byteLength(text) }, text }, input);
  }
  return passing;
}

async function expandAll({
  paths,
  events,
  cwd,
  ignores,
}: CheckOptions): Promise<{ inputs: readonly Input[]; refused: readonly { source: string; message: string }[] }> {
  const main = await expandPaths(paths, cwd, undefined, ignores);
  if (events === undefined || events === 'none') return main;
  const extra = await expandPaths(events, cwd, 'events', ignores);
  const taken = new Set(extra.inputs.map(({ source }) => source));
  return { inputs: [...extra.inputs, ...main.inputs.filter(({ source }) => !taken.has(source))], refused: [...main.refused, ...extra.refused] };
}

function documentsOf(input: Input, inParts: boolean, options: CheckOptions, origins: Map<string, Origin>): AsyncIterable<Iterable<SourceDocument>> {
  const { path } = input;
  return path === undefined ? documentsOfStdin(input, inParts, options, origins) : readDocuments({ ...input, path }, inParts);
}

async function* documentsOfStdin(input: Input, inParts: boolean, options: CheckOptions, origins: Map<string, Origin>): AsyncIterable<Iterable<SourceDocument>> {
  const source = options.stdinName ?? input.source;
  const held = await holdStream(options.stdin, inParts ? options.scratch : undefined);
  origins.set(source, held.origin);
  yield* held.documents(source, input.assume);
}
