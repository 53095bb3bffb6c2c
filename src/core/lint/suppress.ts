import type { Finding } from '../model/finding.ts';
import { groupBy } from '../model/groups.ts';

/** Fields that are absent match anything. */
export interface Suppression {
  readonly rule: string;
  /** An id or a name. */
  readonly workflow?: string | undefined;
  readonly step?: string | undefined;
  readonly edge?: string | undefined;
  readonly event?: string | undefined;
  readonly fingerprint?: string | undefined;
  /** A line of a file. */
  readonly at?: { readonly source: string; readonly line: number } | undefined;
  readonly reason: string;
  /** The last day on which it holds, as `2027-01-31`. */
  readonly expires?: string | undefined;
}

interface Suppressed<S extends Suppression> {
  /** The first suppression of each suppressed finding. */
  readonly by: ReadonlyMap<Finding, S>;
  readonly unused: readonly S[];
  /** Past their last day, with the number of findings that return. */
  readonly expired: ReadonlyMap<S, number>;
}

// The only list of rules by name in lint, since a finding has only the id of its rule.
const NEVER_SILENT: ReadonlySet<string> = new Set([
  'invalid-json',
  'unrecognized-document',
  'rule-crashed',
]);

/** False where something could not be read, and so was not checked. */
export function isSuppressible(rule: string): boolean {
  return !NEVER_SILENT.has(rule);
}

/** @param today as `2027-01-31`. */
export function suppress<S extends Suppression>(
  findings: readonly Finding[],
  suppressions: readonly S[],
  today: string,
): Suppressed<S> {
  const order = new Map(suppressions.map((each, i) => [each, i]));
  // Thousands may name a fingerprint, and one of them matches.
  const groups = groupBy(suppressions, ({ rule, fingerprint = '' }) => `${rule} ${fingerprint}`);
  const candidatesFor = ({ rule, fingerprint }: Finding): readonly S[] =>
    [`${rule} `, `${rule} ${fingerprint}`]
      .flatMap((key) => groups.get(key) ?? [])
      .sort((a, b) => (order.get(a) as number) - (order.get(b) as number));
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
  const over = suppressions.filter((each) => isExpired(each, today));
  return {
    by,
    unused: suppressions.filter((each) => !isExpired(each, today) && !matches.has(each)),
    expired: new Map(over.map((each) => [each, matches.get(each) ?? 0])),
  };
}

function isAbout(
  { workflow, step, edge, event, fingerprint, at }: Suppression,
  finding: Finding,
): boolean {
  const { source, region } = finding.location;
  if (at !== undefined && (at.source !== source || at.line !== region?.startLine)) return false;
  if (fingerprint !== undefined && fingerprint !== finding.fingerprint) return false;
  const { id, name } = finding.workflow ?? {};
  if (workflow !== undefined && workflow !== id && workflow !== name) return false;
  if (step !== undefined && step !== finding.step) return false;
  if (edge !== undefined && edge !== finding.edge) return false;
  return event === undefined || event === finding.event;
}

// Dates in this form compare as texts.
const isExpired = ({ expires }: Suppression, today: string): boolean =>
  expires !== undefined && expires < today;

/** By the names of the finding; with its fingerprint where these are true of others as well. */
export function suppressionOf(
  finding: Finding,
  findings: readonly Finding[],
  reason: string,
  expires?: string,
): Suppression {
  const { rule, workflow, step, edge, event, fingerprint } = finding;
  const label = workflow?.id ?? workflow?.name;
  const about = {
    ...(label !== undefined && { workflow: label }),
    ...(step !== undefined && { step }),
    ...(edge !== undefined && { edge }),
    ...(event !== undefined && { event }),
  };
  const why = { reason, ...(expires !== undefined && { expires }) };
  // A step without a key goes by its place, and names of white space are not names in a
  // configuration.
  const isFirm = Object.values(about).every((name) => name.trim() !== '' && !name.startsWith('#'));
  const names = { rule, ...about, ...why };
  const isAlone = findings.every(
    (other) => other === finding || other.rule !== rule || !isAbout(names, other),
  );
  if (isFirm && isAlone) return names;
  return isFirm ? { ...names, fingerprint } : { rule, fingerprint, ...why };
}
