import { resolve } from 'node:path';
import { configuredPaths } from '../config/apply.ts';
import type { LiveItem } from '../load/live/account.ts';
import type { PullStep } from '../load/live/pull.ts';
import { escapeText } from '../report/escape.ts';
import { count, sayFailure } from '../report/words.ts';
import type { Args } from './args.ts';
import { EXIT } from './exit-code.ts';
import { openLive } from './live.ts';
import type { Program } from './main.ts';
import { writeStream } from './output.ts';
import { configPath, readConfig } from './setup.ts';
import { asUserError, UserError } from './user-error.ts';

const DEFAULT_FOLDER = 'workflows';

/** `edgewise pull [dir]`: the account's workflows and events as files; returns the exit code. */
export async function pull(args: Args, program: Program): Promise<number> {
  const [given, another] = args.positional;
  if (another !== undefined) throw new UserError(`pull into one folder, but got "${another}" as well`);
  if (args.bundle !== undefined && args.positional.length > 0)
    throw new UserError('--bundle writes one file, and no folder', `leave out "${given}", or --bundle`);
  if (args.bundle !== undefined && args.prune) throw new UserError('--prune is for folders: a bundle holds nothing of earlier pulls');
  const dir = given ?? (args.bundle === undefined ? await configuredFolder(args, program) : DEFAULT_FOLDER);
  const live = await openLive(args, program);
  const { pullToBundle, pullToFolder } = await import('../load/live/pull.ts');
  const items: AsyncIterable<LiveItem> = live.read({ workflows: true, events: !args.events.includes('none') });
  const options = { prune: args.prune, dryRun: args.dryRun, filtered: args.status !== undefined || args.workflow.length > 0 };
  const steps =
    args.bundle === undefined ? pullToFolder(items, resolve(program.cwd(), dir), options) : pullToBundle(items, resolve(program.cwd(), args.bundle), options);
  return report(steps, args, `${args.bundle ?? dir}`, program).catch(asUserError);
}

/** The folder that the configuration has checked, where it is one: what is pulled elsewhere would never be. */
async function configuredFolder(args: Args, program: Program): Promise<string> {
  const cwd = program.cwd();
  if (configPath(args, cwd) === undefined) return DEFAULT_FOLDER;
  const config = await readConfig((await import('../../rules/index.ts')).rules, args, program);
  const folders = new Set((configuredPaths(config, cwd) ?? []).map(folderOf));
  const [folder, ...others] = folders;
  if (folders.has(DEFAULT_FOLDER)) return DEFAULT_FOLDER;
  if (others.length > 0) throw new UserError('the configuration has several folders checked: name the one to pull into', `such as edgewise pull ${folder}`);
  return folder ?? DEFAULT_FOLDER;
}

/** The folder of a pattern or a file, and a folder itself. */
function folderOf(path: string): string {
  const parts = path.replace(/^(?:\.\/)+/, '').split('/');
  const end = parts.findIndex((part) => /[*?[{(!+@]|\.(?:json|ndjson|jsonl)(?:\.gz)?$/.test(part));
  const folder = (end === -1 ? parts : parts.slice(0, end)).filter((part, i) => part !== '' || i === 0).join('/');
  return folder === '' || folder === '.' ? DEFAULT_FOLDER : folder;
}

const WORDS = {
  new: 'new',
  updated: 'updated',
  gone: 'gone from the account; --prune deletes it',
  deleted: 'deleted: it is gone from the account',
  kept: 'gone from the account, but kept: it was changed here',
} as const;

async function report(steps: AsyncIterable<PullStep>, args: Args, target: string, program: Program): Promise<number> {
  const counts = { new: 0, updated: 0, same: 0, gone: 0, deleted: 0, kept: 0 };
  const failures: string[] = [];
  const lines: string[] = [];
  let refused = false;
  for await (const step of steps) {
    if (step.kind === 'failure') {
      failures.push(`edgewise: ${escapeText(sayFailure(step.failure))}\n`);
      refused ||= step.failure.refused;
      continue;
    }
    counts[step.kind]++;
    if (step.kind === 'same') continue;
    const name = args.bundle === undefined ? `${target.replace(/\/+$/, '')}/${step.file}` : target;
    lines.push(`${escapeText(name)}: ${WORDS[step.kind]}${'edited' in step && step.edited ? '; what was changed here is overwritten' : ''}\n`);
  }
  const written = counts.new + counts.updated;
  const total = written + counts.same;
  const nothing = total === 0 && failures.length > 0;
  const parts = [`${args.dryRun ? 'would write' : 'wrote'} ${written} of ${count(total, 'file')}`, `${counts.same} unchanged`];
  if (counts.deleted > 0) parts.push(`${counts.deleted} ${args.dryRun ? 'to be deleted' : 'deleted'}`);
  if (counts.gone + counts.kept > 0) parts.push(`${counts.gone + counts.kept} gone from the account`);
  if (failures.length > 0) parts.push(`${failures.length} not read`);
  await writeStream(program.stdout, [...lines, nothing ? '' : `${parts.join(', ')}\n`]);
  await writeStream(program.stderr, [...failures, ...(nothing ? [] : [ROUND_TRIP])]);
  return refused ? EXIT.failed : failures.length > 0 ? EXIT.incomplete : EXIT.clean;
}

const ROUND_TRIP =
  'note: config keys stand in these files as the API gives them (event_name, template_id). The service’s own command line and SDK read only\n' +
  '      eventName, templateId … on create: given these files, they drop such keys without a word, and the trigger names no event.\n';
