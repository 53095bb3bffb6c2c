import type { Finding } from '../../core/model/finding.ts';
import { quote } from '../../core/model/label.ts';
import type { WorkflowRef } from '../../core/model/nodes.ts';
import type { Comparison } from './compare.ts';
import { pairUp } from './pairs.ts';

/**
 * Findings that are on one side only. They are the same by fingerprint; where ids were regenerated or steps renamed, by rule and by
 * the workflow, step, edge and event they are about.
 */
export function compareFindings(
  before: readonly Finding[],
  after: readonly Finding[],
  { renames }: Pick<Comparison, 'renames'>,
): { readonly appeared: readonly Finding[]; readonly went: readonly Finding[] } {
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
  const subjectOf = (finding: Finding, isBefore: boolean): string | undefined => {
    const { rule, workflow, step, edge, event } = finding;
    return isBefore
      ? JSON.stringify([rule, identOf(workflow), step, edge, event])
      : earlierSubject(finding);
  };
  const { removed, added } = pairUp(before, after, [
    ({ fingerprint }) => fingerprint,
    // First those with the same message, without the name of the step.
    (finding, isBefore) => {
      const subject = subjectOf(finding, isBefore);
      return subject && subject + finding.message.replaceAll(quote(finding.step ?? ''), '');
    },
    subjectOf,
  ]);
  return { appeared: added, went: removed };
}

const identOf = (workflow: WorkflowRef | undefined): string =>
  JSON.stringify([workflow?.id, workflow?.name]);
