import { findDuplicateKeys } from '../document/duplicate-keys.ts';
import type { CodeDocument } from '../document/split.ts';
import { buildGraph, buildRecoveredGraph } from '../graph/graph.ts';
import { conditionsIn, readsOf } from '../graph/reads.ts';
import { isTooLarge } from '../model/limits.ts';
import type { ApiCall, Document, DuplicateKey, Workflow } from '../model/nodes.ts';
import { placeOf } from '../model/place.ts';
import type { AnyRule, ReportFn, RuleContext, WorkflowContext } from '../rule.ts';
import { createUses, readsResources } from './completeness.ts';
import { locateReports, type ReadText } from './locate.ts';
import { compareRefs } from './order.ts';
import { ownerOfSummaries, type Part, type PartSummary } from './part.ts';
import { createReports, type Reports } from './reports.ts';
import { type ActiveRule, optionsAt, type SettingAt } from './settings.ts';
import { describeWorkflow, type WorkspaceIndex } from './workspace.ts';

/** A document to check. */
export interface CheckedDocument {
  readonly document: Document;
  /** Absent for a document without lines, such as a workflow of the live API. */
  readonly text?: string | CodeDocument | undefined;
  /** Only its workflows are checked here; another part of the run checks the rest of it. */
  readonly isShared?: boolean | undefined;
  /** The document with the workflows of other shards. */
  readonly whole?: Document | undefined;
}

export interface CheckSettings {
  readonly rules: readonly ActiveRule[];
  /** Given when settings differ by place. */
  readonly settingAt?: SettingAt | undefined;
}

type Checked = Pick<
  Part,
  'workflows' | 'summaries' | 'findings' | 'undecided' | 'counts' | 'failures' | 'crashed'
> & { readonly used: ReadonlySet<string> };

/** Runs the hooks about documents, events, calls and workflows. */
export function check(
  documents: readonly CheckedDocument[],
  workspace: WorkspaceIndex,
  { rules, settingAt }: CheckSettings,
): Checked {
  const sorted = documents.toSorted((a, b) => compareRefs(a.document.ref, b.document.ref));
  const reports = createReports(rules, settingAt);
  const { leaveUnchecked } = reports;
  const documentHooks = hooksOf('document', rules);
  const eventHooks = hooksOf('event', rules);
  const callHooks = hooksOf('call', rules);
  const otherCallHooks = callHooks.filter(({ active }) => active.rule.callsOf !== undefined);
  const ask = <C>(hooks: readonly RuleHook<DocumentHook<C>>[], { ref }: Document, own: C): void => {
    const context = { workspace, leaveUnchecked, ...own };
    for (const { active, hook } of hooks)
      reports.run(active, ref, () =>
        hook(context, reports.report, optionsAt(settingAt, active, ref.source)),
      );
  };
  const checkWorkflow = createWorkflowCheck(workspace, { rules, settingAt }, reports);
  for (const { document, whole = document, text, isShared } of sorted) {
    if (isShared !== true) {
      ask(documentHooks, document, {
        document,
        duplicateKeys: () => duplicateKeysOf(whole, text),
      });
      for (const event of document.events) ask(eventHooks, document, { event });
      for (const call of document.calls ?? [])
        ask(USUAL.has(call.does) ? callHooks : otherCallHooks, document, { call });
    }
    document.workflows.forEach(checkWorkflow.run);
  }
  const workflows = sorted.flatMap(({ document }) => document.workflows);
  return {
    workflows: workflows.map(describeWorkflow),
    summaries: new Map([...checkWorkflow.summaries].filter(([, { length }]) => length > 0)),
    used: checkWorkflow.used,
    findings: locateReports(reports.reported, createReadText(documents)),
    undecided: [...reports.undecided.values()],
    counts: {
      steps: workflows.reduce((sum, { steps }) => sum + steps.length, 0),
      edges: workflows.reduce((sum, { edges }) => sum + edges.length, 0),
    },
    failures: reports.failures,
    crashed: reports.crashed(),
  };
}

/** The calls that all rules about calls get. */
const USUAL: ReadonlySet<ApiCall['does']> = new Set(['send', 'wrap', 'create', 'update']);

type DocumentHook<C> = (context: RuleContext & C, report: ReportFn, options: unknown) => void;

