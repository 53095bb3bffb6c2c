import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type CommandContext, defineCommand, type ParsedArgs } from '../../command.ts';
import type { Location } from '../../core/model/finding.ts';
import { RESOURCE_TYPES } from '../../core/resources/registry.ts';
import { saveItems } from '../../features/live/folder.ts';
import { createAccount, type RecordedAccount } from '../../features/record/account.ts';
import { startRecorder } from '../../features/record/recorder.ts';
import { runScript } from '../../features/record/script.ts';
import { wayFrom } from '../../load/config/find.ts';
import { BOTH, type LiveItem } from '../../load/live-item.ts';
import { openSources } from '../../load/sources.ts';
import { type Flags, type FlagValues, grouped, numberFlag, textFlag } from '../../run/flag.ts';
import { holdWorkspace } from '../../run/hold.ts';
import type { Live } from '../../run/named-sources.ts';
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
  ...['live', 'save', 'audit', 'resources', 'shard', 'changedSince', 'listFiles', 'stdinFilename'],
  'watch',
  // The script has to be corrected, not the recording.
  ...['fix', 'fixUnsafe', 'dryRun'],
];
const lintFlags = Object.fromEntries(
  Object.entries(lint.flags).filter(([name]) => !NOT_OF_RECORDINGS.includes(name)),
);

export default defineCommand({
  name: 'record',
  summary: 'run a script that creates workflows against a recorder on this machine, and lint them',
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
    const args = given as ParsedArgs & FlagValues<typeof OWN_FLAGS>;
    const account = createAccount(await contentsOf(args.from, context));
    const { failure, interrupted } = await recordScript(args, account, context);
    if (interrupted !== undefined) return interrupted;
    const folder = args.out ?? mkdtempSync(join(tmpdir(), 'edgewise-record-'));
    try {
      const [workflows, events] = [account.workflows(), account.events()];
      const isEmpty = failure === undefined && workflows.length === 0 && events.length === 0;
      if (isEmpty && args['allowEmpty'] !== true)
        throw new UserError(
          'the command created no workflows or events',
          'it must use an official SDK, or Node; --allow-empty makes this a success',
        );
      const openLive: CommandContext['openLive'] = async (flags) => {
        const withEvents = (args['events'] as readonly string[]).includes('live');
        const live = withEvents ? await context.openLive(flags) : undefined;
        return {
          read: () => recordedItems(args, account, failure, folder, live, context),
          // Recorded workflows have no runs.
          async *countRuns() {},
        };
      };
      const defaults = Object.entries(lint.flags).map(([name, flag]) => [
        name,
        flag.read([], name),
      ]);
      return await lint.run(
        { ...Object.fromEntries(defaults), ...args, positional: [], live: true },
        { ...context, openLive },
      );
    } finally {
      if (args.out === undefined) rmSync(folder, { recursive: true, force: true });
    }
  },
});

async function recordScript(
  { timeout = DEFAULT_SECONDS, ...args }: ParsedArgs & FlagValues<typeof OWN_FLAGS>,
  account: RecordedAccount,
  { runtime }: CommandContext,
): ReturnType<typeof runScript> {
  const { env } = runtime;
  const recorder = await startRecorder(account);
  const bases = [
    args['baseUrl'],
    env['EDGEWISE_BASE_URL'],
    env['RESEND_BASE_URL'],
    env['RESEND_API_URL'],
  ];
  const hosts = bases.flatMap((base) =>
    typeof base === 'string' && URL.canParse(base) ? new URL(base).host : [],
  );
  const noProxy = [env['NO_PROXY'] || env['no_proxy'], '127.0.0.1'].filter(Boolean).join(',');
  const isReserved = (args['format'] as readonly ReportTarget[]).some(
    ({ format, file }) => file === undefined && isMachineFormat(format),
  );
  try {
    return await runScript(
      args.positional,
      {
        seconds: timeout,
        // Standard output then holds one document.
        out: isReserved ? runtime.stderr : runtime.stdout,
        env: {
          ...env,
          RESEND_BASE_URL: recorder.url,
          RESEND_API_URL: recorder.url,
          // With this key, the service refuses a request that is not redirected.
          RESEND_API_KEY: 're_recorded',
          EDGEWISE_API_KEY: undefined,
          NO_PROXY: noProxy,
          no_proxy: noProxy,
          EDGEWISE_RECORDER: recorder.url,
          EDGEWISE_RECORDED_HOSTS: [SERVICE, ...hosts].join(' '),
          NODE_OPTIONS:
            `${env['NODE_OPTIONS'] ?? ''} --enable-source-maps --require ${JSON.stringify(packagePath('dist/preload.cjs'))}`.trim(),
        },
      },
      runtime,
    );
  } finally {
    recorder.close();
  }
}

/** The recording as files of a folder. */
async function* recordedItems(
  { out, positional }: ParsedArgs & FlagValues<typeof OWN_FLAGS>,
  account: RecordedAccount,
  failure: string | undefined,
  folder: string,
  live: Live | undefined,
  { runtime }: CommandContext,
): AsyncIterable<LiveItem> {
  for await (const item of saveItems(documentsOf(account, runtime.cwd()), folder, runtime.cwd())) {
    const source = `${UNSAVED}/${basename(item.source)}`;
    yield out === undefined ? { ...item, source } : item;
  }
  yield* resourcesOf(account);
  const source = positional.join(' ');
  if (failure !== undefined)
    yield { kind: 'failure', of: BOTH, source, message: failure, refused: true };
  if (live !== undefined) yield* live.read({ workflows: false, events: true });
}

async function* documentsOf(account: RecordedAccount, cwd: string): AsyncIterable<LiveItem> {
  for (const { id, name, value, origin } of account.workflows())
    yield {
      ...{ kind: 'document', of: 'workflow', source: id, text: JSON.stringify(value), id },
      ...(name !== undefined && { name }),
      origin: originOf(origin, cwd),
    };
  const data = account.events();
  const text = JSON.stringify({ object: 'list', has_more: false, data });
  if (data.length > 0)
    yield { kind: 'document', of: 'events', source: 'events', text, origin: null };
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
  return { source: wayFrom(cwd, path), pointer: '', region };
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
