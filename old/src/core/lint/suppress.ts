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
  const by = new Map<Finding, S>();
  const matches = new Map<S, number>();
  for (const [finding, about] of matchesOf(findings, suppressions)) {
    for (const each of about) matches.set(each, (matches.get(each) ?? 0) + 1);
    const first = about.find((each) => !isExpired(each, today));
    if (first !== undefined) by.set(finding, first);
  }
  const over = suppressions.filter((each) => isExpired(each, today));
  return {
    by,
    unused: suppressions.filter((each) => !isExpired(each, today) && !matches.has(each)),
    expired: new Map(over.map((each) => [each, matches.get(each) ?? 0])),
  };
}

/** The suppressions of each finding, in their order. */
function* matchesOf<S extends Suppression>(
  findings: readonly Finding[],
  suppressions: readonly S[],
): Iterable<readonly [Finding, readonly S[]]> {
  const order = new Map(suppressions.map((each, i) => [each, i]));
  const candidates = groupBy(suppressions, (each) => {
    if (each.at !== undefined) return keyOf(each.rule, each.workflow, 'line', each.at.line);
    const named = NAMED.find((field) => each[field] !== undefined);
    return keyOf(each.rule, each.workflow, named, named && each[named]);
  });
  for (const finding of suppressions.length === 0 ? [] : findings) {
    if (!isSuppressible(finding.rule)) continue;
    const { rule, location, workflow: { id, name } = {} } = finding;
    const about = [...new Set([undefined, id, name])]
      .flatMap((workflow) => [
        keyOf(rule, workflow, undefined, undefined),
        keyOf(rule, workflow, 'line', location.region?.startLine),
        ...NAMED.map((field) => keyOf(rule, workflow, field, finding[field])),
      ])
      .flatMap((key) => candidates.get(key) ?? [])
      .filter((each) => isAbout(each, finding))
      .sort((a, b) => (order.get(a) as number) - (order.get(b) as number));
    yield [finding, about];
  }
}

/** What a suppression names of a finding, the most exact first. */
const NAMED = ['fingerprint', 'step', 'edge', 'event'] as const;

const keyOf = (...names: readonly (string | number | undefined)[]): string => JSON.stringify(names);

/** Whether a suppression is about a finding that has its rule, its workflow, and its line or the first of its names. */
const isAbout = (suppression: Suppression, finding: Finding): boolean =>
  (suppression.at === undefined || suppression.at.source === finding.location.source) &&
  NAMED.every((field) => suppression[field] === undefined || suppression[field] === finding[field]);

// Dates in this form compare as texts.
const isExpired = ({ expires }: Suppression, today: string): boolean =>
  expires !== undefined && expires < today;
