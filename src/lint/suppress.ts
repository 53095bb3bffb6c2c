import type { Finding, Result, Silence } from '../model/finding.ts';

/** A wanted silence, written by a person. What is left out matches anything. */
export interface Suppression {
  readonly rule: string;
  /** An id or a name. */
  readonly workflow?: string | undefined;
  readonly step?: string | undefined;
  readonly edge?: string | undefined;
  readonly event?: string | undefined;
  readonly fingerprint?: string | undefined;
  readonly reason: string;
  /** The last day on which it holds, as `2027-01-31`. */
  readonly expires?: string | undefined;
}

export interface Suppressed<S extends Suppression> {
  /** What silences each finding that is silenced. */
  readonly by: ReadonlyMap<Finding, S>;
  /** No finding matches. */
  readonly unused: readonly S[];
  /** Past their last day, with the number of findings that return. */
  readonly expired: ReadonlyMap<S, number>;
}

// The one list of rules by name in the engine: what a finding is of is all that is left of its rule here.
const NEVER_SILENT: ReadonlySet<string> = new Set(['invalid-json', 'unrecognized-document', 'rule-crashed']);

/** Whether findings of a rule may be silenced: not where something could not be read, and so was not checked. */
export function isSuppressible(rule: string): boolean {
  return !NEVER_SILENT.has(rule);
}

/** @param today the day it is, as `2027-01-31`. */
export function suppress<S extends Suppression>(findings: readonly Finding[], suppressions: readonly S[], today: string): Suppressed<S> {
  const candidatesFor = createIndex(suppressions);
  const by = new Map<Finding, S>();
  const matches = new Map<S, number>();
  for (const finding of findings) {
    if (!isSuppressible(finding.rule)) continue;
    for (const suppression of candidatesFor(finding)) {
      if (!isAbout(suppression, finding)) continue;
      matches.set(suppression, (matches.get(suppression) ?? 0) + 1);
      if (!isExpired(suppression, today) && !by.has(finding)) by.set(finding, suppression);
    }
  }
  const [over, holding] = [suppressions.filter((each) => isExpired(each, today)), suppressions.filter((each) => !isExpired(each, today))];
  return {
    by,
    unused: holding.filter((each) => !matches.has(each)),
    expired: new Map(over.map((each) => [each, matches.get(each) ?? 0])),
  };
}

/** What may be about a finding, in the order given. Those by fingerprint may be thousands, and only one of them is. */
function createIndex<S extends Suppression>(suppressions: readonly S[]): (finding: Finding) => readonly S[] {
  const order = new Map(suppressions.map((each, i) => [each, i]));
  const byRule = new Map<string, S[]>();
  const byFingerprint = new Map<string, S[]>();
  for (const each of suppressions) {
    const [groups, key] = each.fingerprint === undefined ? [byRule, each.rule] : [byFingerprint, `${each.rule} ${each.fingerprint}`];
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [each]);
    else group.push(each);
  }
  const indexOf = (each: S): number => order.get(each) as number;
  return ({ rule, fingerprint }) => {
    const [general, own] = [byRule.get(rule) ?? [], byFingerprint.get(`${rule} ${fingerprint}`) ?? []];
    if (own.length === 0) return general;
    return general.length === 0 ? own : [...general, ...own].sort((a, b) => indexOf(a) - indexOf(b));
  };
}

export function isAbout({ workflow, step, edge, event, fingerprint }: Suppression, finding: Finding): boolean {
  if (workflow !== undefined && workflow !== finding.workflow?.id && workflow !== finding.workflow?.name) return false;
  if (step !== undefined && step !== finding.step) return false;
  if (edge !== undefined && edge !== finding.edge) return false;
  if (event !== undefined && event !== finding.event) return false;
  return fingerprint === undefined || fingerprint === finding.fingerprint;
}

// Days in this form have the order of their texts.
const isExpired = ({ expires }: Suppression, today: string): boolean => expires !== undefined && expires < today;

/** The result when some findings do not count. With `listed`, they are kept on a list of their own. */
export function withoutSilenced(result: Result, silences: ReadonlyMap<Finding, Silence>, listed: boolean): Result {
  const findings = result.findings.filter((finding) => !silences.has(finding));
  const count = (severity: Finding['severity']) => findings.filter((finding) => finding.severity === severity).length;
  const baselined = [...silences.values()].filter(({ by }) => by === 'baseline').length;
  return {
    ...result,
    summary: {
      ...result.summary,
      errors: count('error'),
      warnings: count('warning'),
      infos: count('info'),
      suppressed: silences.size - baselined,
      baselined,
    },
    findings,
    ...(listed && { listed: result.findings.map((finding) => withSilence(finding, silences.get(finding))) }),
    faultyWorkflows: new Set(findings.flatMap(({ workflow }) => (workflow === undefined ? [] : `${workflow.id} ${workflow.name}`))).size,
  };
}

function withSilence(finding: Finding, silence: Silence | undefined): Finding {
  return silence === undefined ? finding : { ...finding, suppressed: silence };
}
