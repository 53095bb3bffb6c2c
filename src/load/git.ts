import { execFile, spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, relative, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import type { SourceDocument } from '../document/split.ts';
import { nearest } from '../model/nearest.ts';
import { MAX_DOCUMENT_BYTES } from './large.ts';
import { documentsIn } from './read.ts';
import { Refusal } from './refusal.ts';

/** What a git repository held at a revision, beside what its folder holds now. */
export interface Revision {
  /** Whether a file is as it was. One that git does not know is not. */
  isUnchanged(path: string): boolean;
  /** The files that could hold workflows or events and are not as they were, or are gone: their absolute paths. */
  readonly changed: readonly string[];
  /** What some of them held. */
  read(paths: readonly string[]): Promise<ReadonlyMap<string, Iterable<SourceDocument>>>;
}

const MAX_LISTING = 1 << 28;
const READABLE = /\.(?:json|ndjson|jsonl)(?:\.gz)?$/i;
// Nothing of the repository is run: no monitor of the file system, no pager, no prompt.
const FIXED = ['-c', 'core.fsmonitor=false', '-c', 'core.quotePath=false', '--no-pager', '--literal-pathspecs'];

/** Opens the repository around a folder at a revision: a branch, tag, commit, or `HEAD~3`. Throws a Refusal that says why not. */
export async function openRevision(revision: string, cwd: string, env: Readonly<Record<string, string | undefined>>): Promise<Revision> {
  const run = runIn(cwd, { ...env, GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' });
  const root = (await run(['rev-parse', '--show-toplevel'], explainNoRepository)).replace(/\r?\n$/, '');
  const commit = await findCommit(run, revision);
  const [tree, differing] = await Promise.all([
    run(['ls-tree', '-r', '-z', '--full-tree', commit]),
    run(['diff-index', '-z', '--name-only', '--no-renames', '--ignore-submodules', commit, '--']),
  ]);
  const blobs = new Map(entriesOf(tree));
  const changed = new Set(differing.split('\0').filter((name) => name !== ''));
  const folders = new Map<string, string>();
  // The folder is what may be a link: a file that is one was followed when it was named.
  const nameOf = (path: string): string => {
    const folder = dirname(path);
    let name = folders.get(folder);
    if (name === undefined) folders.set(folder, (name = relative(root, realpathOf(folder)).split(sep).join('/')));
    return name === '' ? basename(path) : `${name}/${basename(path)}`;
  };
  return {
    isUnchanged(path) {
      const name = nameOf(path);
      return blobs.has(name) && !changed.has(name);
    },
    changed: [...changed].filter((name) => READABLE.test(name) && blobs.has(name)).map((name) => resolve(root, name)),
    async read(paths) {
      const wanted = paths.flatMap((path) => blobs.get(nameOf(path)) ?? []);
      const contents = await readBlobs(wanted, cwd, env);
      return new Map(
        paths.flatMap((path) => {
          const bytes = contents.get(blobs.get(nameOf(path)) ?? '');
          return bytes === undefined ? [] : [[path, documentsOf(bytes, path)] as const];
        }),
      );
    },
  };
}

type Run = (args: readonly string[], explain?: (reason: string) => string) => Promise<string>;

function runIn(cwd: string, env: Readonly<Record<string, string | undefined>>): Run {
  const execute = promisify(execFile);
  return async (args, explain = (reason) => `git failed: ${reason}`) => {
    try {
      return (await execute('git', [...FIXED, ...args], { cwd, env, maxBuffer: MAX_LISTING, encoding: 'utf8', windowsHide: true })).stdout;
    } catch (error) {
      const { code, stderr } = error as { code?: unknown; stderr?: string };
      if (code === 'ENOENT') throw new Refusal('changes are told by git, and git is not installed');
      const [line = ''] = (stderr ?? '').split('\n').filter((text) => text !== '');
      throw new Refusal(explain(line.replace(/^(?:fatal|error): /, '') || `it ended with ${String(code)}`));
    }
  };
}

async function findCommit(run: Run, revision: string): Promise<string> {
  if (revision.trim() === '' || revision.includes('\0')) throw new Refusal('no revision was given: name a branch, a tag or a commit');
  const [from, to] = revision.split(/\.{2,3}/);
  if (to !== undefined) {
    const instead = revision.includes('...')
      ? `"$(git merge-base ${from || 'HEAD'} ${to || 'HEAD'})" is where they parted`
      : `"${from || 'HEAD'}" is where it starts`;
    throw new Refusal(`"${revision}" is a range, but one revision is wanted: ${instead}`);
  }
  try {
    return (await run(['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`])).trim();
  } catch {
    throw new Refusal(`git knows no revision "${revision}"; ${await helpWith(revision, run)}`);
  }
}

/** What to do about a revision that is none, as far as the repository tells. */
async function helpWith(revision: string, run: Run): Promise<string> {
  const ask = (args: readonly string[]): Promise<string> => run(args).catch(() => '');
  if ((await ask(['rev-parse', '--is-shallow-repository'])).trim() === 'true')
    return 'this is a shallow clone, which lacks older ones: fetch the history first (fetch-depth: 0)';
  const names = (await ask(['for-each-ref', '--format=%(refname:short)', 'refs/heads', 'refs/remotes', 'refs/tags'])).split('\n').filter((name) => name !== '');
  if (names.length === 0) return 'it has no commits yet';
  const near = names.find((name) => name.endsWith(`/${revision}`)) ?? nearest(revision, names);
  return near === undefined ? 'name a branch, a tag or a commit' : `did you mean "${near}"?`;
}

function explainNoRepository(reason: string): string {
  return /^not a git repository/.test(reason) ? 'changes are told by git, and this folder is in no git repository' : `changes are told by git, and ${reason}`;
}

/** Lines of `ls-tree -z`: mode, type, object, tab, name. Links and submodules are no files. */
function* entriesOf(tree: string): Iterable<readonly [string, string]> {
  for (const line of tree.split('\0')) {
    const tab = line.indexOf('\t');
    const [mode, type, object] = line.slice(0, tab).split(' ');
    if (tab !== -1 && type === 'blob' && mode !== '120000' && object !== undefined) yield [line.slice(tab + 1), object];
  }
}

/** The contents of many objects by one process: its answers are `object type size`, a line break, and the bytes. */
async function readBlobs(objects: readonly string[], cwd: string, env: Readonly<Record<string, string | undefined>>): Promise<ReadonlyMap<string, Buffer>> {
  const contents = new Map<string, Buffer>();
  if (objects.length === 0) return contents;
  const child = spawn('git', [...FIXED, 'cat-file', '--batch'], { cwd, env, stdio: ['pipe', 'pipe', 'ignore'], windowsHide: true });
  child.on('error', () => {});
  child.stdin.on('error', () => {});
  child.stdin.end(`${[...new Set(objects)].join('\n')}\n`);
  const chunks: Buffer[] = [];
  for await (const chunk of child.stdout) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(0x0a, at);
    const [object = '', type, size] = bytes.toString('latin1', at, end === -1 ? bytes.length : end).split(' ');
    if (end === -1 || type !== 'blob') break;
    contents.set(object, bytes.subarray(end + 1, end + 1 + Number(size)));
    at = end + 1 + Number(size) + 1;
  }
  if (contents.size < new Set(objects).size) throw new Refusal('git failed: it could not read what the files were');
  return contents;
}

function documentsOf(bytes: Buffer, path: string): Iterable<SourceDocument> {
  try {
    return documentsIn(path.toLowerCase().endsWith('.gz') ? gunzipSync(bytes, { maxOutputLength: MAX_DOCUMENT_BYTES }) : bytes, path);
  } catch {
    // What could not be unpacked held nothing that could be compared.
    return [];
  }
}

const realpathOf = (path: string): string => (existsSync(path) ? realpathSync(path) : path);
