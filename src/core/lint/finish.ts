import type { Fact, Report } from '../../rule.ts';
import { count } from '../model/duration.ts';
import type { NotChecked, Result, SkippedFile } from '../model/finding.ts';
import type { DocumentRef } from '../model/nodes.ts';
import { COLLECTIONS } from '../resources/registry.ts';
import { countBySeverity, countWorkflows } from './apply-suppressions.ts';
import { evaluateCompleteness, readsResources } from './completeness.ts';
import {
  type Draft,
  draftOf,
  draftOfCrash,
  locateDrafts,
  type ReadText,
  resolve,
} from './drafts.ts';
import { withFingerprints } from './fingerprint.ts';
import { collectLateFacts, haveResources } from './late-facts.ts';
import { FINDINGS_LIMIT, TOO_MANY_FINDINGS } from './limits.ts';
import { causesFirst, compare, compareLocated, compareRefs } from './order.ts';
import { ownerOfFacts, type Part } from './part.ts';
import type { ActiveRule, SettingAt } from './settings.ts';
import { joinParts } from './workspace.ts';

interface Finish {
  readonly rules: readonly ActiveRule[];
  readonly settingAt?: SettingAt | undefined;
  /** For findings of workspace rules. */
  readonly readText: ReadText;
  /** Files that were skipped because they contain something else. */
  readonly skipped: readonly SkippedFile[];
  /** Why the rules over the whole workspace cannot run: these are not all parts of it. */
  readonly unfinished?: string | undefined;
  /** Called after the rules, before their findings are located and sorted. */
  readonly onRulesDone?: (() => void) | undefined;
}

/** The result of a run of which these are all the parts: runs the rules over the whole workspace, and sorts everything. */
export function finishParts(
  given: readonly Part[],
  { rules, settingAt, readText, skipped, unfinished, onRulesDone }: Finish,
): Result {
  const late =
    unfinished === undefined && haveResources(given)
      ? given.map((part) => collectLateFacts(part, rules, settingAt, readText))
      : given.map((part) => ({ part, unread: 0 }));
  const parts = late.map(({ part }) => part);
  const unread = late.reduce((sum, each) => sum + each.unread, 0);
  const run = joinParts(parts);
  const completeness = evaluateCompleteness(
    parts.map((part) => part.completeness),
    run.summaries,
  );
  const workspace = run.workspace(completeness);
  const first = firstRef(parts.flatMap((part) => part.first ?? []));
  let crashed = parts.some((part) => part.crashed);

  let isFull = false;
  const failures = parts.flatMap((part) => part.failures);
  const drafts: Draft[] = [];
  const undecided: NotChecked[] = [];
  const factsOf = createFactsOf(run.factsOf);
  for (const active of rules) {
    const { rule } = active;
    if (
      rule.workspace === undefined ||
      unfinished !== undefined ||
      completeness.blocks(active) !== undefined
    )
      continue;
    const report = (given: Report): void => {
      const place = resolve(given.at);
      if (drafts.length === FINDINGS_LIMIT) {
        const { source } = place.document;
        if (!isFull) failures.push({ source, message: TOO_MANY_FINDINGS, refused: true });
        isFull = true;
        return;
      }
      const here =
        settingAt === undefined
          ? active
          : settingAt(active, place.document.source, place.subject.workflow);
      if (here !== undefined) drafts.push(draftOf(here, given, place));
    };
    try {
      const leaveUnchecked = (reason: string): void =>
        void undecided.push({ rule: rule.id, reason });
      const context = {
        // Combined within the rule, so that --stats counts it as time of the rule.
        get facts() {
          return rule.facts === undefined ? [] : factsOf(ownerOfFacts(rule, rules));
        },
        ...{ workspace, leaveUnchecked },
      };
      rule.workspace(context, report, active.options);
    } catch (error) {
      crashed = true;
      if (first !== undefined) drafts.push(draftOfCrash(active, error, first));
    }
  }

  onRulesDone?.();
  const located = [
    ...parts.flatMap((part) => part.findings),
    ...locateDrafts(drafts, readText),
  ].sort(compareLocated);
  const causes = new Set(rules.flatMap(({ rule }) => (rule.isCause === true ? rule.id : [])));
  const findings = withFingerprints(causesFirst(located, (rule) => causes.has(rule)));
  const sum = (of: keyof Part['counts']) =>
    parts.reduce((total, { counts }) => total + counts[of], 0);
  const sources = new Set(parts.flatMap((part) => [...part.sources]));
  const audit = countSamples(parts);
  return {
    ...(audit.length > 0 && { audit: Object.fromEntries(audit) }),
    summary: {
      ...countBySeverity(findings),
      suppressed: 0,
      baselined: 0,
      sources: sources.size,
      workflows: run.workflows + run.summaries,
      steps: sum('steps'),
      edges: sum('edges'),
      events: workspace.definitions.length,
    },
    complete: failures.length === 0 && !crashed,
    notChecked: [
      ...(unfinished === undefined
        ? [...completeness.notChecked(rules), ...undecided, ...notRead(rules, unread)]
        : rules.filter(isOfWhole).map(({ rule }) => ({ rule: rule.id, reason: unfinished }))),
      ...rules.flatMap(({ rule, idle }) =>
        idle === undefined ? [] : { rule: rule.id, reason: idle },
      ),
    ],
    failures: failures.sort((a, b) => compare(a.source, b.source) || compare(a.message, b.message)),
    findings,
    sources: [...sources].sort(compare),
    skipped: [...skipped].sort((a, b) => compare(a.source, b.source)),
    faultyWorkflows: countWorkflows(findings.map(({ workflow }) => workflow)),
    crashed,
  };
}

