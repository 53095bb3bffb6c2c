import type { NotChecked, Severity } from '../model/finding.ts';
import { placeOf, workflowOf } from '../model/place.ts';
import { plural } from '../model/text.ts';
import type { Document, Workflow } from '../model/workflow.ts';
import type { Report, Workspace } from '../rule.ts';
import type { Gaps } from './complete.ts';
import { type RuleChoice, type RuleInForce, settingAt } from './settings.ts';
import { isTooLarge } from './sound.ts';
import { buildWorkspace, nameOfWorkflow } from './workspace.ts';

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
  const { index, forRule } = buildWorkspace(documents, gaps);
  const views = new Map(rules.map(({ rule }) => [rule.id, forRule(rule.id, notes.add)]));
  const { reported, crashed, run } = createRunner(views, choice);
  for (const document of documents) {
    const { name } = document.input;
    for (const inForce of rules) {
      const { rule } = inForce;
      const here = rule.document && settingAt(inForce, choice, name, undefined);
      if (here !== undefined)
        run(inForce, document, undefined, (workspace, report) =>
          rule.document?.({ document, workspace }, report, here.options),
        );
    }
    for (const workflow of document.workflows) {
      const graph = index.graphOf(workflow);
      const { steps = [] } = workflow;
      for (const inForce of rulesOf(workflow, rules, index.isSound(workflow), notes.add)) {
        const here = settingAt(inForce, choice, name, workflow);
        if (here !== undefined)
          run(inForce, document, workflow, (workspace, report) =>
            inForce.rule.workflow?.({ workflow, steps, graph, workspace }, report, here.options),
          );
      }
    }
  }
  const [first] = documents;
  for (const inForce of first === undefined ? [] : rules)
    run(inForce, first as Document, undefined, (workspace, report) =>
      inForce.rule.workspace?.({ workspace }, report, inForce.options),
    );

  for (const { input, unresolved = [] } of documents)
    for (const { line, what } of unresolved)
      notes.add({
        rules: [],
        of: `${input.name}:${line}`,
        reason: `not resolved: ${what}; use edgewise record`,
      });
  const listForms = index.workflows.filter(({ isSummary }) => isSummary).length;
  if (listForms > 0) {
    const what = plural(listForms, 'workflow');
    notes.add({ rules: [], reason: `${what} in list form, without steps` });
  }
  return { reported, notChecked: notes.all(), crashed, workflows: index.workflows };
}

/** Runs hooks of rules, and keeps what they report, or that they threw. */
function createRunner(views: ReadonlyMap<string, Workspace>, choice: RuleChoice) {
  const reported: Reported[] = [];
  const crashed: Checked['crashed'][number][] = [];
  /** @param workflow that is checked; else each report is placed by the one that it points to. */
  const run = (
    inForce: RuleInForce,
    document: Document,
    workflow: Workflow | undefined,
    hook: (workspace: Workspace, report: (report: Report) => void) => void,
  ): void => {
    const add = (report: Report): void => {
      const { document: owner, node, isUnknown } = placeOf(report.at);
      // Of a call, the model has what is known of its values.
      if (isUnknown && node?.kind !== 'call') return;
      const own = workflow ?? workflowOf(node);
      const here = settingAt(inForce, choice, owner.input.name, own);
      const severity = here && severityOf(inForce, here.severity, report, own);
      if (severity !== undefined) reported.push({ inForce, report, severity, workflow: own });
    };
    try {
      hook(views.get(inForce.rule.id) as Workspace, add);
    } catch (error) {
      crashed.push({ rule: inForce.rule.id, document, error });
    }
  };
  return { reported, crashed, run };
}

/** What was not checked, each once; the rules of one reason are added. */
function createNotes() {
  const notes = new Map<string, NotChecked>();
  return {
    add({ rules, ...gap }: NotChecked): void {
      const key = JSON.stringify(gap);
      const known = notes.get(key)?.rules ?? [];
      notes.set(key, { ...gap, rules: [...new Set([...known, ...rules])] });
    },
    all: (): readonly NotChecked[] => [...notes.values()],
  };
}

/** The rules of the stages that a workflow reaches; those of the flow are noted otherwise. */
function rulesOf(
  workflow: Workflow,
  rules: readonly RuleInForce[],
  isSound: boolean,
  note: (entry: NotChecked) => void,
): readonly RuleInForce[] {
  const own = rules.filter(({ rule }) => rule.workflow !== undefined);
  if (workflow.isSummary || workflow.steps === undefined || workflow.isFragment)
    return own.filter(
      ({ rule }) => rule.stage === 'readable' || (workflow.isFragment && rule.isOfConfigs),
    );
  if (isSound) return own;
  const flow = own.filter(({ rule }) => rule.stage === 'flow').map(({ rule }) => rule.id);
  const reason = isTooLarge(workflow) ? 'too many steps or edges' : 'correct the structure first';
  if (flow.length > 0) note({ rules: flow, of: nameOfWorkflow(workflow), reason });
  return own.filter(({ rule }) => rule.stage !== 'flow');
}

/**
 * The severity of a report; undefined where the preset does not have it. Warnings of the flow are
 * infos in a disabled workflow.
 */
function severityOf(
  { rule, isStrict }: RuleInForce,
  configured: Severity,
  report: Report,
  workflow: Workflow | undefined,
): Severity | undefined {
  if (report.preset === 'strict' && !isStrict) return undefined;
  const isDefault = configured === rule.severity;
  const own = report.severity !== undefined && isDefault ? report.severity : configured;
  return own === 'warning' && rule.stage === 'flow' && workflow?.status === 'disabled'
    ? 'info'
    : own;
}
