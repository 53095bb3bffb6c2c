import type { Report } from '../../rule.ts';
import type { Result, SkippedFile } from '../model/finding.ts';
import type { DocumentRef } from '../model/nodes.ts';
import { countBySeverity, countWorkflows } from './apply-suppressions.ts';
import { evaluateCompleteness } from './completeness.ts';
import {
  type Draft,
  draftOf,
  draftOfCrash,
  locateDrafts,
  type ReadText,
  resolve,
} from './drafts.ts';
import { withFingerprints } from './fingerprint.ts';
import { causesFirst, compare, compareLocated, compareRefs } from './order.ts';
import type { Part } from './part.ts';
import type { ActiveRule, SettingAt } from './settings.ts';
import { joinParts } from './workspace.ts';

interface Finish {
  readonly rules: readonly ActiveRule[];
  readonly settingAt?: SettingAt | undefined;
  /** For findings that are only known now. */
  readonly readText: ReadText;
  /** Files left out because they hold something else. */
  readonly skipped: readonly SkippedFile[];
  /** Why the rules over the whole workspace cannot run: these are not all parts of it. */
  readonly unfinished?: string | undefined;
}

/** The result of a run of which these are all the parts: runs the rules over the whole workspace, and sorts everything. */
export function finishParts(
  parts: readonly Part[],
  { rules, settingAt, readText, skipped, unfinished }: Finish,
): Result {
  const run = joinParts(parts);
  const completeness = evaluateCompleteness(
    parts.map((part) => part.completeness),
    run.summaries,
  );
  const workspace = run.workspace(completeness);
  const first = firstRef(parts.flatMap((part) => part.first ?? []));
  let crashed = parts.some((part) => part.crashed);

  const failures = parts.flatMap((part) => part.failures);
  const drafts: Draft[] = [];
  for (const active of rules) {
    if (
      active.rule.workspace === undefined ||
      unfinished !== undefined ||
      completeness.blocks(active) !== undefined
    )
      continue;
    const report = (given: Report): void => {
      const place = resolve(given.at);
      const here =
        settingAt === undefined
          ? active
          : settingAt(active, place.document.source, place.subject.workflow);
      if (here !== undefined) drafts.push(draftOf(here, given, place));
    };
    try {
      const facts = active.rule.facts === undefined ? [] : run.factsOf(active.rule.id);
      active.rule.workspace({ facts, workspace }, report, active.options);
    } catch (error) {
      crashed = true;
      if (first !== undefined) drafts.push(draftOfCrash(active, error, first));
    }
  }

  const located = [
    ...parts.flatMap((part) => part.findings),
    ...locateDrafts(drafts, readText),
  ].sort(compareLocated);
  const causes = new Set(rules.flatMap(({ rule }) => (rule.isCause === true ? rule.id : [])));
  const findings = withFingerprints(causesFirst(located, (rule) => causes.has(rule)));
  const sum = (of: keyof Part['counts']) =>
    parts.reduce((total, { counts }) => total + counts[of], 0);
  const sources = new Set(parts.flatMap((part) => [...part.sources]));
  return {
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
        ? completeness.notChecked(rules)
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

const isOfWhole = ({ rule }: ActiveRule): boolean => rule.workspace !== undefined;

/** The smallest by source and position. */
function firstRef(refs: readonly DocumentRef[]): DocumentRef | undefined {
  return refs.reduce<DocumentRef | undefined>(
    (first, ref) => (first === undefined || compareRefs(ref, first) < 0 ? ref : first),
    undefined,
  );
}
