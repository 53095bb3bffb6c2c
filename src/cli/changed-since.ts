import { existsSync } from 'node:fs';
import type { Runtime } from '../command.ts';
import { brokenDocument } from '../core/document/decode.ts';
import { parseDocument } from '../core/document/parse.ts';
import type { Policy } from '../core/lint/accept.ts';
import { pluralize } from '../core/model/text.ts';
import { changesBetween } from '../features/diff/changed.ts';
import { openRevision } from '../load/git.ts';
import type { ReadDocument } from '../run/decode.ts';
import type { SharedArgs } from '../run/flags.ts';
import { refusedAsUserError, UserError } from '../run/user-error.ts';

/**
 * `--changed-since`: everything is read, so that findings are correct; unchanged parts are not reported.
 * Returns a function from the current documents to a filter that keeps the findings on changes since the revision, and on what
 * depends on them.
 */
export function changedSince(
  revision: string,
  { live, events }: SharedArgs<'live' | 'events'>,
  runtime: Runtime,
): (read: readonly ReadDocument[]) => NonNullable<Policy['narrow']> {
  if (live)
    throw new UserError(
      '--changed-since is for files: git knows nothing of the live API',
      'edgewise diff compares files with the account',
    );
  const then = refusedAsUserError(() => openRevision(revision, runtime.cwd(), runtime.env));
  // Definitions of `--events` replace those of the files, in both revisions.
  const hasEvents = !events.includes('none') && !events.includes('live');
  return (read) => {
    const assumed = new Map(read.map(({ from: { path, assume } }) => [path, assume]));
    const isSame = new Map(
      Array.from(assumed.keys(), (path) => [path, path !== undefined && then.isUnchanged(path)]),
    );
    const after = read.map(({ document, text, from: { path, isLive } }) => ({
      document,
      text,
      isSame: isLive === true || isSame.get(path) === true,
    }));
    // Existing files that were not read have no known current content.
    const isWanted = (path: string): boolean => assumed.has(path) || !existsSync(path);
    const old = refusedAsUserError(() => then.read(isWanted));
    const before = [...old].flatMap(([path, documents]) =>
      Array.from(documents, ({ ref, text, fault }) => {
        const document =
          fault === undefined
            ? parseDocument(text, ref, assumed.get(path))
            : brokenDocument(ref, fault);
        return { text, document: hasEvents ? document : { ...document, events: [] } };
      }),
    );
    const { workflows, concerns } = changesBetween(before, after);
    return (findings, all) => ({
      findings: findings.filter((finding) => finding.rule === 'rule-crashed' || concerns(finding)),
      notes: [`checked ${workflows} of ${pluralize(all, 'workflow')}: changed since ${revision}`],
      isNarrowed: true,
    });
  };
}
