import type { Counts, Failure, Result, Skipped } from '../model/finding.ts';
import { rootOf } from '../model/place.ts';
import { quote, truncate } from '../model/text.ts';
import type { Document, Workflow } from '../model/workflow.ts';
import type { AnyRule, Report } from '../rule.ts';
import { type Acceptance, NOTHING_ACCEPTED, type Unused } from './accept.ts';
import { type Gaps, NO_GAPS } from './complete.ts';
import { type Causes, finish } from './finish.ts';
import { compareText } from './order.ts';
import { type Checked, type Reported, runRules } from './run-rules.ts';
import { DEFAULT_CHOICE, type RuleChoice, type RuleInForce, rulesInForce } from './settings.ts';

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
  given: readonly Document[],
  { rules, causes, mandatory }: RuleSet,
  settings: LintSettings = {},
): LintResult {
  const { choice = DEFAULT_CHOICE, acceptance = NOTHING_ACCEPTED, gaps = NO_GAPS } = settings;
  // What is first does not depend on the order of files.
  const documents = [...given].sort(
    ({ input: a }, { input: b }) => compareText(a.name, b.name) || (a.line ?? 0) - (b.line ?? 0),
  );
  const inForce = rulesInForce(rules, choice, mandatory);
  const checked = runRules(documents, gaps, inForce, choice);
  const reported = [...checked.reported, ...crashesOf(checked, documents[0], inForce)];
  const { findings, unused } = finish(reported, acceptance, causes, mandatory);
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

/** The rule that has no check of its own reports the others that threw. */
function crashesOf(
  { crashed }: Checked,
  first: Document | undefined,
  rules: readonly RuleInForce[],
): readonly Reported[] {
  const inForce = rules.find(({ rule }) => rule.isOfCrashes);
  if (inForce === undefined || first === undefined) return [];
  return crashed.map(({ rule, document = first, error }): Reported => {
    const text = error instanceof Error ? error.message : String(error);
    const report: Report = {
      at: rootOf(document),
      message: `rule ${quote(rule)} failed: ${truncate(text.split('\n', 1)[0] ?? '', 81)}`,
      help: 'report the defect to the author of the rule, and switch the rule off until then',
      name: rule,
    };
    return { inForce, report, severity: inForce.rule.severity, workflow: undefined };
  });
}

const countsOf = (documents: readonly Document[], workflows: readonly Workflow[]): Counts => ({
  sources: new Set(documents.map(({ input }) => input.name)).size,
  workflows: workflows.length,
  steps: sum(workflows, ({ steps }) => steps?.length ?? 0),
  edges: sum(workflows, ({ edges }) => edges?.length ?? 0),
  events: sum(documents, ({ events }) => events.length),
});

const sum = <T>(items: readonly T[], amountOf: (item: T) => number): number =>
  items.reduce((total, item) => total + amountOf(item), 0);
