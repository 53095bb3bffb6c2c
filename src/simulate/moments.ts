import { conditionOf } from '../model/condition.ts';
import { configField, eventNameOf, templateOf } from '../model/config.ts';
import { formatDuration, secondsOf } from '../model/duration.ts';
import type { Step } from '../model/nodes.ts';
import { ruleInWords } from '../model/rule-words.ts';
import type { Choice, FilledVariable, Moment, Question, SimulatedStart, Within } from '../model/simulation.ts';
import { contactValuesOf, templateVariablesOf, variableNameOf } from '../model/variables.ts';
import { formatInstant } from './calendar.ts';
import { keyOf, within } from './decide.ts';
import { either, type Guard, type Term } from './guards.ts';
import type { Asked } from './questions.ts';
import { type Running, resolveName } from './running.ts';
import type { State } from './state.ts';
import type { Visit } from './walk.ts';

/** A moment before its questions are numbered anew. */
export type Draft = Omit<Moment, 'only' | 'onlyPart'> & { readonly guard: Guard };

/** What a contact comes to, one moment for each step and time, whatever is known of the contact by then. */
export function draftMoments(running: Running, visits: readonly Visit[], start: SimulatedStart | undefined): readonly Draft[] {
  const groups = new Map<string, Visit[]>();
  for (const visit of visits) {
    const { step, round, state } = visit;
    const key = `${step.index} ${round} ${state.least} ${state.greatest}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [visit]);
    else group.push(visit);
  }
  return [...groups.values()].map((group) => draft(running, group, start));
}

function draft(running: Running, visits: readonly Visit[], start: SimulatedStart | undefined): Draft {
  const [{ step, state, round }] = visits as readonly [Visit, ...Visit[]];
  const at = within(state);
  const until = untilOf(step, visits);
  const event = step.type === 'wait_for_event' ? eventNameOf(step) : undefined;
  return {
    run: running.run,
    at,
    ...(start !== undefined && { dates: datesOf(at, start) }),
    index: step.index,
    step: keyOf(step),
    type: step.type ?? 'unknown',
    label: labelOf(step),
    ...(step.type === 'send_email' && describeSend(running, step, visits)),
    ...(event !== undefined && { event }),
    ...(until !== undefined && { until }),
    ...(round !== undefined && { round: round + 1 }),
    guard: either(
      visits.map((visit) => visit.state.guard),
      running.questions.answersOf,
    ),
  };
}

function datesOf({ least, greatest }: Within, start: SimulatedStart): NonNullable<Moment['dates']> {
  return { least: formatInstant(start, least), greatest: greatest === null ? null : formatInstant(start, greatest) };
}

function untilOf({ type }: Step, visits: readonly Visit[]): Within | undefined {
  if (type !== 'delay' && type !== 'wait_for_event') return undefined;
  const leaves = visits.flatMap((visit) => visit.leaves);
  if (leaves.length === 0) return undefined;
  return within({ least: Math.min(...leaves.map(({ least }) => least)), greatest: Math.max(...leaves.map(({ greatest }) => greatest)) });
}

function describeSend(running: Running, step: Step, visits: readonly Visit[]): Pick<Moment, 'template' | 'subject' | 'from' | 'variables'> {
  const template = templateOf(step)?.id;
  const [subject, from] = [step.config['subject'], step.config['from']];
  const states = visits.map(({ state }) => state);
  const variables = templateVariablesOf(step).map(({ key, value }) => fill(running, step, states, key, value));
  return {
    ...(template !== undefined && { template }),
    ...(typeof subject === 'string' && subject.trim() !== '' && { subject }),
    ...(typeof from === 'string' && { from }),
    ...(variables.length > 0 && { variables }),
  };
}

function fill(running: Running, step: Step, states: readonly State[], key: string, value: unknown): FilledVariable {
  const reads = variableNameOf(value);
  if (reads === undefined) return typeof value === 'string' && value.includes('{{') ? { key, state: 'unknown' } : { key, value, state: 'known' };
  const [first, ...others] = states.map((state) => resolveName(running, step, state, reads));
  if (first === undefined || others.some((other) => JSON.stringify(other) !== JSON.stringify(first)) || first.kind === 'unknown')
    return { key, reads, state: 'unknown' };
  return first.kind === 'missing' ? { key, reads, state: 'missing' } : { key, reads, value: first.value, state: 'known' };
}

/** What a step does, in a few words. */
function labelOf(step: Step): string {
  switch (step.type) {
    case undefined:
      return 'a step without a type';
    case 'trigger':
      return `starts on ${eventNameOf(step) ?? 'no event'}`;
    case 'send_email': {
      const subject = step.config['subject'];
      return typeof subject === 'string' && subject.trim() !== '' ? subject : (templateOf(step)?.id ?? 'an email without a template');
    }
    case 'delay': {
      const seconds = secondsOf(step);
      return seconds === undefined ? 'waits for an unknown time' : `waits ${formatDuration(seconds)}`;
    }
    case 'wait_for_event': {
      const seconds = secondsOf(step);
      return `waits for ${eventNameOf(step) ?? 'no event'}${seconds === undefined ? '' : `, at most ${formatDuration(seconds)}`}`;
    }
    case 'condition': {
      const tree = conditionOf(step);
      return tree === undefined ? 'a condition without a rule' : `whether ${ruleInWords(tree.root)}`;
    }
    case 'contact_update':
      return `changes the contact: ${contactValuesOf(step)
        .map(({ key }) => key)
        .join(', ')}`;
    case 'contact_delete':
      return 'deletes the contact';
    case 'add_to_segment': {
      const segment = configField(step, 'segment_id');
      return `adds to segment ${typeof segment === 'string' ? segment : 'without an id'}`;
    }
    default:
      return step.type.replaceAll('_', ' ');
  }
}

/** Moments in order of time, and of the questions those that matter to one of them. */
export function numberMoments(
  drafts: readonly Draft[],
  asked: readonly Asked[],
): { readonly moments: readonly Moment[]; readonly questions: readonly Question[] } {
  const sorted = drafts.toSorted((a, b) => a.at.least - b.at.least || compareEnds(a.at.greatest, b.at.greatest) || a.run - b.run);
  const used = new Set(drafts.flatMap(({ guard }) => guard.terms.flatMap((term) => term.map(({ question }) => question))));
  const order = [...used].sort((a, b) => (asked[a] as Asked).at.least - (asked[b] as Asked).at.least || a - b);
  const numbers = new Map(order.map((question, at) => [question, at]));
  const rename = (term: Term): readonly Choice[] =>
    term.map(({ question, answer }) => ({ question: numbers.get(question) as number, answer })).sort((a, b) => a.question - b.question);
  return {
    moments: sorted.map(({ guard, ...moment }) => ({ ...moment, only: guard.terms.map(rename), ...(guard.exact ? {} : { onlyPart: true as const }) })),
    questions: order.map((question) => {
      const { rule: _, ...rest } = asked[question] as Asked;
      return rest;
    }),
  };
}

function compareEnds(a: number | null, b: number | null): number {
  if (a === b) return 0;
  return a === null ? 1 : b === null ? -1 : a - b;
}
