import type {
  Finding,
  Location,
  NotChecked,
  Result,
  Silenced,
  SkippedFile,
} from '../model/finding.ts';
import { groupBy } from '../model/groups.ts';
import { pluralize } from '../model/text.ts';
import type { AnyRule } from '../rule.ts';
import { type Acceptance, type Applied, applyAcceptance } from './apply-acceptance.ts';
import type { Compared } from './compare.ts';
import { withFingerprints } from './fingerprint.ts';
import { locateReports, type ReadText } from './locate.ts';
import { causesFirst, compare, compareFound } from './order.ts';
import type { Part, Undecided } from './part.ts';
import type { ActiveRule } from './settings.ts';
import type { Suppression } from './suppress.ts';

/** What a run reports of what it found. */
export interface Policy<S extends Suppression = Suppression> {
  readonly rules: readonly ActiveRule[];
  /** Why the rules over the whole workspace cannot run: these are not all parts of it. */
  readonly unfinished?: string | undefined;
  readonly silenced?: Omit<Silenced, 'files'> | undefined;
  /** Keeps the findings that were requested. */
  readonly narrow?: ((findings: readonly Finding[]) => Narrowed) | undefined;
  /** The accepted findings; without it, every finding counts. */
  readonly acceptance?: Acceptance<S> | undefined;
}

export interface Narrowed extends Pick<Result, 'notes' | 'calls'> {
  readonly findings: readonly Finding[];
  readonly notChecked?: readonly NotChecked[];
  /** How many of the workflows are only parts of one. */
  readonly fragments?: number;
}

export interface Outcome<S extends Suppression = Suppression> extends Omit<Applied<S>, 'findings'> {
  readonly result: Result;
  /** Nothing was recognized. */
  readonly empty: boolean;
}

/** The report of what was found: located, sorted, with fingerprints, and without what is accepted. */
export function accept<S extends Suppression>(
  parts: readonly Part[],
  compared: Compared,
  readText: ReadText,
  policy: Policy<S>,
): Outcome<S> {
  const { workspace } = compared;
  const { narrow = keepAll, acceptance, unfinished } = policy;
  const all = findingsOf(parts, compared, readText, policy.rules);
  const { findings, fragments = 0, ...narrowed } = narrow(all);
  const found = addCreators(findings, parts);
  const notChecked = [...notCheckedOf(parts, compared, policy), ...(narrowed.notChecked ?? [])];
  const crashed = compared.crashed || parts.some((part) => part.crashed);
  const { findings: counted, listed, ...applied } = applyAcceptance(found, crashed, acceptance);
  const failures = [...parts.flatMap((part) => part.failures), ...compared.failures];
  const sources = new Set(parts.flatMap((part) => [...part.sources]));
  const sum = (of: keyof Part['counts']) =>
    parts.reduce((total, { counts }) => total + counts[of], 0);
  const result: Result = {
    ...narrowed,
    ...(listed && { listed }),
    summary: {
      ...countBySeverity(counted),
      suppressed: applied.suppressed,
      baselined: applied.baselined.size,
      sources: sources.size,
      workflows: workspace.counted - fragments,
      steps: sum('steps'),
      edges: sum('edges'),
      events: workspace.definitions.length,
    },
    complete: failures.length === 0 && !crashed,
    notChecked: markCheckedInPart(notChecked, found),
    failures: failures.sort((a, b) => compare(a.source, b.source) || compare(a.message, b.message)),
    findings: counted,
    sources: [...sources].sort(compare),
    skipped: skippedIn(parts),
    silenced: policy.silenced && { ...policy.silenced, files: ignoredIn(parts) },
    faultyWorkflows: countWorkflows(counted),
    crashed,
  };
  const empty = unfinished === undefined && parts.every((part) => part.empty === true);
  return { ...applied, result, empty };
}

const keepAll = (findings: readonly Finding[]): Narrowed => ({ findings });

