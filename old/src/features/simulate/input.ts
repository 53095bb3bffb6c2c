import { isUtf8 } from 'node:buffer';
import { resolve } from 'node:path';
import type { CommandContext, Runtime } from '../../command.ts';
import { decodeText } from '../../core/document/bytes.ts';
import { createResources } from '../../core/lint/resources.ts';
import { eventNameOf } from '../../core/model/config.ts';
import { quote } from '../../core/model/label.ts';
import { nearest } from '../../core/model/nearest.ts';
import type { Document, EventDefinition, Workflow } from '../../core/model/nodes.ts';
import type { SimulatedStart, Simulation, SimulationRequest } from '../../core/model/simulation.ts';
import { fillFromTemplates } from '../../core/resources/fill-steps.ts';
import { resourceTypeOf } from '../../core/resources/registry.ts';
import templates from '../../core/resources/templates.ts';
import { configuredPaths, ignoredFiles } from '../../load/config/find.ts';
import { readWhole } from '../../load/file.ts';
import { sourceItems } from '../../load/live-item.ts';
import { reasonOf } from '../../load/source-error.ts';
import { openSources } from '../../load/sources.ts';
import { withConfigured } from '../../run/begin-run.ts';
import type { LiveFlags } from '../../run/context.ts';
import { workflowFilter } from '../../run/filter.ts';
import type { SharedArgs } from '../../run/flags.ts';
import { type HeldFailure, type HeldWorkspace, holdWorkspace } from '../../run/hold.ts';
import { eventPaths, readLive } from '../../run/named-sources.ts';
import { readConfig } from '../../run/setup.ts';
import { UserError } from '../../run/user-error.ts';
import { findZone, parseStart } from './calendar.ts';
import type { RequestFlags } from './flags.ts';
import { parseLaterEvent, parsePayload, prefixed } from './parse.ts';
import { checkContactFields } from './test-case.ts';

/** The input of a simulation, and its known gaps. */
export interface Material {
  readonly workflows: readonly Workflow[];
  readonly definitions: readonly EventDefinition[];
  readonly failures: readonly HeldFailure[];
  /** Lists of workflows that are partial (has_more). */
  readonly partial: readonly string[];
  /** Further notes. */
  readonly remarks: readonly string[];
}

export type MaterialFlags = LiveFlags & SharedArgs<'config' | 'live' | 'events'>;

/** Reads the workflows and event definitions that the command line names. */
export async function readMaterial(
  given: MaterialFlags,
  named: readonly string[],
  context: CommandContext,
): Promise<Material> {
  const config = await readConfig(given, context);
  const { stdin, cwd: workingDirectory } = context.runtime;
  const cwd = workingDirectory();
  const args = withConfigured(given, config, cwd);
  const ignores = await ignoredFiles(config, cwd);
  const hold = (paths: readonly string[], assume?: 'events'): Promise<HeldWorkspace> =>
    holdWorkspace(openSources({ paths, cwd, stdin, assume, ignores }).items);
  const events = eventPaths(args);
  const paths =
    named.length > 0 || args.live ? named : (configuredPaths(config.files, cwd) ?? ['.']);
  const parts = paths.length === 0 ? [] : [await hold(paths)];
  const live = await readLive(args, context, { names: [templates.name], onlyUsed: true });
  if (live !== undefined) parts.push(await holdWorkspace(sourceItems(live)));
  const hasOwnEvents = events === undefined || events === 'none';
  const ofEvents = hasOwnEvents ? [] : [await hold(events, 'events')];
  return materialOf(parts, ofEvents, args);
}

/** @param ofEvents the source of the event definitions, if they are not among the parts. */
export function materialOf(
  parts: readonly HeldWorkspace[],
  ofEvents: readonly HeldWorkspace[],
  { status, workflow, events }: Pick<MaterialFlags, 'status' | 'workflow' | 'events'>,
): Material {
  const documents = documentsOf(parts);
  const defining = ofEvents.length === 0 ? documents : documentsOf(ofEvents);
  const keep = workflowFilter({ status, workflows: workflow });
  const { find } = createResources(documents.flatMap(({ resources }) => resources))(templates);
  const lists = documentsOf([...parts, ...ofEvents]).flatMap((document) => document.lists);
  const partial = lists.filter(({ hasMore, of }) => hasMore && resourceTypeOf(of) === undefined);
  const noteOn = (what: string, isAbout: (of: string) => boolean): readonly string[] =>
    partial
      .filter(({ of }) => isAbout(of))
      .map(
        ({ document: { source } }) =>
          `the list of ${what} in ${quote(source)} says that there is more (has_more is true)`,
      );
  return {
    workflows: documents
      .flatMap(({ workflows }) => workflows)
      .filter(keep)
      .map((workflow) => fillFromTemplates(workflow, find)),
    definitions:
      eventPaths({ events }) === 'none' ? [] : defining.flatMap((document) => document.events),
    failures: [...parts, ...ofEvents].flatMap(({ failures }) => failures),
    partial: noteOn('workflows', (of) => of !== 'events'),
    remarks: noteOn('events', (of) => of === 'events').map(
      (text) => `${text}: a payload may not have been checked`,
    ),
  };
}

