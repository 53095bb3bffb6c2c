import { isUtf8 } from 'node:buffer';
import { resolve } from 'node:path';
import { configuredPaths, ignoredFiles } from '../config/apply.ts';
import { decodeText } from '../document/bytes.ts';
import { isDeeperThan } from '../document/syntax.ts';
import { readWhole } from '../load/read.ts';
import { reasonOf } from '../load/refusal.ts';
import { type HeldFailure, type HeldWorkspace, holdLive, readWorkspace } from '../load/workspace.ts';
import { eventNameOf } from '../model/config.ts';
import { quote } from '../model/label.ts';
import { nearest } from '../model/nearest.ts';
import type { EventDefinition, Workflow } from '../model/nodes.ts';
import type { SimulatedStart, Simulation, SimulationRequest } from '../model/simulation.ts';
import type { AnyRule } from '../rule.ts';
import { findZone, parseStart } from '../simulate/calendar.ts';
import { type Parsed, parseLaterEvent, parsePayload } from '../simulate/when.ts';
import type { Args } from './args.ts';
import { parseStatus } from './choice.ts';
import type { Program } from './main.ts';
import { readConfig } from './setup.ts';
import { UserError } from './user-error.ts';

/** What is simulated over, and what is known to be missing of it. */
export interface Material {
  readonly workflows: readonly Workflow[];
  readonly definitions: readonly EventDefinition[];
  readonly failures: readonly HeldFailure[];
  /** Lists of workflows that say of themselves that there is more. */
  readonly partial: readonly string[];
  /** What else is to be said. */
  readonly remarks: readonly string[];
}

const LIVE = 'live';
const MAX_DEPTH = 200;

/** Reads the workflows and event definitions that the command line names. */
export async function readMaterial(rules: readonly AnyRule[], args: Args, paths: readonly string[], program: Program): Promise<Material> {
  const config = await readConfig(rules, args, program);
  const cwd = program.cwd();
  const named = paths.length > 0 || args.live ? paths : (configuredPaths(config, cwd) ?? ['.']);
  const ignores = await ignoredFiles(config, cwd);
  const parts: HeldWorkspace[] = [];
  if (named.length > 0) parts.push(await readWorkspace(named, cwd, program.stdin, { ignores }));
  const apart = args.events.filter((source) => source !== LIVE && source !== 'none');
  if (args.events.includes('none') && args.events.length > 1) throw new UserError('--events none leaves no room for other --events');
  const withLiveEvents = args.events.includes(LIVE);
  if (args.live || withLiveEvents) {
    const { openLive } = await import('./live.ts');
    const live = await openLive(args, program);
    parts.push(await holdLive(live.read({ workflows: args.live, events: withLiveEvents || (args.live && args.events.length === 0) })));
  }
  const definitions = apart.length === 0 ? undefined : await readWorkspace(apart, cwd, program.stdin, { assume: 'events', ignores });
  const documents = parts.flatMap((part) => part.documents.map(({ document }) => document));
  const ofEvents = definitions?.documents.map(({ document }) => document);
  const keep = filterOf(args);
  const partial = [...documents, ...(ofEvents ?? [])].flatMap(({ lists, ref }) =>
    lists.filter(({ hasMore }) => hasMore).map(({ of }) => ({ of, source: quote(ref.source) })),
  );
  return {
    workflows: documents.flatMap(({ workflows }) => workflows).filter(keep),
    definitions: args.events.includes('none') ? [] : (ofEvents ?? documents).flatMap(({ events }) => events),
    failures: [...parts, ...(definitions === undefined ? [] : [definitions])].flatMap(({ failures }) => failures),
    partial: partial.filter(({ of }) => of !== 'events').map(({ source }) => `the list of workflows in ${source} says that there is more (has_more is true)`),
    remarks: partial
      .filter(({ of }) => of === 'events')
      .map(({ source }) => `the list of events in ${source} says that there is more (has_more is true): a payload may not have been checked`),
  };
}