function findingsOf(
  parts: readonly Part[],
  { reported }: Compared,
  readText: ReadText,
  rules: readonly ActiveRule[],
): readonly Finding[] {
  const found = [
    ...parts.flatMap((part) => part.findings),
    ...locateReports(reported, readText),
  ].sort(compareFound);
  const causes = new Set(rules.flatMap(({ rule }) => (rule.isCause === true ? rule.id : [])));
  return withFingerprints(causesFirst(found, (rule) => causes.has(rule)));
}

/** Where a program created the workflow of a finding, as the first related place. The program has to be corrected. */
function addCreators(findings: readonly Finding[], parts: readonly Part[]): readonly Finding[] {
  const creators = new Map<string, Location | null>(
    parts.flatMap((part) => [...(part.createdBy ?? [])]),
  );
  return findings.map((finding) => {
    const location = creators.get(finding.location.source);
    if (location === undefined) return finding;
    if (location === null) return { ...finding, fixes: [] };
    const message = finding.workflow === undefined ? 'called here' : 'created here';
    const created = { message, location, isCreator: true } as const;
    return { ...finding, fixes: [], related: [created, ...finding.related] };
  });
}

function notCheckedOf(
  parts: readonly Part[],
  { workspace, undecided }: Compared,
  { rules, unfinished }: Policy,
): readonly NotChecked[] {
  const decided =
    unfinished === undefined
      ? [
          ...workspace.completeness.notChecked(rules),
          ...joinUndecided([...parts.flatMap((part) => part.undecided), ...undecided]),
        ]
      : rules.filter(isOfWhole).map(({ rule }) => ({ rule: rule.id, reason: unfinished }));
  const idle = rules.flatMap(({ rule, idle: reason }) =>
    reason === undefined ? [] : { rule: rule.id, reason },
  );
  return [...decided, ...idle];
}

const isOfWhole = ({ rule }: { readonly rule: AnyRule }): boolean =>
  rule.workspace !== undefined || rule.compare !== undefined;

/** Each reason once, in the order of the rules, with the number of its items. */
function joinUndecided(undecided: readonly Undecided[]): readonly NotChecked[] {
  const groups = groupBy(undecided, ({ rule, reason }) => JSON.stringify([rule, reason]));
  const joined = [...groups.values()].map((group): NotChecked => {
    const [{ rule, reason, item }] = group as [Undecided, ...Undecided[]];
    if (item === undefined) return { rule, reason };
    const items = new Set(group.map((each) => each.item?.name)).size;
    return {
      rule,
      reason: `${pluralize(items, item.noun)} ${items === 1 ? 'is' : 'are'} ${reason}`,
    };
  });
  return joined.sort((a, b) => compare(a.rule, b.rule));
}

/** A rule with findings does not count as unchecked. */
function markCheckedInPart(
  notChecked: readonly NotChecked[],
  findings: readonly Finding[],
): readonly NotChecked[] {
  const found = new Set(findings.map(({ rule }) => rule));
  return notChecked.map(
    (entry): NotChecked => (found.has(entry.rule) ? { ...entry, inPart: true } : entry),
  );
}

const skippedIn = (parts: readonly Part[]): readonly SkippedFile[] =>
  parts.flatMap(({ skipped = [] }) => skipped).sort((a, b) => compare(a.source, b.source));

const ignoredIn = (parts: readonly Part[]): readonly string[] => {
  const ignored = parts.flatMap((part) => part.ignored ?? []);
  return [...new Set(ignored.map(({ source }) => source))].sort();
};

function countBySeverity(
  findings: readonly Finding[],
): Pick<Result['summary'], 'errors' | 'warnings' | 'infos'> {
  const count = (severity: Finding['severity']) =>
    findings.filter((finding) => finding.severity === severity).length;
  return { errors: count('error'), warnings: count('warning'), infos: count('info') };
}

function countWorkflows(findings: readonly Finding[]): number {
  const known = findings.flatMap(({ workflow }) => workflow ?? []);
  return new Set(known.map(({ id, name }) => `${id} ${name}`)).size;
}
