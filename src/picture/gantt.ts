import type { Moment, Simulation } from '../model/simulation.ts';
import { charted, isCertain, isSend, nameOfRun, type SimulationReporter, sayOnly, sayTime } from '../report/simulation.ts';
import { escapeLabel } from './mermaid.ts';

// Beyond these nobody could read the picture, and code hosts refuse to draw it.
const MAX_TASKS = 120;
const DAY = 86_400;
/** Where the axis of a simulation without dates begins: with the first day of a year, it counts days from 1 on. */
const BASE = Date.UTC(2001, 0, 1);
const MAX_SECONDS = 10 * 365 * DAY;

/** A simulation as a Gantt chart in Mermaid: a section a workflow, a milestone an email, a bar where its time is not certain. */
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
    if (own.length === 0) continue;
    yield `  section ${safe(nameOfRun(run))}\n`;
    for (const moment of own) yield `  ${task(simulation, moment)}\n`;
  }
  if (drawn.length === 0)
    yield `  section ${runs.length === 0 ? 'no workflow' : 'nothing'}\n  · nothing is received : milestone, ${stamp(simulation, 0)}, 0s\n`;
  if (all.length > drawn.length) yield `  section …\n  · ${all.length - drawn.length} more : milestone, ${stamp(simulation, 0)}, 0s\n`;
};

function task(simulation: Simulation, moment: Moment): string {
  const { at, until, label, type } = moment;
  const only = sayOnly(simulation, moment);
  const unsure = isSend(moment) && at.least !== at.greatest;
  const name = [label, ...(unsure ? [sayTime(at)] : []), ...(only === '' ? [] : [`only if ${only}`])].map(safe).join(', ');
  // A sign first: a name such as "title" or a number would be taken for a word of the language.
  const sign = isSend(moment) ? '✉' : '·';
  const isSpan = type === 'delay' || type === 'wait_for_event';
  const end = isSpan ? (until?.greatest ?? undefined) : at.greatest;
  const tags = isSpan ? ['done'] : isSend(moment) ? (isCertain(moment) ? ['crit'] : ['active']) : [];
  const from = stamp(simulation, at.least);
  if (end === at.least) return `${sign} ${name} : ${[...tags, 'milestone', from, '0s'].join(', ')}`;
  // Of what may take for ever, a day is drawn.
  return `${sign} ${name} : ${[...tags, from, stamp(simulation, end ?? at.least + DAY)].join(', ')}`;
}

/** A moment on the axis: the clock of the zone, when there is one, else time since the event. */
function stamp({ moments, start }: Simulation, seconds: number): string {
  const known = start === undefined ? undefined : moments.find(({ at }) => at.least === seconds)?.dates?.least;
  if (known !== undefined && known.length > 19) return known.slice(0, 19).replace('T', ' ');
  const base = start === undefined ? BASE : Date.parse(`${start.date.slice(0, 19)}Z`);
  return new Date(base + Math.min(Math.round(seconds), MAX_SECONDS) * 1000).toISOString().slice(0, 19).replace('T', ' ');
}

// A colon ends the name of a task, wherever it stands.
const safe = (text: string): string => escapeLabel(text).replaceAll(':', '#58;');
