import type { NotChecked, Severity } from '../model/finding.ts';
import { placeOf, workflowOf } from '../model/place.ts';
import { plural } from '../model/text.ts';
import type { Document, Workflow } from '../model/workflow.ts';
import type { AnyRule, Report, ReportFn, Stage, WorkflowContext } from '../rule.ts';
import type { Gaps } from './complete.ts';
import { type RuleChoice, type RuleInForce, type Setting, settingAt } from './settings.ts';
import { isTooLarge } from './sound.ts';
import { buildWorkspace, type Gap, nameOfWorkflow } from './workspace.ts';

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
  /** Rules that threw, with the document that they were run on. */
  readonly crashed: readonly {
    readonly rule: string;
    readonly document: Document;
    readonly error: unknown;
  }[];
  /** Each once: of two forms of one workflow, the whole one. */
  readonly workflows: readonly Workflow[];
}

/** Runs all rules in force: on documents and workflows stage by stage, then on the workspace. */
export function check(
  documents: readonly Document[],
  gaps: Gaps,
  rules: readonly RuleInForce[],
  choice: RuleChoice,
): Checked {
  const notes = createNotes();
  const runner = createRunner(choice);
  const { run, reported, crashed } = runner;
  const workspace = buildWorkspace(documents, gaps, (gap) => notes.add(gap, [runner.rule()]));
  const ofDocuments = rules.flatMap((inForce) => hookOf(inForce, inForce.rule.document));
  const stages = stagesOf(rules);
  for (const document of documents) {
    for (const hook of ofDocuments) run(hook, { document, workspace }, { document });
    for (const workflow of document.workflows) {
      const { steps = [] } = workflow;
      const stage = stageOf(workflow, workspace.isSound(workflow));
      if (stage === 'structure') noteFlow(workflow, stages, notes);
      const context = { workflow, steps, graph: workspace.graphOf(workflow), workspace };
      const target = { document, workflow };
      for (const hook of stages[stage]) run(hook, context, target);
    }
  }
  const [document] = documents;
  const ofWorkspace = rules.flatMap((inForce) => hookOf(inForce, inForce.rule.workspace));
  if (document !== undefined)
    for (const hook of ofWorkspace) run(hook, { workspace }, { document, isWhole: true });
  noteUnread(documents, workspace.workflows, notes);
  return { reported, notChecked: notes.all(), crashed, workflows: workspace.workflows };
}

/** One check of a rule. */
interface Hook<C> {
  readonly inForce: RuleInForce;
  readonly check: (context: C, report: ReportFn, options: object) => void;
}

const hookOf = <C>(
  inForce: RuleInForce,
  check: Hook<C>['check'] | undefined,
): Hook<C> | readonly [] =>
  check === undefined ? [] : { inForce, check: check.bind(inForce.rule) };

/** What a rule is run on. */
interface Target {
  readonly document: Document;
  readonly workflow?: Workflow;
  /** It is run on the workspace, so that its setting is that of each report. */
  readonly isWhole?: true;
}

/** Runs one hook after the other, and keeps what its rule reports, or that it threw. */
function createRunner(choice: RuleChoice) {
  const reported: Reported[] = [];
  const crashed: Checked['crashed'][number][] = [];
  let running: RuleInForce | undefined;
  let target: Target | undefined;

  const report: ReportFn = (each) => {
    if (running === undefined || (each.preset === 'strict' && !running.isStrict)) return;
    const { document, node, isUnknown } = placeOf(each.at);
    // Of a call, the model has what is known of its values.
    if (isUnknown && node?.kind !== 'call') return;
    const workflow = target?.workflow ?? workflowOf(node);
    const setting = settingAt(running, choice, document.input.name, workflow);
    if (setting === undefined) return;
    const severity = severityOf(running, setting, each, workflow);
    reported.push({ inForce: running, report: each, severity, workflow });
  };

  const run = <C>({ inForce, check }: Hook<C>, context: C, on: Target): void => {
    const { document, workflow, isWhole } = on;
    const here = isWhole ? inForce : settingAt(inForce, choice, document.input.name, workflow);
    if (here === undefined) return;
    [running, target] = [inForce, on];
    try {
      check(context, report, here.options);
    } catch (error) {
      crashed.push({ rule: inForce.rule.id, document, error });
    }
  };
  return { reported, crashed, run, rule: () => running?.rule.id ?? '' };
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

type Stages = Readonly<Record<Stage | 'fragment', readonly Hook<WorkflowContext>[]>>;

/** What is run on a workflow, by the last stage that it reaches. */
function stagesOf(rules: readonly RuleInForce[]): Stages {
  const flow = rules.flatMap((inForce) => hookOf(inForce, inForce.rule.workflow));
  const only = (isRun: (rule: AnyRule) => boolean) =>
    flow.filter((each) => isRun(each.inForce.rule));
  return {
    flow,
    structure: only(({ stage }) => stage !== 'flow'),
    readable: only(({ stage }) => stage === 'readable'),
    fragment: only(({ stage, isOfConfigs = false }) => stage === 'readable' || isOfConfigs),
  };
}

function stageOf(workflow: Workflow, isSound: boolean): keyof Stages {
  if (workflow.isFragment) return 'fragment';
  if (workflow.isSummary || workflow.steps === undefined) return 'readable';
  return isSound ? 'flow' : 'structure';
}

function noteFlow(workflow: Workflow, { flow }: Stages, notes: Notes): void {
  const all = flow.map(({ inForce }) => inForce.rule);
  const rules = all.filter(({ stage }) => stage === 'flow').map(({ id }) => id);
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
  const notes = new Map<string, { readonly gap: Gap; readonly rules: Set<string> }>();
  return {
    add(gap: Gap, rules: readonly string[]): void {
      const key = gap.of === undefined ? gap.reason : `${gap.of} ${gap.reason}`;
      const note = notes.get(key) ?? { gap, rules: new Set() };
      if (note.rules.size === 0) notes.set(key, note);
      for (const rule of rules) note.rules.add(rule);
    },
    all: (): readonly NotChecked[] =>
      [...notes.values()].map(({ gap, rules }) => ({ ...gap, rules: [...rules] })),
  };
}
