import type { NotChecked, Severity } from '../model/finding.ts';
import { placeOf } from '../model/place.ts';
import type { Document, Workflow } from '../model/workflow.ts';
import type { Report, Workspace } from '../rule.ts';
import type { Gaps } from './complete.ts';
import { type RuleChoice, type RuleInForce, settingAt } from './settings.ts';
import { isTooLarge } from './sound.ts';
import { buildWorkspace } from './workspace.ts';

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
  const { index, forRule } = buildWorkspace(documents, gaps);
  const reported: Reported[] = [];
  const crashed: Checked['crashed'][number][] = [];
  const notes = new Map<string, NotChecked>();
  const note = (entry: NotChecked): void => {
    const { rules: own = [] } = entry as { readonly rules?: readonly string[] };
    const key = JSON.stringify({ ...entry, rules: undefined });
    const known = notes.get(key) as { readonly rules?: readonly string[] } | undefined;
    const all = [...new Set([...(known?.rules ?? []), ...own])];
    notes.set(key, own.length === 0 ? entry : ({ ...entry, rules: all } as NotChecked));
  };
  const views = new Map(rules.map(({ rule }) => [rule.id, forRule(rule.id, note)]));

  const run = (
    inForce: RuleInForce,
    document: Document,
    workflow: Workflow | undefined,
    hook: (workspace: Workspace, report: (report: Report) => void, options: object) => void,
  ): void => {
    const here = settingAt(inForce, choice, document.input.name, workflow);
    if (here === undefined) return;
    const add = (report: Report): void => {
      const owner = workflow ?? ownerOf(report);
      const there =
        owner === workflow ? here : settingAt(inForce, choice, document.input.name, owner);
      const severity = there && severityOf(inForce, there.severity, report, owner);
      if (severity !== undefined) reported.push({ inForce, report, severity, workflow: owner });
    };
    try {
      hook(views.get(inForce.rule.id) as Workspace, add, here.options);
    } catch (error) {
      crashed.push({ rule: inForce.rule.id, document, error });
    }
  };

  for (const document of documents) {
    for (const inForce of rules)
      if (inForce.rule.document !== undefined)
        run(inForce, document, undefined, (workspace, report, options) =>
          inForce.rule.document?.({ document, workspace }, report, options),
        );
    for (const workflow of document.workflows) {
      const graph = index.graphOf(workflow);
      const { steps = [] } = workflow;
      for (const inForce of rulesOf(workflow, rules, index.isSound(workflow), note))
        run(inForce, document, workflow, (workspace, report, options) =>
          inForce.rule.workflow?.({ workflow, steps, graph, workspace }, report, options),
        );
    }
  }
  for (const inForce of rules) runOnWorkspace(inForce);

  /** Its reports are placed by the workflow that they point to. */
  function runOnWorkspace(inForce: RuleInForce): void {
    const { rule } = inForce;
    const [first] = documents;
    if (rule.workspace === undefined || first === undefined) return;
    const workspace = views.get(rule.id) as Workspace;
    const add = (report: Report): void => {
      const { document } = placeOf(report.at);
      const workflow = ownerOf(report);
      const here = settingAt(inForce, choice, document.input.name, workflow);
      const severity = here && severityOf(inForce, here.severity, report, workflow);
      if (severity !== undefined) reported.push({ inForce, report, severity, workflow });
    };
    try {
      rule.workspace({ workspace }, add, inForce.options);
    } catch (error) {
      crashed.push({ rule: rule.id, document: first, error });
    }
  }

  const listForms = index.workflows.filter(({ isSummary }) => isSummary).length;
  if (listForms > 0) note({ is: 'list-form', workflows: listForms });
  return { reported, notChecked: [...notes.values()], crashed, workflows: index.workflows };
}

/** The rules for the stages that a workflow reaches; those of the flow are noted where it does not. */
function rulesOf(
  workflow: Workflow,
  rules: readonly RuleInForce[],
  isSound: boolean,
  note: (entry: NotChecked) => void,
): readonly RuleInForce[] {
  const own = rules.filter(({ rule }) => rule.workflow !== undefined);
  if (workflow.isSummary || workflow.steps === undefined || workflow.isFragment)
    return own.filter(({ rule }) => rule.stage === 'readable');
  if (isSound) return own;
  const flow = own.filter(({ rule }) => rule.stage === 'flow').map(({ rule }) => rule.id);
  const name = workflow.name ?? workflow.id ?? '';
  if (flow.length > 0)
    note({ is: isTooLarge(workflow) ? 'size' : 'structure', workflow: name, rules: flow });
  return own.filter(({ rule }) => rule.stage !== 'flow');
}

/** The severity of a report; undefined where the preset does not have it. Warnings of the flow are infos in a disabled workflow. */
function severityOf(
  { rule, preset, isAsked }: RuleInForce,
  configured: Severity,
  report: Report,
  workflow: Workflow | undefined,
): Severity | undefined {
  if (report.preset === 'strict' && preset !== 'strict' && !isAsked) return undefined;
  const isDefault = configured === rule.severity;
  const own = report.severity !== undefined && isDefault ? report.severity : configured;
  return own === 'warning' && rule.stage === 'flow' && workflow?.status === 'disabled'
    ? 'info'
    : own;
}

/** The workflow that a report points to. */
function ownerOf({ at }: Report): Workflow | undefined {
  const { node } = placeOf(at);
  if (node?.kind === 'workflow') return node;
  return node?.kind === 'step' || node?.kind === 'edge' ? node.workflow : undefined;
}
