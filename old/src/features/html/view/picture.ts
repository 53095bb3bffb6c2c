import type { Scene } from '../../../core/drawing/scene.ts';
import { printSvg } from '../../../core/drawing/svg.ts';
import type { Finding } from '../../../core/model/finding.ts';
import type { Workflow } from '../../../core/model/nodes.ts';
import type { FindingData, MarkData } from '../../../core/report/page-data.ts';
import { actionButton, h } from './dom.ts';
import { createFrame } from './picture-frame.ts';
import { saveText } from './save.ts';
import { adoptPictureStyle } from './style.ts';

interface PictureViewOptions {
  readonly workflow: Workflow;
  readonly findings: readonly FindingData[];
  /** Positions of the findings of this workflow. */
  readonly own: readonly number[];
  buildScene(workflow: Workflow, findings: readonly Finding[]): Scene;
  /** Called when a step, an edge or one of their findings is chosen. */
  onSelect?(findings: readonly number[], mark: MarkData): void;
}

export type PictureView = ReturnType<typeof createPicture>;

/** An interactive picture: one tab stop, arrow keys go from step to step. */
export function createPicture(options: PictureViewOptions) {
  const { workflow, findings, own, buildScene, onSelect } = options;
  adoptPictureStyle();
  const scene = buildScene(
    workflow,
    own.map((index) => findingAt(findings[index] as FindingData, index, workflow)),
  );
  const svg = parseSvg(printSvg(scene, { withoutStyle: true, withoutHeader: true }));
  const stops = stopsOf(svg);
  const frame = createFrame(svg);
  frame.tools.append(drawDownload(workflow, scene));
  const element = h('div.picture', frame.tools, frame.element, drawSteps(scene));

  let current: Stop | undefined;
  const mark = (stop: Stop | undefined): void => {
    for (const part of current?.parts ?? []) part.classList.remove('ew-current');
    for (const part of stop?.parts ?? []) part.classList.add('ew-current');
    current = stop;
  };
  const stepTo = (stop: Stop, focus: boolean): void => {
    for (const { button } of stops)
      button.setAttribute('tabindex', button === stop.button ? '0' : '-1');
    frame.show(stop.button);
    if (focus) stop.button.focus({ preventScroll: true });
  };
  const choose = (stop: Stop, finding?: number): void => {
    mark(stop);
    stepTo(stop, false);
    const atStop = own.filter((index) => isAt(findings[index]?.mark, stop.mark));
    onSelect?.(finding === undefined ? atStop : [finding], stop.mark);
  };
  stops[0]?.button.setAttribute('tabindex', '0');
  svg.addEventListener('click', (event) => {
    const target = event.target as Element;
    const stop = stops.find(({ parts }) => parts.some((part) => part.contains(target)));
    if (stop === undefined) return;
    stop.button.focus({ preventScroll: true });
    const named = target.closest('[data-finding]')?.getAttribute('data-finding');
    choose(stop, named == null ? undefined : Number(named));
  });
  svg.addEventListener('keydown', (event) => {
    const stop = stops.find(({ button }) => button === document.activeElement);
    if (stop === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    const next = nextStop(stops, stop, event.key);
    if (next !== undefined) stepTo(next, true);
    else if (event.key === 'Enter' || event.key === ' ') choose(stop);
    else return;
    event.preventDefault();
  });
  return {
    element,
    /** Marks a step or edge and scrolls to it; false when it is not drawn. */
    select(wanted: MarkData, focus = false): boolean {
      const stop = stops.find((one) => isAt(one.mark, wanted));
      mark(stop);
      if (stop !== undefined) stepTo(stop, focus);
      return stop !== undefined;
    },
  };
}

/** A part of the picture that can be focused. */
interface Stop {
  readonly mark: MarkData;
  readonly button: SVGGElement;
  /** An edge is a line and a label. */
  readonly parts: readonly SVGGElement[];
}

/** Steps, then edges with findings. */
function stopsOf(svg: SVGSVGElement): readonly Stop[] {
  const stops: Stop[] = [];
  for (const box of svg.querySelectorAll<SVGGElement>('g[data-step]')) {
    const mark: MarkData = { kind: 'step', index: Number(box.dataset['step']) };
    stops.push({ mark, button: box, parts: [box] });
  }
  for (const line of svg.querySelectorAll<SVGGElement>('g.ew-line[data-edge]')) {
    const edge = line.dataset['edge'];
    const label = svg.querySelector<SVGGElement>(`g.ew-label.ew-has[data-edge="${edge}"]`);
    if (label === null) continue;
    const mark: MarkData = { kind: 'edge', index: Number(edge) };
    stops.push({ mark, button: label, parts: [line, label] });
  }
  for (const { button } of stops) {
    button.setAttribute('role', 'button');
    button.setAttribute('tabindex', '-1');
  }
  return stops;
}

/** The first or last stop, or the nearest in the direction of an arrow key. */
function nextStop(stops: readonly Stop[], from: Stop, key: string): Stop | undefined {
  if (key === 'Home') return stops[0];
  if (key === 'End') return stops.at(-1);
  const [dx, dy] = ARROWS.get(key) ?? [0, 0];
  if (dx === 0 && dy === 0) return undefined;
  const start = centreOf(from);
  let best: Stop | undefined;
  let shortest = Number.POSITIVE_INFINITY;
  for (const stop of stops) {
    const { x, y } = centreOf(stop);
    const ahead = (x - start.x) * dx + (y - start.y) * dy;
    const aside = Math.abs((x - start.x) * dy) + Math.abs((y - start.y) * dx);
    // Prefers parts straight ahead.
    const distance = ahead + 2 * aside;
    if (ahead > 1 && distance < shortest) [best, shortest] = [stop, distance];
  }
  return best;
}

const ARROWS = new Map<string, readonly [number, number]>([
  ['ArrowUp', [0, -1]],
  ['ArrowDown', [0, 1]],
  ['ArrowLeft', [-1, 0]],
  ['ArrowRight', [1, 0]],
]);

function centreOf({ button }: Stop): { readonly x: number; readonly y: number } {
  const { left, top, width, height } = button.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

const isAt = (one: MarkData | undefined, other: MarkData): boolean =>
  one?.kind === other.kind && one.index === other.index;

/** Its position on the page serves as fingerprint, since that is unique. */
function findingAt(
  { rule, severity, message, mark }: FindingData,
  index: number,
  workflow: Workflow,
): Finding {
  const below =
    mark === undefined ? '' : `/${mark.kind === 'step' ? 'steps' : 'connections'}/${mark.index}`;
  const location = { source: workflow.document.source, pointer: workflow.pointer + below };
  const shared = { rule, severity, message, fingerprint: String(index), location };
  return { ...shared, workflow: workflow.ref, related: [], fixes: [] };
}

function drawSteps({ boxes, lines }: Scene): HTMLElement {
  const names = new Map(
    boxes.map(({ id, kind, key, title }) => [id, kind === 'step' ? key : title]),
  );
  const items = boxes
    .filter(({ kind }) => kind === 'step')
    .map(({ id, title }) => {
      const targets = lines
        .filter(({ from }) => from === id)
        .map(({ to, label }) => {
          const text = label?.texts.map((part) => part.text).join(' ');
          return [text, names.get(to)].filter(Boolean).join(': ');
        });
      const [what, ...findings] = title.split('\n');
      return h(
        'li',
        what,
        findings.map((line) => h('div.dim', line)),
        targets.length > 0 && h('div.dim', `goes on to ${targets.join('; ')}`),
      );
    });
  return h('details.steps', h('summary', 'The steps in words'), h('ol', items));
}

function drawDownload(workflow: Workflow, scene: Scene): HTMLButtonElement {
  const onSave = (): void => saveText(fileNameOf(workflow), printSvg(scene), 'image/svg+xml');
  return actionButton('Download', onSave, { title: 'Download the picture as SVG' });
}

function fileNameOf({ name, id }: Workflow): string {
  const stem = (name ?? id ?? '').replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 80);
  return `${stem.replace(/^-|-$/g, '') || 'workflow'}.svg`;
}

function parseSvg(text: string): SVGSVGElement {
  const parsed = new DOMParser().parseFromString(text, 'image/svg+xml');
  parsed.documentElement.setAttribute('role', 'group');
  return document.importNode(parsed.documentElement, true) as unknown as SVGSVGElement;
}
