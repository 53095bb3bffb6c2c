import { PICTURE_STYLE } from '../../../core/drawing/style.ts';
import { cutTo, widthOf, wrapTo } from '../../../core/drawing/text-width.ts';
import type { Moment, Run, Simulation } from '../../../core/model/simulation.ts';
import { truncate } from '../../../core/model/text.ts';
import { escapeText } from '../../../core/report/escape.ts';
import { Markup, markup } from '../../../core/report/escape-markup.ts';
import {
  formatCondition,
  formatDates,
  formatLoop,
  formatOffset,
  formatStart,
  formatTime,
  isCertain,
  isSend,
  isSpan,
  nameOfRun,
  summarize,
} from '../../../core/report/simulation-words.ts';
import { charted, MAX_ROWS, type SimulationReporter } from './reporter.ts';

// Lengths in pixels.
const WIDTH = 1000;
const LEFT = 400;
const RIGHT = 40;
const TOP = 96;
const ROW = 24;
const NOTE = 16;
const HEAD = 34;
const TICKS = 8;
const STEPS = [
  1, 5, 15, 60, 300, 900, 3600, 10_800, 21_600, 43_200, 86_400, 172_800, 604_800, 1_209_600,
  2_592_000, 7_776_000, 31_536_000,
];

/** A simulation as a Gantt chart: self-contained SVG for light and dark pages. Texts of workflows are escaped. */
export function drawTimeline(simulation: Simulation): string {
  const { event, runs, loops } = simulation;
  const all = charted(simulation);
  const drawn = all.slice(0, MAX_ROWS);
  const end = Math.max(
    1,
    ...drawn.flatMap(({ at, until }) => [at.greatest ?? at.least, until?.greatest ?? 0]),
  );
  const body: Markup[] = [];
  let y = TOP;
  for (const [number, run] of runs.entries()) {
    const own = drawn.filter((moment) => moment.run === number);
    if (own.length === 0) continue;
    y += HEAD;
    body.push(lane(run, y - 12));
    for (const moment of own) {
      const only = formatCondition(simulation, moment);
      body.push(row(moment, only, y, end));
      y += ROW + NOTE * notesOf(only).length;
    }
    for (const loop of loops)
      if (loop.run === number) body.push(remark(`↻ ${formatLoop(loop)}`, (y += 20) - 4));
  }
  if (drawn.length === 0) body.push(remark('nothing is received', (y += 24) - 6));
  if (all.length > drawn.length)
    body.push(remark(`… and ${all.length - drawn.length} more`, (y += 24) - 6));
  const height = y + 20;
  const title = `After ${escapeText(event)}`;
  const subtitle = escapeText(summarize(simulation) + formatStart(simulation));
  return markup`<svg xmlns="http://www.w3.org/2000/svg" class="ew-picture ew-timeline" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="ew-time-title" aria-describedby="ew-time-desc">
<title id="ew-time-title">${title}</title>
<desc id="ew-time-desc">${describe(simulation, drawn)}</desc>
<style>${new Markup(PICTURE_STYLE + TIMELINE_STYLE)}</style>
<rect class="ew-back" width="${WIDTH}" height="${height}" rx="8"/>
<text class="ew-title" x="24" y="38">${cutTo(title, WIDTH - 48, { size: 17, bold: true })}</text><text class="ew-subtitle" x="24" y="58">${cutTo(subtitle, WIDTH - 48, { size: 12 })}</text>
${axis(end, height)}${body}</svg>
`.text;
}

export const simulationSvg: SimulationReporter = ({ simulation }) => [drawTimeline(simulation)];

const TIMELINE_STYLE = `${coloursOf(['#1d4f91', '#7a4b00', '#434c59', '#c3c9d1', '#dfe3e8'])}@media (prefers-color-scheme:dark){${coloursOf(['#a3c9ff', '#f2bd5c', '#ccd3dc', '#5b6470', '#3b4148'])}}`;

function coloursOf([certain, open, other, wait, rule]: readonly string[]) {
  const of = (selector: string, declarations: string): string =>
    `.ew-timeline ${selector}{${declarations}}`;
  return [
    of('.ew-tick', `stroke:${rule}`),
    of('.ew-tick-text', 'font-size:11px;text-anchor:middle'),
    of('.ew-certain', `fill:${certain}`),
    of('.ew-open', `fill:${open}`),
    of('.ew-does', `fill:${other}`),
    of('.ew-waits', `fill:${wait}`),
    of('.ew-maybe', 'fill-opacity:.45'),
    of('.ew-lane', 'font-weight:600'),
  ].join('');
}

