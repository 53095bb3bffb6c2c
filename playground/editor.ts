import type { Region, Severity } from '../src/core/model/finding.ts';
import { h } from '../src/features/html/view/dom.ts';
import { createLines } from './lines.ts';

/** A finding, as the text shows it. */
export interface TextMark {
  readonly region: Region;
  readonly severity: Severity;
  readonly finding: number;
}

interface EditorOptions {
  onInput(): void;
  /** Told when the reader asks for the finding at a place. */
  onFinding(finding: number): void;
  /** Told when the caret has come to rest elsewhere. */
  onCaret(line: number, column: number): void;
}

interface Editor {
  readonly element: HTMLElement;
  text(): string;
  load(text: string, name: string): void;
  mark(marks: readonly TextMark[]): void;
  /** Brings a place into sight and points it out; with `focus`, puts the selection there. */
  show(region: Region, focus: boolean): void;
}

/** Of longer lines only the beginning is underlined: drawing them again and again would be slow. */
const LONGEST = 2000;
const REST = 250;
const WORST: readonly Severity[] = ['error', 'warning', 'info'];

/** A field for text with line numbers, in which findings are underlined. Only the lines in sight are drawn. */
export function createEditor({ onInput, onFinding, onCaret }: EditorOptions): Editor {
  const area = h('textarea', {
    id: 'text',
    class: 'text',
    wrap: 'off',
    spellcheck: 'false',
    autocomplete: 'off',
    autocapitalize: 'off',
    autocorrect: 'off',
    'aria-describedby': 'keys',
  });
  const numbers = h('div.numbers');
  const back = h('div.back');
  const element = h(
    'div.editor',
    h('div.gutter', { 'aria-hidden': 'true' }, numbers),
    h('div.paper', h('div.behind', { 'aria-hidden': 'true' }, back), area),
  );
  let lines = createLines('');
  let marks: readonly TextMark[] = [];
  let byLine: ReadonlyMap<number, readonly TextMark[]> = new Map();
  let current: Region | undefined;

  const render = (): void => {
    const { lineHeight, paddingTop, paddingLeft } = getComputedStyle(area);
    const [height, top] = [Number.parseFloat(lineHeight), Number.parseFloat(paddingTop)];
    const first = Math.max(0, Math.floor((area.scrollTop - top) / height));
    const last = Math.min(lines.count, first + Math.ceil(area.clientHeight / height) + 2);
    const y = top + first * height - area.scrollTop;
    const [rows, drawn]: HTMLElement[][] = [[], []];
    for (let line = first + 1; line <= last; line++) {
      const own = byLine.get(line);
      rows?.push(drawNumber(line, own));
      drawn?.push(drawLine(lines.line(line), line, own, current));
    }
    numbers.replaceChildren(...(rows ?? []));
    back.replaceChildren(...(drawn ?? []));
    numbers.style.transform = `translateY(${y}px)`;
    back.style.transform = `translate(${Number.parseFloat(paddingLeft) - area.scrollLeft}px, ${y}px)`;
    element.style.setProperty('--digits', String(String(lines.count).length));
  };
  let asked = 0;
  const renderSoon = (): void => {
    cancelAnimationFrame(asked);
    asked = requestAnimationFrame(render);
  };
  const show = (region: Region, focus: boolean): void => {
    current = region;
    const [start, end] = [
      lines.offset(region.startLine, region.startColumn),
      lines.offset(region.endLine, region.endColumn),
    ];
    if (focus) area.focus({ preventScroll: true });
    if (focus) area.setSelectionRange(start, end);
    const height = Number.parseFloat(getComputedStyle(area).lineHeight);
    const y = (region.startLine - 1) * height;
    if (y < area.scrollTop + height || y > area.scrollTop + area.clientHeight - 3 * height)
      area.scrollTop = Math.max(0, y - area.clientHeight / 3);
    // Characters of this font are all about as wide.
    const x = (region.startColumn - 1) * height * 0.47;
    if (x < area.scrollLeft || x > area.scrollLeft + area.clientWidth * 0.8)
      area.scrollLeft = x < area.clientWidth * 0.8 ? 0 : x - area.clientWidth / 3;
    renderSoon();
  };
  const step = (by: 1 | -1): void => {
    const at = area.selectionStart;
    const offsets = marks.map(({ region }) => lines.offset(region.startLine, region.startColumn));
    const order = [...marks.keys()].sort((a, b) => (offsets[a] as number) - (offsets[b] as number));
    const next =
      by === 1
        ? (order.find((i) => (offsets[i] as number) > at) ?? order[0])
        : (order.findLast((i) => (offsets[i] as number) < at) ?? order.at(-1));
    const mark = marks[next ?? -1];
    if (mark !== undefined) show(mark.region, true);
  };
  const findingAt = (line: number): number | undefined => worst(byLine.get(line) ?? [])?.finding;

  area.addEventListener('input', () => {
    lines = createLines(area.value);
    current = undefined;
    renderSoon();
    onInput();
  });
  area.addEventListener('scroll', renderSoon);
  area.addEventListener('keydown', (event) => {
    if (event.key === 'F8') step(event.shiftKey ? -1 : 1);
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      const finding = findingAt(lines.lineAt(area.selectionStart));
      if (finding === undefined) return;
      onFinding(finding);
    } else return;
    event.preventDefault();
  });
  numbers.addEventListener('click', ({ target }) => {
    const line = (target as Element).closest<HTMLElement>('[data-line]')?.dataset['line'];
    const finding = findingAt(Number(line));
    if (finding !== undefined) onFinding(finding);
  });
  let resting: ReturnType<typeof setTimeout> | undefined;
  document.addEventListener('selectionchange', () => {
    if (document.activeElement !== area) return;
    clearTimeout(resting);
    resting = setTimeout(() => {
      const line = lines.lineAt(area.selectionStart);
      onCaret(line, area.selectionStart - lines.offset(line, 1) + 1);
    }, REST);
  });
  new ResizeObserver(renderSoon).observe(area);
  return {
    element,
    text: () => area.value,
    load(text, name) {
      area.value = text;
      area.setSelectionRange(0, 0);
      area.scrollTo(0, 0);
      area.setAttribute('aria-label', `Text of ${name}`);
      lines = createLines(area.value);
      marks = [];
      byLine = new Map();
      current = undefined;
      renderSoon();
    },
    mark(wanted) {
      marks = wanted;
      const grouped = new Map<number, TextMark[]>();
      for (const one of wanted) {
        const known = grouped.get(one.region.startLine);
        if (known === undefined) grouped.set(one.region.startLine, [one]);
        else known.push(one);
      }
      byLine = grouped;
      renderSoon();
    },
    show,
  };
}