/** The words of `--audit` whose samples were read, and how many runs or calls those count. */
function countSamples(parts: readonly Part[]): readonly (readonly [string, number])[] {
  return COLLECTIONS.flatMap(({ name, audit, countSampled }) => {
    const isRead = parts.some(({ completeness }) => completeness.loaded.has(name));
    if (audit === undefined || countSampled === undefined || !isRead) return [];
    const items = parts.flatMap(({ resources }) => resources.filter(({ of }) => of === name));
    return [[audit, items.reduce((sum, { value }) => sum + countSampled(value), 0)]];
  });
}

/** The result in which a rule with findings does not count as unchecked. */
export function markCheckedInPart(result: Result): Result {
  const found = new Set(result.findings.map(({ rule }) => rule));
  const notChecked = result.notChecked.map(
    (entry): NotChecked => (found.has(entry.rule) ? { ...entry, inPart: true } : entry),
  );
  return { ...result, notChecked };
}

const isOfWhole = ({ rule }: ActiveRule): boolean => rule.workspace !== undefined;

function notRead(rules: readonly ActiveRule[], workflows: number): readonly NotChecked[] {
  if (workflows === 0) return [];
  const reason = `${count(workflows, 'workflow')} came before the first template, domain or other resource, and cannot be read again`;
  return rules.flatMap(({ rule }) => (readsResources(rule) ? { rule: rule.id, reason } : []));
}

/** Shared facts are combined once. */
function createFactsOf(
  read: (owner: string) => readonly Fact<unknown>[],
): (owner: string) => readonly Fact<unknown>[] {
  const known = new Map<string, readonly Fact<unknown>[]>();
  return (owner) => {
    const facts = known.get(owner) ?? read(owner);
    known.set(owner, facts);
    return facts;
  };
}

/** The smallest by source and position. */
function firstRef(refs: readonly DocumentRef[]): DocumentRef | undefined {
  return refs.reduce<DocumentRef | undefined>(
    (first, ref) => (first === undefined || compareRefs(ref, first) < 0 ? ref : first),
    undefined,
  );
}
