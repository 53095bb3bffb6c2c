import { execFileSync } from 'node:child_process';
import { realOrSame } from './config/find.ts';
import { isBelow } from './folder-files.ts';
import { errorCode, SourceError } from './source-error.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Runs git, and returns what it prints. Throws a SourceError with the reason. */
export type Git = (args: readonly string[], options?: Options) => Buffer;

interface Options {
  readonly input?: string;
  readonly explain?: (reason: string) => string;
}

// A pull request can contain files that git takes for a repository. Git must not run the programs of its configuration,
// and must not connect to a server.
const CONFIG = [
  'safe.bareRepository=explicit',
  'core.fsmonitor=',
  'core.hooksPath=',
  'core.sshCommand=false',
  'core.quotePath=false',
];
const OPTIONS = [
  ...CONFIG.flatMap((setting) => ['-c', setting]),
  '--no-pager',
  '--literal-pathspecs',
];
const ENVIRONMENT: Environment = {
  GIT_ALLOW_PROTOCOL: '',
  GIT_NO_LAZY_FETCH: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  LC_ALL: 'C',
  // Variables that name a program. A hook of git sets others, such as GIT_DIR: they are kept.
  GIT_ASKPASS: undefined,
  GIT_CONFIG_PARAMETERS: undefined,
  GIT_EXTERNAL_DIFF: undefined,
  GIT_PAGER: undefined,
  GIT_PROXY_COMMAND: undefined,
  GIT_SSH: undefined,
  GIT_SSH_COMMAND: undefined,
  SSH_ASKPASS: undefined,
};
const FETCH_FIRST = 'in a partial clone, fetch the whole history first (without --filter)';

/** Git in the checkout around a folder, and the root of the checkout. Throws a SourceError outside of one. */
export function openGit(
  cwd: string,
  env: Environment,
): { readonly git: Git; readonly root: string } {
  const git = createGit(cwd, env);
  const ask = (what: string): string =>
    String(git(['rev-parse', what], { explain: explainNoRepository })).replace(/\r?\n$/, '');
  const folder = ask('--absolute-git-dir');
  // Git before 2.38 does not know safe.bareRepository. Up to here, it has only read the configuration.
  if (env['GIT_DIR'] === undefined && isBelow(realOrSame(cwd), folder))
    throw bareRepository(folder);
  const root = ask('--show-toplevel');
  return { git: createGit(cwd, { ...env, ...withoutFilters(git, env) }), root };
}

// Runs for files whose time does not show whether they changed. Its files would all count as changed. Settings can add
// programs to it.
const GIT_LFS = /^git-lfs (?:clean -- %f|filter-process)$/;
const LFS_PROGRAM = /^lfs\.extension\./;

/** Variables that set the filters of the configuration to none. Their names can have any character, which `-c` does not take. */
function withoutFilters(git: Git, env: Environment): Environment {
  const entries = String(git(['config', '--list', '--null'])).split('\0');
  const keepsLfs = !entries.some((entry) => LFS_PROGRAM.test(entry));
  const names = entries.flatMap((entry) => {
    const [, name, value = ''] = /^(filter\..*\.)(?:clean|process)(?:\n(.*))?$/s.exec(entry) ?? [];
    return name === undefined || (keepsLfs && GIT_LFS.test(value)) ? [] : [name];
  });
  const settings = [...new Set(names)].flatMap((name) => [
    [`${name}clean`, ''],
    [`${name}process`, ''],
    [`${name}required`, 'false'],
  ]);
  const first = Number(env['GIT_CONFIG_COUNT'] ?? 0);
  const variables = settings.flatMap(([name, value], i) => [
    [`GIT_CONFIG_KEY_${first + i}`, name],
    [`GIT_CONFIG_VALUE_${first + i}`, value],
  ]);
  return Object.fromEntries([...variables, ['GIT_CONFIG_COUNT', String(first + settings.length)]]);
}

export const unreadBlobs = (): SourceError =>
  new SourceError('git failed: it could not read what the files were', FETCH_FIRST);

function createGit(cwd: string, env: Environment): Git {
  return (args, { input = '', explain = (reason: string) => `git failed: ${reason}` } = {}) => {
    try {
      return execFileSync('git', [...OPTIONS, ...args], {
        cwd,
        input,
        env: { ...env, ...ENVIRONMENT },
        maxBuffer: Number.POSITIVE_INFINITY,
        windowsHide: true,
        stdio: ['pipe', 'pipe', 'pipe'],
      });
    } catch (error) {
      if (errorCode(error) === 'ENOENT')
        throw new SourceError('changes are read from git, and git is not installed');
      const { stderr = '' } = error as { stderr?: Buffer | string };
      throw explainFailure(String(stderr), explain);
    }
  };
}

function explainFailure(stderr: string, explain: (reason: string) => string): SourceError {
  const lines = stderr.split('\n').filter(Boolean);
  const line =
    lines.find((each) => /^(?:fatal|error): /.test(each)) ?? lines[0] ?? 'it gave no reason';
  const [, folder] = /cannot use bare repository '(.*)' \(safe\.bareRepository/.exec(line) ?? [];
  if (folder !== undefined) return bareRepository(folder);
  const needsFetch = /transport '.*' not allowed|lazy fetching disabled|promisor/.test(stderr);
  const reason = explain(line.replace(/^(?:fatal|error): /, ''));
  return new SourceError(reason, needsFetch ? FETCH_FIRST : undefined);
}

const bareRepository = (folder: string): SourceError =>
  new SourceError(
    `changes are read from git, which takes "${folder}" for a bare repository`,
    'start in a checkout, or remove the files HEAD, objects and refs there: with them, a pull request can make git run programs',
  );

function explainNoRepository(reason: string): string {
  return /^not a git repository/.test(reason)
    ? 'changes are read from git, and this folder is in no git repository'
    : `changes are read from git, and ${reason}`;
}
