/** A simulation as a picture, for light and dark pages: a row an email, with a mark at its time. */
import { labelOf, truncate } from '../../core/model/text.ts';
import { element, escapeMarkup } from '../../core/report/escape.ts';
import type { TimeRange } from '../../core/run/case.ts';
import type { Send } from './run.ts';
import type { Simulation } from './simulate.ts';
import {
  formatOffset,
  formatWhen,
  lastOf,
  onlyIf,
  summarize,
  wordStart,
  workflowOf,
} from './words.ts';

// In pixels.
const WIDTH = 960;
const LEFT = 400;
const RIGHT = 48;
const TOP = 104;
const ROW = 40;
const HEAD = 32;

const MOST_ROWS = 200;
/** Seconds between two lines of the axis; the first that gives at most six lines counts. */
const STEPS = [
  ...[1, 10, 60, 300, 900, 3600, 10_800, 21_600, 43_200],
  ...[1, 2, 7, 14, 30, 90, 365, 3650].map((days) => days * 86_400),
];
const MOST_LINES = 5;

/** @param isInPage the page has `SIMULATION_STYLE`. */
export function simulationSvg(simulation: Simulation, isInPage = false): string {
  const { event, start, sends } = simulation;
  const shown = sends.slice(0, MOST_ROWS).sort((a, b) => a.run - b.run);
  const last = lastOf(shown);
  const end = Math.max(1, last);
  const rows: string[] = [];
  let y = TOP;
  const addHead = (kind: string, words: string): void => {
    y += HEAD;
    rows.push(text(kind, [24, y - 12], words));
  };
  for (const [i, send] of shown.entries()) {
    if (shown[i - 1]?.run !== send.run) addHead('lane', workflowOf(simulation, send.run));
    rows.push(row(send, y, end, simulation));
    y += ROW;
  }
  if (shown.length === 0) addHead('name', 'nothing is received');
  if (sends.length > shown.length) addHead('note', `… and ${sends.length - shown.length} more`);
  const height = y + 16;
  const title = `After ${event}`;
  const words = shown.map((send) => `${formatWhen(send.time, start)}: ${nameOf(send)}`).join('; ');
  const lines = [
    ...(isInPage ? [] : [`<style>${SIMULATION_STYLE}</style>`]),
    `<rect class="back" width="${WIDTH}" height="${height}" rx="8"/>`,
    text('title', [24, 38], title, 80),
    text('note', [24, 60], summarize(simulation) + wordStart(simulation), 110),
    ...(shown.length === 0 ? [] : axis(last, end, height)),
    ...rows,
  ];
  const name = { role: 'img', 'aria-label': `${title}: ${words || 'nothing'}` };
  const size = { viewBox: `0 0 ${WIDTH} ${height}`, width: WIDTH, height };
  const kind = { xmlns: 'http://www.w3.org/2000/svg', class: 'ew-time' };
  return `${element('svg', { ...kind, ...size, ...name }, `\n${lines.join('\n')}\n`)}\n`;
}

export const SIMULATION_STYLE = [
  '.ew-time{--back:#fff;--text:#1b1f24;--soft:#57606a;',
  '--rule:#d8dee4;--sure:#1d4f91;--open:#8a5a00}',
  '@media (prefers-color-scheme:dark){.ew-time{--back:#16181b;--text:#e8eaed;--soft:#abb3bd;',
  '--rule:#3b4148;--sure:#8cbcff;--open:#f2bd5c}}',
  '.ew-time text{font:13px system-ui,sans-serif;fill:var(--text)}.ew-time .back{fill:var(--back)}',
  '.ew-time .title{font-size:17px;font-weight:600}.ew-time .lane{font-weight:600}',
  '.ew-time .note{font-size:12px;fill:var(--soft)}.ew-time .rule{stroke:var(--rule)}',
  '.ew-time .tick{font-size:11px;fill:var(--soft);text-anchor:middle}',
  '.ew-time .sure{fill:var(--sure)}.ew-time .open{fill:var(--open)}',
].join('');

const nameOf = ({ subject, step }: Send): string => subject ?? labelOf(step);

const xOf = (seconds: number, end: number): number =>
  Math.round(LEFT + ((WIDTH - LEFT - RIGHT) * Math.min(seconds, end)) / end);

function axis(last: number, end: number, height: number): readonly string[] {
  const step = STEPS.find((size) => last / size <= MOST_LINES) ?? last;
  const lines: string[] = [];
  for (let at = 0; at <= last; at += step) {
    const x = xOf(at, end);
    lines.push(`<path class="rule" d="M${x} ${TOP - 8}V${height - 12}"/>`);
    lines.push(text('tick', [x, TOP - 16], at === 0 ? '0' : formatOffset(at), 16));
  }
  return lines;
}

function row(send: Send, y: number, end: number, simulation: Simulation): string {
  const { time, isCertain, step } = send;
  const { start } = simulation;
  const open = isCertain ? '' : onlyIf(simulation, send);
  const only = isCertain ? '' : ` · ${open === '' ? 'in some cases' : `if ${open}`}`;
  const inner = [
    element('title', {}, escapeMarkup(labelOf(step) + only)),
    text('name', [24, y + 14], nameOf(send), 52),
    text('note', [24, y + 31], formatWhen(time, start) + only, 56),
    mark(time, y + 12, end, isCertain ? 'sure' : 'open'),
  ];
  return element('g', { 'data-step': step.key ?? '' }, inner.join(''));
}

function mark({ min, max }: TimeRange, y: number, end: number, kind: 'sure' | 'open'): string {
  const [from, to] = [xOf(min, end), xOf(max, end)];
  if (min === max) return `<circle class="${kind}" cx="${from}" cy="${y}" r="6"/>`;
  const width = Math.max(12, to - from);
  return `<rect class="${kind}" x="${from}" y="${y - 5}" width="${width}" height="10" rx="5"/>`;
}

type Point = readonly [x: number, y: number];

const text = (kind: string, [x, y]: Point, words: string, most = 60): string =>
  `<text class="${kind}" x="${x}" y="${y}">${escapeMarkup(truncate(words, most))}</text>`;
