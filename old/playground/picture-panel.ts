import { workflowOf } from '../src/core/document/from-plain.ts';
import type { PlainWorkflow } from '../src/core/model/plain.ts';
import type { FindingData, MarkData, WorkflowData } from '../src/core/report/page-data.ts';
import { h, printable } from '../src/features/html/view/dom.ts';
import { field } from '../src/features/html/view/filter-bar.ts';
import { workflowTitle } from '../src/features/html/view/finding-list.ts';
import { createPicture, type PictureView } from '../src/features/html/view/picture.ts';
import { buildScene } from '../src/features/picture/draw.ts';
import type { CheckOutcome, Spot } from './protocol.ts';

interface PicturePanelOptions {
  /** Called when the user selects a step or an edge. */
  onSelect(spot: Spot, findings: readonly number[]): void;
}

/** The picture of one workflow, redrawn when the workflow or its findings change. */
export function createPicturePanel({ onSelect }: PicturePanelOptions) {
  const choice = h('select', { id: 'picture-workflow' });
  const chooser = field('Workflow', choice, 'wide');
  const hint = h('p.hint', { role: 'status' });
  const place = h('div');
  let shown:
    | { readonly checked: CheckOutcome; readonly workflow: number; readonly key: string }
    | undefined;
  let view: PictureView | undefined;

  const draw = (checked: CheckOutcome, workflow: number): void => {
    const plain = checked.plain[workflow] as PlainWorkflow;
    const { findings } = checked.data;
    const own = [...findings.keys()].filter((i) => findings[i]?.workflow === workflow);
    // The picture refers to findings by position.
    const summaries = own.map((i) => [i, summaryOf(findings[i] as FindingData)]);
    const key = JSON.stringify([{ ...plain, line: 0 }, summaries]);
    choice.selectedIndex = workflow;
    if (shown?.key !== key) {
      view = createPicture({
        workflow: workflowOf(plain),
        findings,
        own,
        buildScene,
        onSelect: (chosen: readonly number[], mark: MarkData) =>
          onSelect({ workflow: shown?.workflow ?? workflow, mark }, chosen),
      });
      place.replaceChildren(view.element);
    }
    shown = { checked, workflow, key };
  };
  choice.addEventListener('change', () => {
    if (shown !== undefined) draw(shown.checked, choice.selectedIndex);
  });
  return {
    element: h('div', chooser, hint, place),
    /**
     * @param source the shown text: one of its workflows is drawn, if it has any.
     * @param isStale the text cannot be read, and the earlier picture is kept.
     */
    show(checked: CheckOutcome, source: string, isStale: boolean): void {
      const { workflows } = checked.data;
      const drawable = checked.plain.length;
      const keeps = isStale && shown !== undefined;
      chooser.hidden = drawable < 2;
      hint.replaceChildren(
        keeps ? 'The text cannot be read: this is the earlier picture.' : lackOf(checked, source),
      );
      if (keeps) return;
      if (drawable === 0) {
        shown = undefined;
        place.replaceChildren();
        return;
      }
      const drawn = workflows.slice(0, drawable);
      choice.replaceChildren(...drawn.map((each, value) => h('option', { value }, labelOf(each))));
      draw(checked, choose(checked.plain, source, shown?.checked.plain[shown.workflow]));
    },
    /** Shows a workflow and marks a step or edge of it. */
    select({ workflow, mark }: Spot, focus?: boolean): void {
      if (shown === undefined || workflow >= shown.checked.plain.length) return;
      if (workflow !== shown.workflow) draw(shown.checked, workflow);
      if (mark !== undefined) view?.select(mark, focus);
    },
  };
}

const summaryOf = ({ rule, severity, message, mark }: FindingData): unknown => [
  rule,
  severity,
  message,
  mark,
];

/** Why no workflow of a text is drawn; empty if one is. */
function lackOf({ plain, data }: CheckOutcome, source: string): string {
  if (plain.some((one) => one.source === source)) return '';
  const { message } =
    data.findings.find((one) => one.source === source && REASONS.includes(one.rule)) ?? {};
  const lack = printable(
    `There is no workflow in ${source}${message === undefined ? '' : `: ${message}`}.`,
  );
  return plain.length === 0 ? lack : `${lack} The picture is of another text.`;
}

const REASONS: readonly string[] = ['invalid-json', 'unrecognized-document'];

/** The position of the workflow to draw. */
function choose(
  plain: readonly PlainWorkflow[],
  source: string,
  before: PlainWorkflow | undefined,
): number {
  const same = plain.findIndex((one) => isSame(one, before));
  const first = plain.findIndex((one) => one.source === source);
  const next = first !== -1 && before?.source !== source ? first : same;
  return next === -1 ? Math.max(0, first) : next;
}

/** The last shown workflow, also while its name is edited. */
function isSame(one: PlainWorkflow, other: PlainWorkflow | undefined): boolean {
  if (other === undefined || one.source !== other.source) return false;
  return one.pointer === other.pointer && (one.id === other.id || one.name === other.name);
}

function labelOf(workflow: WorkflowData): string {
  return `${workflowTitle(workflow)} · ${workflow.source}`;
}
