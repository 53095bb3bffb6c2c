import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type CommandContext, defineCommand, type Request } from '../../command.ts';
import type { Location } from '../../core/model/finding.ts';
import { RESOURCE_TYPES } from '../../core/resources/registry.ts';
import { saveItems } from '../../features/live/folder.ts';
import { createAccount, type RecordedAccount } from '../../features/record/account.ts';
import { guardedEnvironment, hostOf } from '../../features/record/environment.ts';
import { nothingCreated, reportRefused } from '../../features/record/outcome.ts';
import { startRecorder } from '../../features/record/recorder.ts';
import { requestDocuments } from '../../features/record/request-documents.ts';
import { type FaultyRequest, faultyRequests } from '../../features/record/requests.ts';
import { runScript } from '../../features/record/script.ts';
import { relativePath } from '../../load/config/find.ts';
import { textOfFile } from '../../load/file.ts';
import { BOTH, type LiveItem } from '../../load/live-item.ts';
import { openSources } from '../../load/sources.ts';
import type { Live } from '../../run/context.ts';
import { type Flags, type FlagValues, grouped, numberFlag, textFlag } from '../../run/flag.ts';
import { holdWorkspace } from '../../run/hold.ts';
import { isMachineFormat, type ReportTarget } from '../../run/output.ts';
import { packagePath } from '../../run/package-path.ts';
import { UserError } from '../../run/user-error.ts';
import lint from './lint.ts';

const SERVICE = 'api.resend.com';
const DEFAULT_SECONDS = 120;
/** The source name in findings when the recording is not kept. */
const UNSAVED = 'recorded';

const OWN_FLAGS = grouped('What to record:', {
  out: { ...textFlag('DIR', 'write what is recorded: one file a workflow'), alias: 'o' },
  from: textFlag('PATH', 'what the account has already: the folder of a pull, or other files'),
  timeout: numberFlag(
    'SECONDS',
    `end the command after this time; default: ${DEFAULT_SECONDS}`,
    [0.001, 999_999],
  ),
});

// Flags of lint that need what a recording does not have.
const NOT_OF_RECORDINGS = [
  ...['live', 'resources', 'shard', 'printConfig', 'stdinFilename'],
  'watch',
  // The script has to be corrected, not the recording.
  ...['fix', 'fixUnsafe', 'dryRun'],
];
const lintFlags = Object.fromEntries(
  Object.entries(lint.flags).filter(([name]) => !NOT_OF_RECORDINGS.includes(name)),
);

export default defineCommand({
  name: 'record',
  summary: 'run a script that creates workflows against a recorder; they are linted',
  positionals: ['COMMAND…'],
  flags: { ...OWN_FLAGS, ...lintFlags } as Flags,
  examples: [
    ['edgewise record -- node provision.js', 'lint what the script would create'],
    [
      'edgewise record -o workflows --from pulled -- npm run provision',
      'write it to files as well',
    ],
  ],
  ...(lint.failed !== undefined && { failed: lint.failed }),
  async run(given, context) {
    const args = given as Request & FlagValues<typeof OWN_FLAGS>;
    const account = createAccount(await contentsOf(args.from, context));
    const { failures, code, interrupted } = await recordScript(args, account, context);
    if (interrupted !== undefined) return interrupted;
    const requests = await requestsOf(account, context.runtime.cwd());
    const made = [...account.workflows(), ...account.events(), ...requests];
    if (failures.length === 0 && made.length === 0 && args['allowEmpty'] !== true)
      throw nothingCreated(account);
    const folder = args.out ?? mkdtempSync(join(tmpdir(), 'edgewise-record-'));
    try {
      const openLive: CommandContext['openLive'] = async (flags) => {
        const withEvents = (args['events'] as readonly string[]).includes('live');
        const live = withEvents ? await context.openLive(flags) : undefined;
        const recording = { account, requests, failures, folder };
        return {
          read: () => recordedItems(recording, args, context.runtime.cwd(), live),
        };
      };
      const defaults = Object.entries(lint.flags).map(([name, flag]) => [
        name,
        flag.read([], name),
      ]);
      const asked = { ...Object.fromEntries(defaults), ...args, positional: [], live: true };
      const linted = await lint.run({ ...asked, calls: 'record' }, { ...context, openLive });
      // That of the command has priority.
      return code ?? linted;
    } finally {
      if (args.out === undefined) rmSync(folder, { recursive: true, force: true });
    }
  },
});

/** The requests to report. The source of a refused call shows whether its result is read. */
async function requestsOf(
  account: RecordedAccount,
  cwd: string,
): Promise<readonly FaultyRequest[]> {
  const all = account.requests();
  if (!all.some(({ status, origin }) => status === 409 && origin !== null))
    return faultyRequests(all, () => undefined);
  const { isIgnoredAt } = await import('../../features/code/ignored-at.ts');
  return faultyRequests(all, (origin) => {
    const { source = '', region } = originOf(origin, cwd) ?? {};
    const path = resolve(cwd, source);
    const text = region && textOfFile(path);
    if (region === undefined || text === undefined) return undefined;
    return isIgnoredAt({ path, text }, region.startLine, region.startColumn);
  });
}

interface RecordedRun {
  /** Why the recording may be incomplete. */
  readonly failures: readonly string[];
  /** The exit code of a command that failed. */
  readonly code?: number | undefined;
  readonly interrupted?: number | undefined;
}

