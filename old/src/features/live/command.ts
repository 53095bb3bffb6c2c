import { resolve } from 'node:path';
import { type CommandContext, defineCommand, type Runtime } from '../../command.ts';
import { countBy } from '../../core/model/groups.ts';
import { pluralize } from '../../core/model/text.ts';
import { escapeText } from '../../core/report/escape.ts';
import { formatFailure } from '../../core/report/words.ts';
import { configuredPaths } from '../../load/config/find.ts';
import { EXIT } from '../../run/exit-code.ts';
import { choiceFlag, switchFlag } from '../../run/flag.ts';
import { LIVE_FLAGS, pick, type SharedArgs } from '../../run/flags.ts';
import { writeStream } from '../../run/output.ts';
import { ALL_RESOURCES, chooseResources, describeRequests } from '../../run/resource-choice.ts';
import { configPath, readConfig } from '../../run/setup.ts';
import { asUserError, UserError } from '../../run/user-error.ts';
import type { PullStep } from './pull.ts';

const DEFAULT_FOLDER = 'workflows';

export default defineCommand({
  name: 'pull',
  summary: "write the account's workflows and events to files, for git (default: workflows)",
  positionals: ['[dir]'],
  flags: {
    prune: switchFlag('delete files of earlier pulls whose workflows are gone'),
    force: switchFlag('overwrite files that were changed here'),
    dryRun: switchFlag('print what would be written, and write nothing'),
    events: choiceFlag(['none'], 'no event definitions'),
    ...pick('config', 'status', 'workflow'),
    ...LIVE_FLAGS,
  },
  examples: [['edgewise pull', 'write the folder workflows, and write it again after changes']],
  async run(args, context) {
    const { runtime } = context;
    const [given] = args.positional;
    const { prune, dryRun, force } = args;
    const target = given ?? (await configuredFolder(args, context));
    const cwd = runtime.cwd();
    const live = await context.openLive(args);
    const { pullToFolder } = await import('./pull.ts');
    const resources = chooseResources(args.resources, ALL_RESOURCES);
    const events = args.events !== 'none';
    const items = live.read({ workflows: true, events, resources });
    if (dryRun) await writeStream(runtime.stderr, [describeRequests(events, resources)]);
    const steps = pullToFolder(items, resolve(cwd, target), {
      cwd,
      prune,
      dryRun,
      force,
      resources: resources.names,
      filtered: args.status !== undefined || args.workflow.length > 0,
    });
    return report(steps, { target, dryRun }, runtime).catch(asUserError);
  },
});

/** The folder in `files` of the configuration, if it is one folder: files pulled elsewhere would not be checked. */
async function configuredFolder(
  args: SharedArgs<'config'>,
  context: CommandContext,
): Promise<string> {
  const cwd = context.runtime.cwd();
  if (configPath(args, cwd) === undefined) return DEFAULT_FOLDER;
  const config = await readConfig(args, context);
  const folders = new Set((configuredPaths(config.files, cwd) ?? []).map(folderOf));
  const [folder, ...others] = folders;
  if (folders.has(DEFAULT_FOLDER)) return DEFAULT_FOLDER;
  if (others.length > 0)
    throw new UserError(
      'the configuration has several folders checked: name the one to pull into',
      `such as edgewise pull ${folder}`,
    );
  return folder ?? DEFAULT_FOLDER;
}

/** The folder of a pattern or a file, and a folder itself. */
function folderOf(path: string): string {
  const parts = path.replace(/^(?:\.\/)+/, '').split('/');
  const end = parts.findIndex((part) => /[*?[{(!+@]|\.(?:json|ndjson|jsonl)(?:\.gz)?$/.test(part));
  const folder = (end === -1 ? parts : parts.slice(0, end))
    .filter((part, i) => part !== '' || i === 0)
    .join('/');
  return folder === '' || folder === '.' ? DEFAULT_FOLDER : folder;
}

const WORDS = {
  new: 'new',
  updated: 'updated',
  gone: 'gone from the account; --prune deletes it',
  deleted: 'deleted: it is gone from the account',
  kept: 'gone from the account, but kept: it was changed here',
  edited: 'not written: it was changed here; --force overwrites it',
  complete: 'not written: it is complete, and only a part was read',
} as const;

async function report(
  steps: AsyncIterable<PullStep>,
  { target, dryRun }: { target: string; dryRun: boolean },
  runtime: Runtime,
): Promise<number> {
  const taken: PullStep[] = [];
  for await (const step of steps) taken.push(step);
  const failures = taken.filter((step) => step.kind === 'failure');
  const lines = taken.flatMap((step) => {
    if (step.kind === 'absent') return `not read: ${escapeText(step.reason)}\n`;
    if (step.kind === 'failure' || step.kind === 'same') return [];
    const name = `${target.replace(/\/+$/, '')}/${step.file}`;
    const isOverwritten = step.kind === 'updated' && step.overwrites;
    const edits = isOverwritten ? '; what was changed here is overwritten' : '';
    return `${escapeText(name)}: ${WORDS[step.kind]}${edits}\n`;
  });
  const counts = countBy(taken, ({ kind }) => kind);
  const total = (...kinds: readonly PullStep['kind'][]): number =>
    kinds.reduce((sum, kind) => sum + (counts.get(kind) ?? 0), 0);
  const left = total('edited', 'complete');
  const files = total('new', 'updated', 'same', 'edited', 'complete');
  const [deleted, gone] = [total('deleted'), total('gone', 'kept')];
  const parts = [
    `${dryRun ? 'would write' : 'wrote'} ${total('new', 'updated')} of ${pluralize(files, 'file')}`,
    `${total('same')} unchanged`,
    ...(left > 0 ? [`${left} not overwritten`] : []),
    ...(deleted > 0 ? [`${deleted} ${dryRun ? 'to be deleted' : 'deleted'}`] : []),
    ...(gone > 0 ? [`${gone} gone from the account`] : []),
    ...(failures.length > 0 ? [`${failures.length} not read`] : []),
  ];
  const isNothing = files === 0 && failures.length > 0;
  await writeStream(runtime.stdout, [...lines, isNothing ? '' : `${parts.join(', ')}\n`]);
  const unread = failures.map((failure) => `edgewise: ${escapeText(formatFailure(failure))}\n`);
  await writeStream(runtime.stderr, [...unread, isNothing ? '' : ROUND_TRIP]);
  if (failures.some(({ refused }) => refused)) return EXIT.failed;
  if (total('edited') > 0 || (left > 0 && failures.length === 0)) return EXIT.findings;
  return failures.length > 0 ? EXIT.incomplete : EXIT.clean;
}

const ROUND_TRIP =
  'note: config keys in these files are those of the API (event_name, template_id). The service’s own command line and SDK read only\n' +
  '      eventName, templateId … on create: given these files, they drop such keys silently, and the trigger has no event.\n';
