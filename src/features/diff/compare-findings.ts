import type { Finding } from '../../core/model/finding.ts';
import { countBy } from '../../core/model/groups.ts';
import type { WorkflowRef } from '../../core/model/nodes.ts';
import type { Comparison } from './compare.ts';

/**
 * Findings that are on one side only. They are the same by fingerprint; where ids were regenerated or steps renamed, by rule and by
 * the workflow, step, edge and event they are about.
 */
export function compareFindings(
  before: readonly Finding[],
  after: readonly Finding[],
  { renames }: Pick<Comparison, 'renames'>,
): { readonly appeared: readonly Finding[]; readonly went: readonly Finding[] } {
  const left = cancel(before, after, ({ fingerprint }) => fingerprint);
  const earlier = new Map(
    renames.map((rename) => [
      identOf(rename.after),
      { ident: identOf(rename.before), names: rename.names },
    ]),
  );
  /** The subject by the names of the first side; `undefined` when nothing was renamed. */
  const earlierSubject = ({ rule, workflow, step, edge, event }: Finding): string | undefined => {
    const ident = identOf(workflow);
    const known = workflow && earlier.get(ident);
    const stepThen = step && (known?.names.steps.get(step) ?? step);
    const edgeThen = edge && (known?.names.edges.get(edge) ?? edge);
    const identThen = known?.ident ?? ident;
    const isRenamed = stepThen !== step || edgeThen !== edge || identThen !== ident;
    if (!isRenamed) return undefined;
    return JSON.stringify([rule, identThen, stepThen, edgeThen, event]);
  };
  const subject = ({ rule, workflow, step, edge, event }: Finding): string =>
    JSON.stringify([rule, identOf(workflow), step, edge, event]);
  // First those with the same message.
  const bySaying = cancel(
    left.before,
    left.after,
    (finding) => subject(finding) + finding.message,
    (finding) => {
      const then = earlierSubject(finding);
      return then && then + finding.message;
    },
  );
  const bySubject = cancel(bySaying.before, bySaying.after, subject, earlierSubject);
  return { appeared: bySubject.after, went: bySubject.before };
}

/** The rest of two lists after items with equal names are removed in pairs, in order. */
function cancel(
  before: readonly Finding[],
  after: readonly Finding[],
  nameBefore: (finding: Finding) => string,
  nameAfter: (finding: Finding) => string | undefined = nameBefore,
): { readonly before: readonly Finding[]; readonly after: readonly Finding[] } {
  const available = countBy(after, nameAfter);
  const removed = new Map<string | undefined, number>();
  const left = before.filter((finding) => {
    const name = nameBefore(finding);
    const taken = removed.get(name) ?? 0;
    if (taken >= (available.get(name) ?? 0)) return true;
    removed.set(name, taken + 1);
    return false;
  });
  const right = after.filter((finding) => {
    const name = nameAfter(finding);
    const taken = removed.get(name) ?? 0;
    if (taken === 0) return true;
    removed.set(name, taken - 1);
    return false;
  });
  return { before: left, after: right };
}

const identOf = (workflow: WorkflowRef | undefined): string =>
  JSON.stringify([workflow?.id, workflow?.name]);
