import type { Counts, Failure, Result, Skipped } from '../model/finding.ts';
import type { Document, Workflow } from '../model/workflow.ts';
import type { AnyRule } from '../rule.ts';
import { type Acceptance, NOTHING_ACCEPTED, type Unused } from './accept.ts';
import { type Checked, check } from './check.ts';
import { type Gaps, NO_GAPS } from './complete.ts';
import { type Causes, finish } from './finish.ts';
import { DEFAULT_CHOICE, type RuleChoice, rulesInForce } from './settings.ts';

/** The rules, and what they say of each other. */
export interface RuleSet {
  readonly rules: readonly AnyRule[];
  readonly causes: Causes;
  /** Rules that cannot be switched off, suppressed or accepted by a baseline. */
  readonly mandatory: ReadonlySet<string>;
}

/** What was read, and how it is checked. */
export interface LintSettings {
  readonly choice?: RuleChoice;
  readonly acceptance?: Acceptance;
  readonly gaps?: Gaps;
  readonly failures?: readonly Failure[];
  readonly skipped?: readonly Skipped[];
}

export type LintResult = Result & {
  readonly unused: Unused;
  readonly crashed: Checked['crashed'];
};

/** Checks documents, which are one account. Synchronous and pure. */
export function lint(
  documents: readonly Document[],
  { rules, causes, mandatory }: RuleSet,
  settings: LintSettings = {},
): LintResult {
  const { choice = DEFAULT_CHOICE, acceptance = NOTHING_ACCEPTED, gaps = NO_GAPS } = settings;
  const inForce = rulesInForce(rules, choice, mandatory);
  const checked = check(documents, gaps, inForce, choice);
  const { findings, unused } = finish(checked.reported, acceptance, causes, mandatory);
  return {
    findings,
    notChecked: checked.notChecked,
    failures: settings.failures ?? [],
    skipped: settings.skipped ?? [],
    counts: countsOf(documents, checked.workflows),
    documents,
    unused,
    crashed: checked.crashed,
  };
}

function countsOf(documents: readonly Document[], workflows: readonly Workflow[]): Counts {
  const sum = (countIn: (workflow: Workflow) => number): number =>
    workflows.reduce((total, workflow) => total + countIn(workflow), 0);
  return {
    sources: new Set(documents.map(({ input }) => input.name)).size,
    workflows: workflows.length,
    steps: sum(({ steps = [] }) => steps.length),
    edges: sum(({ edges = [] }) => edges.length),
    events: documents.reduce((total, { events }) => total + events.length, 0),
  };
}
