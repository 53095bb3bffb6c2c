import type { Moment, Simulation } from '../../../core/model/simulation.ts';
import { escapeMermaid } from '../../../core/report/escape-mermaid.ts';
import {
  formatCondition,
  formatTime,
  isCertain,
  isSend,
  isSpan,
  nameOfRun,
} from '../../../core/report/simulation-words.ts';
import { charted, type SimulationReporter } from './reporter.ts';

// Code hosts refuse to draw larger charts.
const MAX_TASKS = 120;
const DAY = 86_400;
/** Without dates, the axis starts on the first day of a year, so that days count from 1. */
const BASE = '2001-01-01T00:00:00';

/** A simulation as a Gantt chart in Mermaid: a section per workflow, a milestone per email, a bar for an uncertain time. */
export const simulationMermaid: SimulationReporter = function* ({ simulation }) {
  const { event, start, runs } = simulation;
  yield 'gantt\n';
  yield `  title After ${safe(event)}\n`;
  yield '  dateFormat YYYY-MM-DD HH:mm:ss\n';
  yield `  axisFormat ${start === undefined ? 'day %-j' : '%Y-%m-%d'}\n`;
  const all = charted(simulation);
  const drawn = all.slice(0, MAX_TASKS);
  for (const [number, run] of runs.entries()) {
    const own = drawn.filter((moment) => moment.run === number);
    if (own.length > 0) yield `  section ${safe(nameOfRun(run))}\n`;
    for (const moment of own) yield `  ${task(simulation, moment)}\n`;
  }
  const remark = (text: string): string => `  · ${text} : milestone, ${stamp(simulation, 0)}, 0s\n`;
  if (drawn.length === 0)
    yield `  section ${runs.length === 0 ? 'no workflow' : 'nothing'}\n${remark('nothing is received')}`;
  if (all.length > drawn.length)
    yield `  section …\n${remark(`${all.length - drawn.length} more`)}`;
};

function task(simulation: Simulation, moment: Moment): string {
  const { at, until, label } = moment;
  const only = formatCondition(simulation, moment);
  const isUnsure = isSend(moment) && at.least !== at.greatest;
  const parts = [
    label,
    ...(isUnsure ? [formatTime(at)] : []),
    ...(only === '' ? [] : [`only if ${only}`]),
  ];
  // A symbol first, since Mermaid reads a name such as "title" as a keyword.
  const name = `${isSend(moment) ? '✉' : '·'} ${parts.map(safe).join(', ')}`;
  const takes = isSpan(moment);
  const end = takes ? until?.greatest : at.greatest;
  const tags = !isSend(moment) ? ['done'] : isCertain(moment) ? [] : ['active'];
  const from = stamp(simulation, at.least);
  if (end === at.least) return `${name} : ${[...tags, 'milestone', from, '0s'].join(', ')}`;
  // Without an end, one day is drawn.
  return `${name} : ${[...tags, from, stamp(simulation, end ?? at.least + DAY)].join(', ')}`;
}

/** A moment on the axis: local time of the zone, if there is one, else time since the event. */
function stamp({ moments, start }: Simulation, seconds: number): string {
  const known = start && moments.find(({ at }) => at.least === seconds)?.dates?.least;
  if (known !== undefined && known.length > 19) return known.slice(0, 19).replace('T', ' ');
  const base = Date.parse(`${(start?.date ?? BASE).slice(0, 19)}Z`);
  const at = new Date(base + Math.min(Math.round(seconds), 3650 * DAY) * 1000);
  return at.toISOString().slice(0, 19).replace('T', ' ');
}

// A colon ends the name of a task.
const safe = (text: string): string => escapeMermaid(text).replaceAll(':', '#58;');
