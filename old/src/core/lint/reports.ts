import type { Failure } from '../model/finding.ts';
import { describeExcess, LARGE_CONDITION, LARGE_WORKFLOW } from '../model/limits.ts';
import type { DocumentRef, Place, Step, Workflow } from '../model/nodes.ts';
import { placeOf } from '../model/place.ts';
import type { Report, ReportFn, RuleContext } from '../rule.ts';
import { crashOf, reportedBy, resolve, TOO_MANY_STEPS } from './locate.ts';
import type { Reported, Undecided } from './part.ts';
import type { ActiveRule, SettingAt } from './settings.ts';

/** A report of this many findings has 80 MB. */
const FINDINGS_LIMIT = 100_000;
const TOO_MANY_FINDINGS = 'more than 100,000 findings; the rest is not checked';

const CHECKED_IN_PART = `${LARGE_WORKFLOW}: rules about a single step or edge were still checked`;
const COUNTED_AS_UNKNOWN = `${LARGE_CONDITION}: any contact may pass`;

/** What the hooks of rules reported. */
export interface Reports {
  readonly reported: readonly Reported[];
  readonly failures: readonly Failure[];
  readonly undecided: ReadonlyMap<string, Undecided>;
  readonly report: ReportFn;
  readonly leaveUnchecked: RuleContext['leaveUnchecked'];
  /** Whether a rule threw. */
  crashed(): boolean;
  /** Runs a hook of a rule, whose reports these are. @param document the place of a crash. */
  run(active: ActiveRule, document: DocumentRef | undefined, hook: () => void): void;
  /** A workflow, or the condition of a step, is too large to be analysed. */
  leaveOut(node: Workflow | Step): void;
}

const excessOf = (workflow: Workflow): Reported =>
  reportedBy(TOO_MANY_STEPS, {
    at: [workflow, 'steps'],
    message: `workflow has ${describeExcess(workflow)}`,
    help: 'split the workflow: until then only rules about a single step or edge check it',
  });

function undecidedOf(node: Workflow | Step) {
  const { document, pointer } = placeOf(node);
  const name = `${document.source} ${document.index} ${pointer}`;
  return node.kind === 'workflow'
    ? { rule: '*', reason: CHECKED_IN_PART, item: { noun: 'workflow', name } }
    : { rule: '*', reason: COUNTED_AS_UNKNOWN, item: { noun: 'condition', name } };
}

/** @param settingAt given when settings differ by place. */
export function createReports(
  rules: readonly ActiveRule[],
  settingAt: SettingAt | undefined,
): Reports {
  const byId = new Map(rules.map((active) => [active.rule.id, active]));
  const isOn = (id: string, { document, subject }: Place): boolean => {
    const active = byId.get(id);
    if (active === undefined || settingAt === undefined) return active !== undefined;
    return settingAt(active, document.source, subject.workflow) !== undefined;
  };
  const reported: Reported[] = [];
  const failures: Failure[] = [];
  const undecided = new Map<string, Undecided>();
  let current: ActiveRule;
  let crashed = false;
  const report = (given: Report): void => {
    const place = resolve(given.at);
    if (given.explainedBy !== undefined && isOn(given.explainedBy, place)) return;
    if (reported.length === FINDINGS_LIMIT) {
      const { source } = place.document;
      if (failures.length === 0)
        failures.push({ source, message: TOO_MANY_FINDINGS, refused: true });
      return;
    }
    const active =
      settingAt === undefined
        ? current
        : settingAt(current, place.document.source, place.subject.workflow);
    if (active !== undefined) reported.push(reportedBy(active, given, place));
  };
  return {
    reported,
    failures,
    undecided,
    report,
    leaveUnchecked(reason, item) {
      const { id: rule } = current.rule;
      undecided.set(JSON.stringify([rule, reason, item]), { rule, reason, item });
    },
    leaveOut(node) {
      if (node.kind === 'workflow') reported.push(excessOf(node));
      const entry = undecidedOf(node);
      undecided.set(entry.item.name, entry);
    },
    crashed: () => crashed,
    run(active, document, hook) {
      current = active;
      try {
        hook();
      } catch (error) {
        crashed = true;
        if (document !== undefined) reported.push(crashOf(active, error, document));
      }
    },
  };
}
