import type { NotChecked, Severity } from '../model/finding.ts';
import { placeOf, workflowOf } from '../model/place.ts';
import { plural } from '../model/text.ts';
import type { Document, Workflow } from '../model/workflow.ts';
import type { Contexts, Report, ReportFn, Stage } from '../rule.ts';
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
  const ofDocuments = rules.filter(({ rule }) => rule.document !== undefined);
  const stages = stagesOf(rules);
  for (const document of documents) {
    for (const rule of ofDocuments) run(rule, 'document', { document, workspace }, { document });
    for (const workflow of document.workflows) {
      const { steps = [] } = workflow;
      const stage = stageOf(workflow, workspace.isSound(workflow));
      const context = { workflow, steps, graph: workspace.graphOf(workflow), workspace };
      const target = { document, workflow };
      if (stage === 'structure') noteFlow(workflow, stages, notes);
      for (const rule of stages[stage]) run(rule, 'workflow', context, target);
    }
  }
  const [document] = documents;
  for (const rule of document === undefined ? [] : rules)
    run(rule, 'workspace', { workspace }, { document, isWhole: true });
  noteUnread(documents, workspace.workflows, notes);
  return { reported, notChecked: notes.all(), crashed, workflows: workspace.workflows };
}

/** What a rule is run on; `isWhole`: the workspace, so each report has a place of its own. */
interface Target {
  readonly document: Document | undefined;
  readonly workflow?: Workflow;
  readonly isWhole?: true;
}

/** Runs one hook of one rule after the other, and keeps what it reports, or that it threw. */
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

  const run = <H extends keyof Contexts>(
    inForce: RuleInForce,
    hook: H,
    context: Contexts[H],
    on: Target,
  ): void => {
    const { document, workflow, isWhole } = on;
    if (document === undefined || inForce.rule[hook] === undefined) return;
    const here = isWhole ? inForce : settingAt(inForce, choice, document.input.name, workflow);
    if (here === undefined) return;
    [running, target] = [inForce, on];
    try {
      inForce.rule[hook]?.(context as never, report, here.options);
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

type Stages = Readonly<Record<Stage | 'fragment', readonly RuleInForce[]>>;

/** The rules of workflows, by the last stage that a workflow reaches. */
function stagesOf(rules: readonly RuleInForce[]): Stages {
  const flow = rules.filter(({ rule }) => rule.workflow !== undefined);
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
  const notes = new Map<string, { readonly gap: Gap; readonly rules: Set<string> }>();
  return {
    add(gap: Gap, rules: readonly string[]): void {
      const key = `${gap.of ?? ''}\n${gap.collection ?? ''}\n${gap.reason}`;
      const note = notes.get(key) ?? { gap, rules: new Set() };
      if (note.rules.size === 0) notes.set(key, note);
      for (const rule of rules) note.rules.add(rule);
    },
    all: (): readonly NotChecked[] =>
      [...notes.values()].map(({ gap, rules }) => ({ ...gap, rules: [...rules] })),
  };
}
