import { execFile, execFileSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { BIN, folderOf, type Run, type RunOptions } from './run.ts';

// For tests of programs that git could run.

export const NOW = { SOURCE_DATE_EPOCH: '1801387800' };
export const PATH = process.env['PATH'] ?? '';
/** No settings of the machine. */
export const PLAIN = { PATH, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };

export function git(cwd: string, ...args: readonly string[]): string {
  const user = ['-c', 'user.name=Juniper', '-c', 'user.email=dev@juniper.io'];
  return execFileSync('git', [...user, ...args], { cwd, env: PLAIN, stdio: 'pipe' }).toString();
}

export function commitAll(cwd: string): void {
  git(cwd, 'init', '-q', '-b', 'main');
  git(cwd, 'add', '.');
  git(cwd, 'commit', '-qm', 'Export');
}

/** A folder with a git that ignores `safe.bareRepository`, as versions before 2.38 do. */
export function oldGit(): string {
  const git = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
  const folder = folderOf({
    git: `#!/bin/sh
for word do
  shift
  [ "$word" = safe.bareRepository=explicit ] && word=safe.bareRepository=all
  set -- "$@" "$word"
done
exec '${git}' "$@"
`,
  });
  chmodSync(join(folder, 'git'), 0o755);
  return folder;
}

/** Like `runBuilt`, while servers of this process answer. */
export function start(words: readonly string[], { cwd, env }: RunOptions): Promise<Run> {
  return new Promise((done) => {
    const options = { cwd, env: { ...PLAIN, ...NOW, ...env } };
    const child = execFile(process.execPath, [BIN, ...words], options, (_, out, err) =>
      done({ code: child.exitCode, out, err }),
    );
    child.stdin?.end();
  });
}

/** The line of a page about the run: project, commit, date. */
export const runLineOf = (page: string): string | undefined =>
  />([^<>]* UTC)<\/summary>/.exec(page)?.[1];