const xOf = (seconds: number, end: number): number =>
  LEFT + Math.round(((WIDTH - LEFT - RIGHT) * 10 * Math.min(seconds, end)) / end) / 10;

function axis(end: number, height: number): Markup {
  const step =
    STEPS.find((size) => end / size <= TICKS) ?? Math.ceil(end / TICKS / 31_536_000) * 31_536_000;
  const ticks: Markup[] = [];
  for (let at = 0; at <= end; at += step) {
    const x = xOf(at, end);
    const text = at === 0 ? '0' : formatOffset(at);
    // The last label stays inside.
    const middle = Math.min(x, WIDTH - 12 - widthOf(text, { size: 11 }) / 2);
    ticks.push(
      markup`<path class="ew-tick" d="M${x} ${TOP - 6}V${height - 14}"/><text class="ew-tick-text" x="${Math.round(middle)}" y="${TOP - 12}">${text}</text>\n`,
    );
  }
  return markup`${ticks}`;
}

function lane(run: Run, y: number): Markup {
  const cause = run.at === 0 ? '' : ` (from ${formatOffset(run.at)}, by ${run.event})`;
  return markup`<text class="ew-lane" x="24" y="${y}">${cutTo(escapeText(`${nameOfRun(run)}${cause}`), LEFT - 48, { size: 12, bold: true })}</text>\n`;
}

function row(moment: Moment, only: string, y: number, end: number): Markup {
  const { label, step, type, dates, at } = moment;
  const when = dates === undefined ? formatTime(at) : `${formatDates(moment)} (${formatTime(at)})`;
  const name = `${isSend(moment) ? '✉ ' : '· '}${label}${(moment.round ?? 1) > 1 ? ` ↻ ${moment.round}` : ''}`;
  const tip = `${step}: ${label}; ${when}${only === '' ? '' : `; only if ${only}`}`;
  const text = cutTo(escapeText(name), LEFT - 56, { size: 12 });
  return markup`<g data-step="${step}" data-type="${type}"><title>${truncate(tip, 1000)}</title><text${isSend(moment) ? undefined : markup` class="ew-detail"`} x="32" y="${y + 16}">${text}</text>${sign(moment, y + 12, end)}${notesOf(only).map((line, i) => markup`<text class="ew-note" x="48" y="${y + 16 + NOTE * (i + 1)}">${line}</text>`)}</g>\n`;
}

/** The lines of a condition. */
const notesOf = (only: string): readonly string[] =>
  only === '' ? [] : wrapTo(escapeText(`only if ${only}`), LEFT - 72, 12, { size: 12 });

/** A dot for a moment, a bar for a range, without an end if that is unknown. */
function sign(moment: Moment, y: number, end: number): Markup {
  const { at, until } = moment;
  const takes = isSpan(moment);
  const from = xOf(at.least, end);
  const leaves = until === undefined ? at.least : until.greatest;
  const last = takes ? leaves : at.greatest;
  const to = xOf(last ?? end, end);
  const kind = takes ? 'waits' : !isSend(moment) ? 'does' : isCertain(moment) ? 'certain' : 'open';
  if (to - from < 1)
    return markup`<circle class="ew-${kind}" cx="${from}" cy="${y}" r="${takes ? 3 : 5.5}"/>`;
  const classes = `ew-${kind}${takes ? '' : ' ew-maybe'}`;
  const tip = markup`<path class="ew-${kind}" d="M${to - 2} ${y - 6}l10 6l-10 6z"/>`;
  return markup`<rect class="${classes}" x="${from}" y="${y - (takes ? 2 : 5)}" width="${Math.round((to - from) * 10) / 10}" height="${takes ? 4 : 10}" rx="2"/>${last === null ? tip : undefined}`;
}

function remark(text: string, y: number): Markup {
  return markup`<text class="ew-note" x="32" y="${y}">${cutTo(escapeText(text), WIDTH - 64, { size: 12 })}</text>\n`;
}

function describe(simulation: Simulation, drawn: readonly Moment[]): string {
  const sends = drawn.filter(isSend).slice(0, 50);
  const sentences = sends.map((moment) => {
    const only = isCertain(moment) ? '' : `, only if ${formatCondition(simulation, moment)}`;
    return truncate(`${formatTime(moment.at)}: ${moment.label}${only}`, 300);
  });
  return sentences.join('. ');
}