async function recordScript(
  { timeout = DEFAULT_SECONDS, ...args }: Request & FlagValues<typeof OWN_FLAGS>,
  account: RecordedAccount,
  { runtime }: CommandContext,
): Promise<RecordedRun> {
  const { env } = runtime;
  const bases = [
    args['baseUrl'],
    env['EDGEWISE_BASE_URL'],
    env['RESEND_BASE_URL'],
    env['RESEND_API_URL'],
  ];
  const hosts = bases.flatMap((base) =>
    typeof base === 'string' && URL.canParse(base) ? hostOf(new URL(base).host) : [],
  );
  const recorder = await startRecorder(account, [SERVICE, ...hosts]);
  const isReserved = (args['format'] as readonly ReportTarget[]).some(
    ({ format, file }) => file === undefined && isMachineFormat(format),
  );
  try {
    const { failure, ...ended } = await runScript(
      args.positional,
      {
        seconds: timeout,
        // Standard output then holds one document.
        out: isReserved ? runtime.stderr : runtime.stdout,
        env: guardedEnvironment(env, {
          url: recorder.url,
          hosts: [SERVICE, ...hosts],
          nodeOptions: `--enable-source-maps --require ${JSON.stringify(packagePath('dist/preload.cjs'))}`,
        }),
      },
      runtime,
    );
    const denied = await reportRefused([...recorder.refused].sort(), [SERVICE, ...hosts], runtime);
    return { ...ended, failures: [...(failure === undefined ? [] : [failure]), ...denied] };
  } finally {
    recorder.close();
  }
}

/** The recording as files of a folder. @param live the account whose events are read beside it. */
async function* recordedItems(
  recording: {
    readonly account: RecordedAccount;
    readonly requests: readonly FaultyRequest[];
    readonly failures: readonly string[];
    readonly folder: string;
  },
  { out, positional }: Pick<Request, 'positional'> & FlagValues<typeof OWN_FLAGS>,
  cwd: string,
  live: Live | undefined,
): AsyncIterable<LiveItem> {
  const { account, requests, failures, folder } = recording;
  for await (const item of saveItems(documentsOf(account, cwd), folder, cwd))
    yield out === undefined ? { ...item, source: `${UNSAVED}/${basename(item.source)}` } : item;
  yield* resourcesOf(account);
  yield* requestDocuments(requests, {
    folder: UNSAVED,
    locate: (origin) => originOf(origin ?? undefined, cwd),
    read: (path) => textOfFile(resolve(cwd, path)),
  });
  for (const message of failures)
    yield { kind: 'failure', of: BOTH, source: positional.join(' '), message, refused: true };
  if (live !== undefined) yield* live.read({ workflows: false, events: true });
}

async function* documentsOf(account: RecordedAccount, cwd: string): AsyncIterable<LiveItem> {
  for (const { id, name, value, origin } of account.workflows()) {
    const text = JSON.stringify(value);
    const item = { kind: 'document', of: 'workflow', source: id, text, id } as const;
    const place = originOf(origin, cwd);
    yield name === undefined ? { ...item, createdBy: place } : { ...item, name, createdBy: place };
  }
  const data = account.events();
  const text = JSON.stringify({ object: 'list', has_more: false, data });
  if (data.length > 0)
    yield { kind: 'document', of: 'events', source: 'events', text, createdBy: null };
}

/** They are not written to files: the list of one script would later be read as complete. */
function* resourcesOf(account: RecordedAccount): Iterable<LiveItem> {
  for (const { of, items, partial } of account.resources()) {
    const source = `${UNSAVED}/${of}`;
    const text = JSON.stringify({ object: 'list', has_more: false, data: items });
    yield { kind: 'document', of, source, text };
    if (partial)
      yield { kind: 'absent', of, source, reason: 'the account can have more than is recorded' };
  }
}

/** The place of `file:line:column`. */
function originOf(origin: string | undefined, cwd: string): Location | null {
  const [, file = '', line, column] = /^(.*):(\d+):(\d+)$/.exec(origin ?? '') ?? [];
  if (line === undefined) return null;
  const path = file.startsWith('file:') && URL.canParse(file) ? fileURLToPath(file) : file;
  const [startLine, startColumn] = [Number(line), Number(column)];
  const region = { startLine, startColumn, endLine: startLine, endColumn: startColumn };
  return { source: relativePath(cwd, path), pointer: '', region };
}

/** The initial content of the account. */
async function contentsOf(
  from: string | undefined,
  { runtime }: CommandContext,
): Promise<Parameters<typeof createAccount>[0]> {
  if (from === undefined) return { workflows: [], events: [], resources: [] };
  const { cwd, stdin } = runtime;
  const { documents, failures } = await holdWorkspace(
    openSources({ paths: [from], cwd: cwd(), stdin }).items,
  );
  const [failure] = failures;
  if (failure !== undefined) throw new UserError(`--from: ${failure.source}: ${failure.message}`);
  return {
    workflows: documents.flatMap(({ document }) => document.workflows.map(({ raw }) => raw)),
    events: documents.flatMap(({ document }) => document.events.map(({ raw }) => raw)),
    resources: documents.flatMap(({ document: { resources, lists } }) =>
      RESOURCE_TYPES.flatMap(({ name }) => {
        const items = resources.flatMap(({ of, value }) => (of === name ? value : []));
        const ofType = lists.filter(({ of }) => of === name);
        const partial = ofType.length === 0 || ofType.some(({ hasMore }) => hasMore);
        return items.length > 0 || ofType.length > 0 ? [{ of: name, items, partial }] : [];
      }),
    ),
  };
}
