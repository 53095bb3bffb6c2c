import { basename, dirname, relative, resolve, sep } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { SourceDocument } from '../core/document/split.ts';
import { nearest } from '../core/model/nearest.ts';
import { realOrSame } from './config/find.ts';
import { MAX_DOCUMENT_BYTES } from './file.ts';
import { ANY_JSON } from './folder-files.ts';
import { documentsIn } from './read.ts';
import { type Environment, type Git, openGit, unreadBlobs } from './run-git.ts';
import { SourceError } from './source-error.ts';

/** A git repository at a revision, compared with its current folder. */
interface Revision {
  /** Whether a file is unchanged. An untracked file is not. */
  isUnchanged(path: string): boolean;
  /** What changed or removed files contained, by their absolute paths: those that may contain workflows or events. */
  read(isWanted: (path: string) => boolean): ReadonlyMap<string, Iterable<SourceDocument>>;
}

/** Opens the repository around a folder at a revision: a branch, tag, commit, or `HEAD~3`. Throws a SourceError with the reason. */
export function openRevision(revision: string, cwd: string, env: Environment): Revision {
  const { git, root } = openGit(cwd, env);
  return compareTo(findCommit(git, revision), root, git);
}

/** The folder of the checkout and the commit it is at; nothing outside of a repository. */
export function describeCheckout(
  cwd: string,
  env: Environment,
): { readonly project?: string; readonly commit?: string } {
  try {
    const { git, root } = openGit(cwd, env);
    const commit = findCommit(git, 'HEAD').slice(0, 12);
    const isChanged = differingFrom('HEAD', git) !== '';
    return {
      project: basename(root),
      commit: isChanged ? `${commit} with uncommitted changes` : commit,
    };
  } catch {
    return {};
  }
}

/** The names of changed files, each followed by a NUL. No program is run to compare them. */
function differingFrom(commit: string, git: Git): string {
  const flags = ['--no-renames', '--no-ext-diff', '--no-textconv', '--ignore-submodules'];
  return String(git(['diff-index', '-z', '--name-only', ...flags, commit, '--']));
}

function compareTo(commit: string, root: string, git: Git): Revision {
  const tree = git(['ls-tree', '-r', '-z', '--full-tree', commit]).toString();
  const blobs = new Map(entriesOf(tree));
  const changed = new Set(differingFrom(commit, git).split('\0'));
  const folders = new Map<string, string>();
  // Only the folder may be a link: a linked file was resolved earlier.
  const nameOf = (path: string): string => {
    const folder = dirname(path);
    let name = folders.get(folder);
    if (name === undefined)
      folders.set(folder, (name = relative(root, realOrSame(folder)).split(sep).join('/')));
    return name === '' ? basename(path) : `${name}/${basename(path)}`;
  };
  return {
    isUnchanged(path) {
      const name = nameOf(path);
      return blobs.has(name) && !changed.has(name);
    },
    read(isWanted) {
      const wanted = [...blobs]
        .filter(([name]) => changed.has(name) && ANY_JSON.test(name))
        .map(([name, object]) => ({ path: resolve(root, name), object }))
        .filter(({ path }) => isWanted(path));
      const contents = readBlobs(
        wanted.map(({ object }) => object),
        git,
      );
      return new Map(
        wanted.map(({ path, object }) => [path, documentsOf(contents.get(object) as Buffer, path)]),
      );
    },
  };
}

function findCommit(git: Git, revision: string): string {
  if (revision.trim() === '' || revision.includes('\0'))
    throw new SourceError('no revision was given: name a branch, a tag or a commit');
  const [from, to] = revision.split(/\.{2,3}/);
  if (to !== undefined) {
    const instead = revision.includes('...')
      ? `"$(git merge-base ${from || 'HEAD'} ${to || 'HEAD'})" is where they parted`
      : `"${from || 'HEAD'}" is where it starts`;
    throw new SourceError(`"${revision}" is a range, but one revision is wanted: ${instead}`);
  }
  try {
    const wanted = `${revision}^{commit}`;
    return String(git(['rev-parse', '--verify', '--quiet', '--end-of-options', wanted])).trim();
  } catch {
    throw new SourceError(`git has no revision "${revision}"; ${helpWith(revision, git)}`);
  }
}

/** Advice about a revision that does not exist. */
function helpWith(revision: string, git: Git): string {
  const linesOf = (...args: readonly string[]): readonly string[] =>
    String(git(args)).split('\n').filter(Boolean);
  if (linesOf('rev-parse', '--is-shallow-repository')[0] === 'true')
    return 'this is a shallow clone, which lacks older ones: fetch the history first (fetch-depth: 0)';
  const refs = ['refs/heads', 'refs/remotes', 'refs/tags'];
  const names = linesOf('for-each-ref', '--format=%(refname:short)', ...refs);
  if (names.length === 0) return 'it has no commits yet';
  const near = names.find((name) => name.endsWith(`/${revision}`)) ?? nearest(revision, names);
  return near === undefined ? 'name a branch, a tag or a commit' : `did you mean "${near}"?`;
}

/** The names and objects of `ls-tree -z`, which prints mode, type, object, tab, name. Links and submodules are not files. */
function* entriesOf(tree: string): Iterable<readonly [string, string]> {
  for (const line of tree.split('\0')) {
    const [, object, name] = /^(?!120000)\d+ blob (\w+)\t(.+)$/s.exec(line) ?? [];
    if (object !== undefined && name !== undefined) yield [name, object];
  }
}

/** The contents of many objects by one process: its answers are `object type size`, a line break, and the bytes. */
function readBlobs(objects: readonly string[], git: Git): ReadonlyMap<string, Buffer> {
  const contents = new Map<string, Buffer>();
  const wanted = new Set(objects);
  if (wanted.size === 0) return contents;
  const bytes = git(['cat-file', '--batch'], { input: `${[...wanted].join('\n')}\n` });
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(0x0a, at);
    const [object = '', type, size] = bytes.toString('latin1', at, end).split(' ');
    if (type !== 'blob') break;
    contents.set(object, bytes.subarray(end + 1, end + 1 + Number(size)));
    at = end + 1 + Number(size) + 1;
  }
  if (contents.size < wanted.size) throw unreadBlobs();
  return contents;
}

function documentsOf(bytes: Buffer, path: string): Iterable<SourceDocument> {
  try {
    return documentsIn(
      path.toLowerCase().endsWith('.gz')
        ? gunzipSync(bytes, { maxOutputLength: MAX_DOCUMENT_BYTES })
        : bytes,
      path,
    );
  } catch {
    // Content that cannot be unpacked cannot be compared.
    return [];
  }
}
