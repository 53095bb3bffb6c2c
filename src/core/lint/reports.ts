import type { Failure } from '../model/finding.ts';
import { describeExcess, LARGE_CONDITION, LARGE_WORKFLOW } from '../model/limits.ts';
import type { DocumentRef, Place, Step, Workflow } from '../model/nodes.ts';
import { placeOf } from '../model/place.ts';
import type { Report, ReportFn, RuleContext } from '../rule.ts';
import { type Draft, draftOf, draftOfCrash, resolve, TOO_MANY_STEPS } from './drafts.ts';
import type { Undecided } from './part.ts';
import type { ActiveRule, SettingAt } from './settings.ts';

/** A report of this many findings has 80 MB. */
const FINDINGS_LIMIT = 100_000;
const TOO_MANY_FINDINGS = 'more than 100,000 findings; the rest is not checked';

const CHECKED_IN_PART = `${LARGE_WORKFLOW}: rules about a single step or edge were still checked`;
const COUNTED_AS_UNKNOWN = `${LARGE_CONDITION}: any contact may pass`;

/** What the hooks of rules reported. */
export interface Reports {
  readonly drafts: readonly Draft[];
  readonly failures: readonly Failure[];
  readonly undecided: ReadonlyMap<string, Undecided>;
  readonly report: ReportFn;
  readonly leaveUnchecked: RuleContext['leaveUnchecked'];
  /** Whether a rule threw. */
  crashed(): boolean;
  /** The rule that reports from now on. */
  begin(active: ActiveRule): void;
  /** A workflow, or the condition of a step, is too large to be analysed. */
  leaveOut(node: Workflow | Step): void;
  /** It threw. @param document the place of the crash. */
  crash(error: unknown, document: DocumentRef | undefined): void;
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
  const drafts: Draft[] = [];
  const failures: Failure[] = [];
  const undecided = new Map<string, Undecided>();
  let current: ActiveRule;
  let crashed = false;
  const report = (given: Report): void => {
    const place = resolve(given.at);
    if (given.explainedBy !== undefined && isOn(given.explainedBy, place)) return;
    if (drafts.length === FINDINGS_LIMIT) {
      const { source } = place.document;
      if (failures.length === 0)
        failures.push({ source, message: TOO_MANY_FINDINGS, refused: true });
      return;
    }
    const active =
      settingAt === undefined
        ? current
        : settingAt(current, place.document.source, place.subject.workflow);
    if (active !== undefined) drafts.push(draftOf(active, given, place));
  };
  return {
    drafts,
    failures,
    undecided,
    report,
    leaveUnchecked(reason, item) {
      const { id: rule } = current.rule;
      undecided.set(JSON.stringify([rule, reason, item]), { rule, reason, item });
    },
    leaveOut(node) {
      const isWorkflow = node.kind === 'workflow';
      if (isWorkflow)
        drafts.push(
          draftOf(TOO_MANY_STEPS, {
            at: [node, 'steps'],
            message: `workflow has ${describeExcess(node)}`,
            help: 'split the workflow: until then only rules about a single step or edge check it',
          }),
        );
      const { document, pointer } = placeOf(node);
      const item = {
        noun: isWorkflow ? 'workflow' : 'condition',
        name: `${document.source} ${document.index} ${pointer}`,
      };
      const reason = isWorkflow ? CHECKED_IN_PART : COUNTED_AS_UNKNOWN;
      undecided.set(item.name, { rule: '*', reason, item });
    },
    crashed: () => crashed,
    begin(active) {
      current = active;
    },
    crash(error, document) {
      crashed = true;
      if (document !== undefined) drafts.push(draftOfCrash(current, error, document));
    },
  };
}
