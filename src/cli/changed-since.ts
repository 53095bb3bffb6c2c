import { existsSync } from 'node:fs';
import type { ReadDocument } from '../check/intake.ts';
import { createChangeTracker, type TextOf } from '../diff/changed.ts';
import { brokenDocument } from '../document/decode.ts';
import { findDuplicateKeys } from '../document/duplicate-keys.ts';
import { parseDocument } from '../document/parse.ts';
import { withoutSilenced } from '../lint/suppress.ts';
import { openRevision } from '../load/git.ts';
import type { Result } from '../model/finding.ts';
import type { Document } from '../model/nodes.ts';
import { count } from '../report/words.ts';
import type { Args } from './args.ts';
import type { Program } from './main.ts';
import { asUserError, UserError } from './user-error.ts';

export interface ChangedSince {
  /** Takes down a document as it is read. */
  note(read: ReadDocument): void;
  /** Leaves of a result what changed since, and what depends on it. */
  narrow(result: Result): Promise<Result>;
}

/** `--changed-since`: everything is read, so that what is found is right; what did not change is not reported. */
export async function changedSince({ changedSince: revision, live, events }: Args, program: Program): Promise<ChangedSince | undefined> {
  if (revision === undefined) return undefined;
  if (live) throw new UserError('--changed-since is for files: git knows nothing of the live API', 'edgewise diff compares files with the account');
  const then = await openRevision(revision, program.cwd(), program.env).catch(asUserError);
  const tracker = createChangeTracker();
  // Definitions from elsewhere stand in for those of the files, then as now.
  const hasEvents = !events.includes('none') && !events.includes('live');
  const assumed = new Map<string, ReadDocument['assume']>();
  const isSame = new Map<string, boolean>();
  return {
    note({ document, text, path, assume, isLive }) {
      if (path !== undefined && !isSame.has(path)) isSame.set(path, then.isUnchanged(path));
      if (path !== undefined) assumed.set(path, assume);
      tracker.addNow(document, isLive || (path !== undefined && isSame.get(path) === true), textOf(document, text));
    },
    async narrow(result) {
      // Of files that are there and were not read, nothing is known today.
      const wanted = then.changed.filter((path) => assumed.has(path) || !existsSync(path));
      const old = await then.read(wanted).catch(asUserError);
      for (const [path, documents] of old) {
        for (const { ref, text, fault } of documents) {
          const document = fault === undefined ? parseDocument(text, ref, assumed.get(path)) : brokenDocument(ref, fault);
          tracker.addThen(hasEvents ? document : { ...document, events: [] }, textOf(document, text));
        }
      }
      const { workflows, concerns } = tracker.finish();
      const note = `checked ${workflows} of ${count(result.summary.workflows, 'workflow')}: changed since ${revision}`;
      const findings = result.findings.filter((finding) => finding.rule === 'rule-crashed' || concerns(finding));
      return { ...withoutSilenced({ ...result, findings }, new Map(), false), notes: [note] };
    },
  };
}

const textOf = (document: Document, text: string): TextOf => ({ text, duplicates: () => findDuplicateKeys(text, document) });