function filterOf(args: Args): (workflow: Workflow) => boolean {
  const status = parseStatus(args.status);
  const asked = new Set(args.workflow);
  return ({ id, name, status: own }) =>
    (status === undefined || own === status) && (asked.size === 0 || (id !== undefined && asked.has(id)) || (name !== undefined && asked.has(name)));
}

/** What the flags ask for. Everything that can be wrong with them is found before anything is read. */
export function parseRequest(args: Args, event: string, program: Program): { readonly request: SimulationRequest; readonly remarks: readonly string[] } {
  const { start, remark } = parseClock(args.at, args.zone);
  const when = args.when.map((text) => unwrap(`--when`, parseLaterEvent(text, start)));
  return {
    request: {
      event,
      payload: readJson('--payload', args.payload, program),
      contact: readJson('--contact', args.contact, program),
      when,
      all: args.all,
      start,
    },
    remarks: remark === undefined ? [] : [remark],
  };
}

/** When the event happens, by `--at` and `--zone`. */
export function parseClock(at: string | undefined, zone: string | undefined): { readonly start?: SimulatedStart; readonly remark?: string } {
  if (at === undefined) {
    if (zone !== undefined) throw new UserError('--zone needs --at: without a start there are no dates', 'such as --at 2026-03-28T09:00 --zone Europe/Berlin');
    return {};
  }
  const found = findZone(zone ?? 'UTC');
  if (found === undefined) {
    const near = nearest(zone ?? '', Intl.supportedValuesOf('timeZone'));
    throw new UserError(
      `there is no time zone ${quote(zone ?? '')}`,
      near === undefined ? 'such as Europe/Berlin or America/New_York' : `did you mean "${near}"?`,
    );
  }
  const parsed = parseStart(at, found);
  if (parsed === undefined) throw new UserError(`--at wants a date and time, not ${quote(at)}`, 'such as 2026-03-28T09:00, or 2026-03-28T09:00:00Z');
  return parsed;
}

/** A flag that holds a JSON object, or names a file that does. */
function readJson(flag: string, given: string | undefined, program: Program): SimulationRequest['payload'] {
  if (given === undefined) return undefined;
  const isText = given.trimStart().startsWith('{');
  const text = isText ? given : readText(flag, given, program);
  const value = unwrap(isText ? flag : `the file ${quote(given)} of ${flag}`, parsePayload(text));
  if (isDeeperThan(value, MAX_DEPTH)) throw new UserError(`${flag} is nested too deeply`);
  return value;
}

function readText(flag: string, path: string, program: Program): string {
  const full = resolve(program.cwd(), path);
  try {
    const { text, fault } = decodeText(readWhole(full), isUtf8);
    if (fault !== undefined) throw new UserError(`the file ${quote(path)} of ${flag} is ${fault.message}`);
    return text;
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(`${flag} ${quote(path)}: ${reasonOf(error)}`, `JSON is taken as it is: ${flag} '{"plan": "pro"}'`);
  }
}

function unwrap<T>(what: string, parsed: Parsed<T>): T {
  if ('fault' in parsed) throw new UserError(`${what}: ${parsed.fault}`);
  return parsed.value;
}

/** A name that no workflow and no definition knows is most likely misspelt, and no answer is better than a reassuring one. */
export function rejectUnknown({ event, known, gaps }: Simulation, { workflows, definitions }: Material): void {
  if (known || gaps.length > 0) return;
  const names = new Set<string>();
  for (const { name } of definitions) if (name !== undefined) names.add(name);
  for (const step of workflows.flatMap(({ steps }) => steps)) {
    const name = eventNameOf(step);
    if (name !== undefined) names.add(name);
  }
  const near = nearest(event, names);
  throw new UserError(
    `no workflow starts on ${quote(event)} or waits for it, and no definition has it`,
    near === undefined ? undefined : `did you mean "${near}"?`,
  );
}
