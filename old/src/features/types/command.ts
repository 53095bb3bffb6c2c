import { resolve } from 'node:path';
import { type CommandContext, defineCommand } from '../../command.ts';
import { createDefinitions } from '../../core/model/definitions.ts';
import { quote } from '../../core/model/label.ts';
import { pluralize } from '../../core/model/text.ts';
import { escapeText } from '../../core/report/escape.ts';
import { configuredPaths, ignoredFiles } from '../../load/config/find.ts';
import { textOfFile } from '../../load/file.ts';
import { kindOf } from '../../load/folder-files.ts';
import { sourceItems } from '../../load/live-item.ts';
import { openSources } from '../../load/sources.ts';
import { EXIT } from '../../run/exit-code.ts';
import { type FlagValues, switchFlag, textFlag } from '../../run/flag.ts';
import { LIVE_FLAGS, pick } from '../../run/flags.ts';
import { type HeldWorkspace, holdWorkspace } from '../../run/hold.ts';
import { LIVE } from '../../run/named-sources.ts';
import { writeFailures, writeStream } from '../../run/output.ts';
import { readConfig } from '../../run/setup.ts';
import { UserError } from '../../run/user-error.ts';
import { writeFileWhole } from '../../run/write-file.ts';
import { declareEvents } from './declarations.ts';

const FLAGS = {
  out: { ...textFlag('FILE', 'write this file, such as src/events.d.ts'), alias: 'o' },
  check: switchFlag('write nothing; exit with 1 when the file of -o is not up to date'),
  ...pick('config', 'ignore', 'allowEmpty'),
  ...LIVE_FLAGS,
};

export default defineCommand({
  name: 'types',
  summary: 'TypeScript types of events and their payloads; for events.send of the SDK',
  positionals: ['[paths…]'],
  flags: FLAGS,
  examples: [
    ['edgewise types events.json -o src/events.d.ts', 'write the types'],
    ['edgewise types live -o src/events.d.ts --check', 'compare them with the account, in CI'],
  ],
  async run(args, context) {
    const { runtime } = context;
    const { out, check, allowEmpty } = args;
    if (check && out === undefined)
      throw new UserError('--check needs the file to check', 'name it with -o FILE');
    const parts = await readEvents(args, args.positional, context);
    const failures = parts.flatMap((part) => part.failures);
    await writeFailures(failures, runtime);
    // A file with some of the events would refuse the others.
    if (failures.some(({ isTemporary }) => isTemporary !== true)) return EXIT.failed;
    if (failures.length > 0) return EXIT.incomplete;
    const documents = parts.flatMap((part) => part.documents.map(({ document }) => document));
    const events = documents.flatMap((document) => document.events);
    if (events.length === 0 && !allowEmpty)
      throw new UserError('no event definitions found', 'name the file of your events, or "live"');
    const definitions = createDefinitions();
    for (const event of events) definitions.add(event);
    const nameless = events.filter(({ name }) => name === undefined).length;
    const notes = documents.flatMap(({ lists, ref }) =>
      lists.flatMap(({ of, hasMore }) =>
        of === 'events' && hasMore
          ? [`the event list in ${quote(ref.source)} is partial: events are missing`]
          : [],
      ),
    );
    if (nameless > 0)
      notes.push(`${pluralize(nameless, 'event definition')} without a name left out`);
    await writeStream(
      runtime.stderr,
      notes.map((note) => `edgewise: ${escapeText(note)}\n`),
    );
    const text = declareEvents(definitions);
    if (out === undefined) {
      await writeStream(runtime.stdout, [text]);
      return EXIT.clean;
    }
    const path = resolve(runtime.cwd(), out);
    if (!check) {
      writeFileWhole(path, [text], runtime.cwd());
      return EXIT.clean;
    }
    // Git may have changed its line ends.
    if (textOfFile(path)?.replaceAll('\r\n', '\n') === text) return EXIT.clean;
    await writeStream(runtime.stderr, [
      `edgewise: "${escapeText(out)}" is not up to date\n          run the same command without --check\n`,
    ]);
    return EXIT.findings;
  },
});

/** The event definitions of the paths; without paths, those of the configuration, else of this folder. */
async function readEvents(
  args: FlagValues<typeof FLAGS>,
  given: readonly string[],
  context: CommandContext,
): Promise<readonly HeldWorkspace[]> {
  const { stdin, cwd: workingDirectory } = context.runtime;
  const cwd = workingDirectory();
  const config = await readConfig(args, context);
  const configured = [config.events, config.files].flatMap((each) =>
    each?.value.includes('none') ? [] : (configuredPaths(each, cwd) ?? []),
  );
  const named = given.length > 0 ? given : configured.length > 0 ? configured : ['.'];
  const paths = named.filter((path) => path !== LIVE);
  // A file is read as events, since its shape may be ambiguous. A folder can contain other lists.
  const isFile = (path: string): boolean => kindOf(resolve(cwd, path)) === 'file';
  const sources = {
    paths: paths.filter((path) => !isFile(path)),
    events: paths.filter(isFile),
    cwd,
    stdin,
    ignores: await ignoredFiles(config, cwd),
    allowsEmpty: args.allowEmpty,
  };
  const parts = [await holdWorkspace(openSources(sources).items)];
  if (!named.includes(LIVE)) return parts;
  const live = await context.openLive({ ...args, status: undefined, workflow: [] });
  const items = live.read({ workflows: false, events: true });
  return [...parts, await holdWorkspace(sourceItems(items))];
}