function worst(marks: readonly TextMark[]): TextMark | undefined {
  return WORST.map((severity) => marks.find((mark) => mark.severity === severity)).find(
    (mark) => mark !== undefined,
  );
}

const SIGNS: Readonly<Record<Severity, string>> = { error: '✕', warning: '!', info: 'i' };

function drawNumber(line: number, marks: readonly TextMark[] | undefined): HTMLElement {
  const severity = worst(marks ?? [])?.severity;
  if (severity === undefined) return h('div', line);
  const title =
    marks?.length === 1 ? 'Go to the finding' : `Go to the worst of ${marks?.length} findings`;
  return h(
    'div',
    { class: `has ${severity}`, 'data-line': line, title },
    h('span', SIGNS[severity]),
    line,
  );
}

/** A line behind the text, which itself cannot be seen: only its underlines can. */
function drawLine(
  text: string,
  line: number,
  marks: readonly TextMark[] | undefined,
  current: Region | undefined,
): HTMLElement {
  const isCurrent = current !== undefined && current.startLine <= line && line <= current.endLine;
  const row = h('div', { class: isCurrent ? 'current' : false });
  const mark = worst(marks ?? []);
  if (mark === undefined) return row;
  const { startLine, startColumn, endLine, endColumn } = mark.region;
  const shown = text.slice(0, LONGEST);
  const end = startLine === endLine ? Math.max(endColumn, startColumn + 1) : shown.length + 1;
  const underline = document.createElement('mark');
  underline.className = mark.severity;
  // An underline needs a character, also at the end of a line.
  underline.append(shown.slice(startColumn - 1, end - 1) || ' ');
  row.append(shown.slice(0, startColumn - 1), underline);
  return row;
}
