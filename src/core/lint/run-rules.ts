import { groupBy } from '../graph/graph.ts';
import type { NotChecked, Severity } from '../model/finding.ts';
import { NONE } from '../model/json.ts';
import { placeOf, workflowOf } from '../model/place.ts';
import { isEmail } from '../model/step-type.ts';
import { plural } from '../model/text.ts';
import type { Document, Workflow } from '../model/workflow.ts';
import type { AnyRule, Report, ReportFn, Stage } from '../rule.ts';
import { buildWorkspace, type Gap, nameOfWorkflow } from './build-workspace.ts';
import type { Gaps } from './complete.ts';
import { type RuleChoice, type RuleInForce, type Setting, settingAt } from './settings.ts';
import { isTooLarge } from './sound.ts';

/** A report, with the rule that made it and its severity at the place. */
export interface Reported {
  readonly inForce: RuleInForce;
  readonly report: Report;
  readonly severity: Severity;
  readonly workflow: Workflow | undefined;
}

export interface Checked {
  readonly reported: readonly Reported[];
  readonly notChecked: readonly NotChecked[];
  /** Rules that threw, with the document that each was run on: none of the whole workspace. */
  readonly crashed: readonly {
    readonly rule: string;
    readonly document: Document | undefined;
    readonly error: unknown;
  }[];
  /** Each once: of two forms of one workflow, the whole one. */
  readonly workflows: readonly Workflow[];
}

/** Runs all rules in force: on documents and workflows stage by stage, then on the workspace. */
export function runRules(
  documents: readonly Document[],
  gaps: Gaps,
  rules: readonly RuleInForce[],
  choice: RuleChoice,
): Checked {
  const notes = createNotes();
  const { run, report, running, reported, crashed } = createRunner(choice);
  const workspace = buildWorkspace(documents, gaps, (gap) => notes.add(gap, [running()]));
  const ofDocuments = rules.filter(({ rule }) => rule.document);
  const stages = stagesOf(rules);
  for (const document of documents) {
    const context = { document, workspace };
    const checkDocument: Check = (rule, options) => rule.document?.(context, report, options);
    run(ofDocuments, checkDocument, document);
    for (const workflow of document.workflows) {
      const stage = stageOf(workflow, workspace.isSound(workflow));
      if (stage === 'structure') noteFlow(workflow, stages, notes);
      const graph = workspace.graphOf(workflow);
      const { steps = NONE } = workflow;
      const emails = steps.filter(isEmail);
      const context = { workflow, steps, emails, graph, workspace };
      const checkWorkflow: Check = (rule, options) => rule.workflow?.(context, report, options);
      run(stages[stage], checkWorkflow, document, workflow);
    }
  }
  const ofWorkspace = documents.length === 0 ? [] : rules.filter(({ rule }) => rule.workspace);
  run(ofWorkspace, (rule, options) => rule.workspace?.({ workspace }, report, options));
  noteUnread(documents, workspace.workflows, notes);
  return { reported, notChecked: notes.all(), crashed, workflows: workspace.workflows };
}

type Check = (rule: AnyRule, options: object) => void;

/** Runs one rule after the other, and keeps what it reports, or that it threw. */
function createRunner(choice: RuleChoice) {
  const reported: Reported[] = [];
  const crashed: Checked['crashed'][number][] = [];
  let inForce: RuleInForce | undefined;

  const report: ReportFn = (each) => {
    if (inForce === undefined || (each.preset === 'strict' && !inForce.isStrict)) return;
    const { document, node, isUnknown } = placeOf(each.at);
    // Of a call, the model has what is known of its values.
    if (isUnknown && node?.kind !== 'call') return;
    const workflow = workflowOf(node);
    const setting = settingAt(inForce, choice, document.input.name, workflow);
    if (setting === undefined) return;
    const severity = severityOf(inForce, setting, each, workflow);
    reported.push({ inForce, report: each, severity, workflow });
  };

  /** Of the whole workspace without a document: each report has its own setting. */
  const run = (
    rules: readonly RuleInForce[],
    check: Check,
    document?: Document,
    workflow?: Workflow,
  ): void => {
    for (const each of rules) {
      const setting = document ? settingAt(each, choice, document.input.name, workflow) : each;
      if (setting === undefined) continue;
      inForce = each;
      try {
        check(each.rule, setting.options);
      } catch (error) {
        crashed.push({ rule: each.rule.id, document, error });
      }
    }
  };
  return { run, report, running: () => inForce?.rule.id ?? '', reported, crashed };
}

/**
 * The severity of a report: what the user wrote, else its own, else that of its rule. Warnings of
 * the flow are infos in a disabled workflow.
 */
function severityOf(
  { rule }: RuleInForce,
  { severity, isWritten }: Setting,
  report: Report,
  workflow: Workflow | undefined,
): Severity {
  const own = isWritten ? severity : (report.severity ?? severity);
  const isLowered = rule.stage === 'flow' && workflow?.status === 'disabled';
  return own === 'warning' && isLowered ? 'info' : own;
}

type Stages = Readonly<Record<Stage | 'fragment', readonly RuleInForce[]>>;

/** The rules of workflows, by the last stage that a workflow reaches. */
function stagesOf(rules: readonly RuleInForce[]): Stages {
  const flow = rules.filter(({ rule }) => rule.workflow);
  return {
    flow,
    structure: flow.filter(({ rule }) => rule.stage !== 'flow'),
    readable: flow.filter(({ rule }) => rule.stage === 'readable'),
    fragment: flow.filter(({ rule }) => rule.stage === 'readable' || rule.isOfConfigs),
  };
}

function stageOf(workflow: Workflow, isSound: boolean): keyof Stages {
  if (workflow.isFragment) return 'fragment';
  if (workflow.isSummary || workflow.steps === undefined) return 'readable';
  return isSound ? 'flow' : 'structure';
}

function noteFlow(workflow: Workflow, { flow }: Stages, notes: Notes): void {
  const rules = flow.filter(({ rule }) => rule.stage === 'flow').map(({ rule }) => rule.id);
  const reason = isTooLarge(workflow) ? 'too many steps or edges' : 'correct the structure first';
  if (rules.length > 0) notes.add({ of: nameOfWorkflow(workflow), reason }, rules);
}

/** What no rule could see. */
function noteUnread(
  documents: readonly Document[],
  workflows: readonly Workflow[],
  notes: Notes,
): void {
  for (const { input, unresolved = [] } of documents)
    for (const { line, what } of unresolved) {
      const reason = `not resolved: ${what}; use edgewise record`;
      notes.add({ of: `${input.name}:${line}`, reason }, []);
    }
  const listForms = workflows.filter(({ isSummary }) => isSummary).length;
  const reason = `${plural(listForms, 'workflow')} in list form, without steps`;
  if (listForms > 0) notes.add({ reason }, []);
}

type Notes = ReturnType<typeof createNotes>;

/** What was not checked, each once; the rules of one reason are added. */
function createNotes() {
  // A collection is asked for often, and gives the same object each time.
  const notes = new Map<Gap, Set<string>>();
  return {
    add(gap: Gap, rules: readonly string[]): void {
      const known = notes.get(gap) ?? new Set();
      if (known.size === 0) notes.set(gap, known);
      for (const rule of rules) known.add(rule);
    },
    all: (): readonly NotChecked[] =>
      [...groupBy(notes, ([{ of = '', reason }]) => `${of} ${reason}`).values()].map((same) => ({
        ...same[0][0],
        rules: [...new Set(same.flatMap(([, rules]) => [...rules]))],
      })),
  };
}
