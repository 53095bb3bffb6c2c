import { join } from 'node:path';
import { plural } from '../../core/model/text.ts';
import { escapeText } from '../../core/report/escape.ts';
import type { Change, Pulled } from '../../features/live/index.ts';
import { EXIT, unreadCode, worstOf } from '../../node/exit-code.ts';
import { noteFailures, writeOut } from '../../node/streams.ts';
import { type Arguments, defineCommand, wordsOf } from '../command.ts';
import { ACCESS, accessOf, flag } from '../options.ts';

const FOLDER = 'workflows';

const OPTIONS = {
  prune: flag('delete files of earlier pulls whose workflows are gone'),
  ...ACCESS,
} as const;

export const pull = defineCommand({
  name: 'pull',
  describe: 'write the account to files, for git',
  usage: `edgewise pull [dir]

Write the account to files: one a workflow, one for all events, one a resource.
Default: ${FOLDER}.`,
  options: OPTIONS,
  mostWords: 1,
  run: runPull,
});

async function runPull(argv: Arguments<typeof OPTIONS>): Promise<number> {
  const [folder = FOLDER] = wordsOf(argv);
  const { pull: pullAccount } = await import('../../features/live/index.ts');
  const pulled = await pullAccount({ folder, prune: argv.prune === true, ...accessOf(argv) });
  await writeOut(describe(folder, pulled));
  await noteFailures(pulled.failures);
  return exitOf(pulled);
}

const WORDS: ReadonlyMap<Change, string> = new Map([
  ['new', 'new'],
  ['updated', 'updated'],
  ['edited', 'not written, since it was changed here; to pull it, delete it'],
  ['complete', 'not written, since only a part of the list was read'],
  ['gone', 'gone from the account; --prune deletes it'],
  ['deleted', 'deleted, since it is gone from the account'],
  ['kept', 'gone from the account, but kept, since it was changed here'],
]);

function* describe(folder: string, { files }: Pulled): Iterable<string> {
  for (const { file, change } of files) {
    const words = WORDS.get(change);
    if (words !== undefined) yield `${escapeText(join(folder, file))}: ${words}\n`;
  }
  const count = (...changes: readonly Change[]): number =>
    files.filter(({ change }) => changes.includes(change)).length;
  const written = count('new', 'updated');
  const all = written + count('same', 'edited', 'complete');
  if (files.length > 0) yield `wrote ${written} of ${plural(all, 'file')}\n`;
}

function exitOf({ files, failures }: Pulled): number {
  const has = (asked: Change): boolean => files.some(({ change }) => change === asked);
  const unread = unreadCode(failures);
  return worstOf([unread, has('edited') && EXIT.findings, has('complete') && EXIT.incomplete]);
}