/** A hook of a rule, looked up once: rules have many shapes, and property access on them is slow. */
interface RuleHook<H> {
  readonly active: ActiveRule;
  readonly hook: H;
  readonly listForm: boolean;
}

const hooksOf = <N extends 'document' | 'event' | 'call' | 'workflow' | 'summarize'>(
  name: N,
  rules: readonly ActiveRule[],
): readonly RuleHook<NonNullable<AnyRule[N]>>[] =>
  rules.flatMap((active) => {
    const hook = active.rule[name] as NonNullable<AnyRule[N]> | undefined;
    return hook === undefined ? [] : [{ active, hook, listForm: active.rule.listForm === true }];
  });

function createWorkflowCheck(
  workspace: WorkspaceIndex,
  { rules, settingAt }: CheckSettings,
  reports: Reports,
) {
  const { completeness } = workspace;
  const hooks = hooksOf('workflow', rules).filter(({ active }) => !completeness.blocks(active));
  const { summarize, summaries } = createSummaries({ rules, settingAt }, reports);
  const uses = createUses();
  const wantsUses = rules.some(({ rule }) => readsResources(rule));
  const { leaveUnchecked, report } = reports;
  const run = (workflow: Workflow): void => {
    const { ref, document, summaryOnly } = workflow;
    const isLarge = isTooLarge(workflow);
    if (isLarge) reports.leaveOut(workflow);
    const graph = isLarge ? buildGraph(workflow) : buildRecoveredGraph(workflow);
    if (!isLarge)
      for (const { step, tree } of conditionsIn(graph)) if (tree.isLarge) reports.leaveOut(step);
    const reportHere: ReportFn = isLarge
      ? (given) => report({ ...given, fixes: undefined })
      : report;
    const context: WorkflowContext = {
      workflow,
      graph,
      place: placeOf,
      workspace,
      leaveUnchecked,
    };
    for (const { active: asked, hook, listForm } of hooks) {
      if ((summaryOnly && !listForm) || (isLarge && asked.rule.linear !== true)) continue;
      const active = settingAt === undefined ? asked : settingAt(asked, document.source, ref);
      if (active === undefined) continue;
      reports.run(active, document, () => hook(context, reportHere, active.options));
    }
    summarize(context, isLarge);
    if (wantsUses && !isLarge) uses.add(workflow.steps, () => readsOf(graph));
  };
  return { run, summaries, used: uses.used };
}

/** The summaries of workflows, for the rules that compare them. */
function createSummaries({ rules, settingAt }: CheckSettings, reports: Reports) {
  const hooks = hooksOf('summarize', rules).filter(
    ({ active: { rule } }) => ownerOfSummaries(rule, rules) === rule.id,
  );
  const summaries = new Map(hooks.map(({ active }) => [active.rule.id, [] as PartSummary[]]));
  let row = 0;
  const summarize = (context: WorkflowContext, isLarge: boolean): void => {
    const { ref, document, summaryOnly } = context.workflow;
    for (const { active, hook, listForm } of hooks) {
      if (isLarge || (summaryOnly && !listForm)) continue;
      reports.run(active, document, () => {
        // A rule also summarizes where it is off; its reports there are dropped.
        const options = optionsAt(settingAt, active, document.source, ref);
        const summary: unknown = hook(context, options);
        if (summary !== undefined) summaries.get(active.rule.id)?.push({ row, summary });
      });
    }
    row++;
  };
  return { summarize, summaries };
}

function duplicateKeysOf(
  document: Document,
  text: CheckedDocument['text'],
): readonly DuplicateKey[] {
  return typeof text !== 'string' || document.form === 'broken'
    ? []
    : findDuplicateKeys(text, document);
}

/** Finds texts by the reference of their document: references from another machine are other objects. */
export function createReadText(documents: readonly CheckedDocument[]): ReadText {
  let texts: ReadonlyMap<string, CheckedDocument['text']> | undefined;
  const keyOf = ({ source, index }: Document['ref']): string => `${index} ${source}`;
  return (ref) => {
    texts ??= new Map(documents.map(({ document, text }) => [keyOf(document.ref), text]));
    return texts.get(keyOf(ref));
  };
}