const documentsOf = (parts: readonly HeldWorkspace[]): readonly Document[] =>
  parts.flatMap(({ documents }) => documents.map(({ document }) => document));

/** The request of the flags. They are checked completely before any input is read. */
export function parseRequest(
  args: RequestFlags,
  event: string,
  runtime: Runtime,
): { readonly request: SimulationRequest; readonly remarks: readonly string[] } {
  const { start, remark } = parseClock(args.at, args.zone);
  const when = args.when.map((text) => prefixed('--when: ', () => parseLaterEvent(text, start)));
  const payload = readJson('--payload', args.payload, runtime);
  const contact = readJson('--contact', args.contact, runtime);
  if (contact !== undefined) prefixed('--contact: ', () => checkContactFields(contact));
  return {
    request: { event, payload, contact, when, all: args.all, start },
    remarks: remark === undefined ? [] : [remark],
  };
}

/** When the event happens, by `--at` and `--zone`. */
function parseClock(
  at: string | undefined,
  given: string | undefined,
): { readonly start?: SimulatedStart; readonly remark?: string } {
  if (at === undefined) {
    if (given !== undefined)
      throw new UserError(
        '--zone needs --at: dates need a start',
        'such as --at 2026-03-28T09:00 --zone Europe/Berlin',
      );
    return {};
  }
  const zone = given ?? 'UTC';
  const found = findZone(zone);
  if (found === undefined) {
    const near = nearest(zone, Intl.supportedValuesOf('timeZone'));
    throw new UserError(
      `there is no time zone ${quote(zone)}`,
      near === undefined ? 'such as Europe/Berlin or America/New_York' : `did you mean "${near}"?`,
    );
  }
  const parsed = parseStart(at, found);
  if (parsed === undefined)
    throw new UserError(
      `--at wants a date and time, not ${quote(at)}`,
      'such as 2026-03-28T09:00, or 2026-03-28T09:00:00Z',
    );
  return parsed;
}

/** A flag that holds a JSON object, or names a file that does. */
function readJson(
  flag: string,
  given: string | undefined,
  runtime: Runtime,
): SimulationRequest['payload'] {
  if (given === undefined) return undefined;
  const isText = given.trimStart().startsWith('{');
  const path = resolve(runtime.cwd(), given);
  const hint = `JSON is taken as it is: ${flag} '{"plan": "pro"}'`;
  const place = isText ? flag : `the file ${quote(given)} of ${flag}`;
  return prefixed(`${place}: `, () => parsePayload(isText ? given : readUtf8(path, hint)));
}

/** The text of a file. Throws a UserError when it cannot be read. */
export function readUtf8(path: string, hint?: string): string {
  let bytes: Uint8Array;
  try {
    bytes = readWhole(path);
  } catch (error) {
    throw new UserError(reasonOf(error), hint);
  }
  const { text, fault } = decodeText(bytes, isUtf8);
  if (fault !== undefined) throw new UserError(fault.message);
  return text;
}

/** An event without a workflow or definition is most likely misspelt, so an empty simulation would be misleading. */
export function rejectUnknown(
  { unknown: [event], gaps }: Simulation,
  { workflows, definitions }: Material,
): void {
  if (event === undefined || gaps.length > 0) return;
  const names = [
    ...definitions.map(({ name }) => name),
    ...workflows.flatMap(({ steps }) => steps.map(eventNameOf)),
  ];
  const near = nearest(event, new Set(names.filter((name) => name !== undefined)));
  throw new UserError(
    `no workflow starts on ${quote(event)} or waits for it, and no definition has it`,
    near === undefined ? undefined : `did you mean "${near}"?`,
  );
}
