import { existsSync } from 'node:fs';
import type { Runtime } from '../command.ts';
import { brokenDocument } from '../core/document/decode.ts';
import { findDuplicateKeys } from '../core/document/duplicate-keys.ts';
import { parseDocument } from '../core/document/parse.ts';
import type { SourceInfo } from '../core/document/split.ts';
import type { Policy } from '../core/lint/accept.ts';
import type { Document } from '../core/model/nodes.ts';
import { pluralize } from '../core/model/text.ts';
import { createChangeTracker, type TextOf } from '../features/diff/changed.ts';
import { openRevision } from '../load/git.ts';
import type { ReadDocument } from '../run/decode.ts';
import type { SharedArgs } from '../run/flags.ts';
import { refusedAsUserError, UserError } from '../run/user-error.ts';

interface ChangedSince {
  add(read: ReadDocument): void;
  /** Reads the earlier revision. Returns a filter that keeps the findings on changes since, and on what depends on them. */
  narrowing(): NonNullable<Policy['narrow']>;
}

/** `--changed-since`: everything is read, so that findings are correct; unchanged parts are not reported. */
export function changedSince(
  revision: string,
  { live, events }: SharedArgs<'live' | 'events'>,
  runtime: Runtime,
): ChangedSince {
  if (live)
    throw new UserError(
      '--changed-since is for files: git knows nothing of the live API',
      'edgewise diff compares files with the account',
    );
  const then = refusedAsUserError(() => openRevision(revision, runtime.cwd(), runtime.env));
  const tracker = createChangeTracker();
  // Definitions of `--events` replace those of the files, in both revisions.
  const hasEvents = !events.includes('none') && !events.includes('live');
  const assumed = new Map<string, SourceInfo['assume']>();
  const isSame = new Map<string, boolean>();
  return {
    add({ document, text, from: { path, assume, isLive } }) {
      if (path !== undefined && !isSame.has(path)) isSame.set(path, then.isUnchanged(path));
      if (path !== undefined) assumed.set(path, assume);
      tracker.addNow(
        document,
        isLive === true || (path !== undefined && isSame.get(path) === true),
        textOf(document, text),
      );
    },
    narrowing() {
      // Existing files that were not read have no known current content.
      const isWanted = (path: string): boolean => assumed.has(path) || !existsSync(path);
      const old = refusedAsUserError(() => then.read(isWanted));
      for (const [path, documents] of old) {
        for (const { ref, text, fault } of documents) {
          const document =
            fault === undefined
              ? parseDocument(text, ref, assumed.get(path))
              : brokenDocument(ref, fault);
          tracker.addThen(
            hasEvents ? document : { ...document, events: [] },
            textOf(document, text),
          );
        }
      }
      const { workflows, concerns } = tracker.finish();
      return (findings, all) => ({
        findings: findings.filter(
          (finding) => finding.rule === 'rule-crashed' || concerns(finding),
        ),
        notes: [`checked ${workflows} of ${pluralize(all, 'workflow')}: changed since ${revision}`],
        isNarrowed: true,
      });
    },
  };
}

const textOf = (document: Document, text: string): TextOf => ({
  text,
  duplicates: () => findDuplicateKeys(text, document),
});
