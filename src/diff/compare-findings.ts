import type { Finding } from '../model/finding.ts';
import type { Workflow } from '../model/nodes.ts';
import type { Comparison } from './compare.ts';

/**
 * Findings that are on one side only. They are the same by their fingerprint; where ids were regenerated or steps renamed,
 * which a fingerprint cannot know, by rule and by the workflow, step, edge and event they are about.
 */
export function compareFindings(
  before: readonly Finding[],
  after: readonly Finding[],
  { renames }: Pick<Comparison, 'renames'>,
): {
  readonly appeared: readonly Finding[];
  readonly went: readonly Finding[];
} {
  const byFingerprint = cancel(
    before,
    after,
    ({ fingerprint }) => fingerprint,
    ({ fingerprint }) => fingerprint,
  );
  const earlier = new Map(renames.map(({ before: own, after: other, names }) => [identOf(other), { ident: identOf(own), names }]));
  const translate = (finding: Finding): Finding & { readonly ident: string; readonly renamed: boolean } => {
    const known = finding.workflow === undefined ? undefined : earlier.get(identOf(finding.workflow));
    const ident = known?.ident ?? identOf(finding.workflow ?? {});
    const step = finding.step === undefined ? undefined : (known?.names.steps.get(finding.step) ?? finding.step);
    const edge = finding.edge === undefined ? undefined : (known?.names.edges.get(finding.edge) ?? finding.edge);
    // Without names, the fingerprint holds that of the file.
    const nameless = finding.workflow?.id === undefined && finding.workflow?.name === undefined && finding.event === undefined;
    const renamed = nameless || step !== finding.step || edge !== finding.edge || (known !== undefined && known.ident !== identOf(finding.workflow ?? {}));
    return { ...finding, ...(step !== undefined && { step }), ...(edge !== undefined && { edge }), ident, renamed };
  };
  const later = new Map(byFingerprint.after.map((finding) => [finding, translate(finding)]));
  const subjectOf = (finding: Finding, ident: string): string => JSON.stringify([finding.rule, ident, finding.step, finding.edge, finding.event]);
  const own = (finding: Finding): string => subjectOf(finding, identOf(finding.workflow ?? {}));
  const other = (finding: Finding): string | undefined => {
    const translated = later.get(finding);
    return translated?.renamed === true ? subjectOf(translated, translated.ident) : undefined;
  };
  // First those that also say the same.
  const bySaying = cancel(
    byFingerprint.before,
    byFingerprint.after,
    (finding) => own(finding) + finding.message,
    (finding) => {
      const subject = other(finding);
      return subject === undefined ? undefined : subject + finding.message;
    },
  );
  const bySubject = cancel(bySaying.before, bySaying.after, own, other);
  return { appeared: bySubject.after, went: bySubject.before };
}

/** What is left of two lists when equal ones are struck out, one for one. */
function cancel(
  before: readonly Finding[],
  after: readonly Finding[],
  nameBefore: (finding: Finding) => string,
  nameAfter: (finding: Finding) => string | undefined,
): { readonly before: readonly Finding[]; readonly after: readonly Finding[] } {
  const counts = new Map<string, number>();
  for (const finding of after) {
    const name = nameAfter(finding);
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const struck = new Map<string, number>();
  const left = before.filter((finding) => {
    const name = nameBefore(finding);
    const available = counts.get(name) ?? 0;
    if (available === 0) return true;
    counts.set(name, available - 1);
    struck.set(name, (struck.get(name) ?? 0) + 1);
    return false;
  });
  const right = after.filter((finding) => {
    const name = nameAfter(finding);
    const taken = name === undefined ? 0 : (struck.get(name) ?? 0);
    if (name === undefined || taken === 0) return true;
    struck.set(name, taken - 1);
    return false;
  });
  return { before: left, after: right };
}

const identOf = ({ id, name }: Partial<Pick<Workflow, 'id' | 'name'>>): string => JSON.stringify([id ?? null, name ?? null]);
