import { Readable } from 'node:stream';
import { eventNameOf } from '../../core/model/config.ts';
import type { Failure, Finding } from '../../core/model/finding.ts';
import type { Run, Simulation } from '../../core/model/simulation.ts';
import { isTrigger } from '../../core/model/step-type.ts';
import { truncate, truncateMiddle } from '../../core/model/text.ts';
import { escapeText } from '../../core/report/escape.ts';
import { fittingFindings } from '../../core/report/listing.ts';
import {
  formatCondition,
  formatTime,
  isCertain,
  isSend,
} from '../../core/report/simulation-words.ts';
import { type FixSettings, fixItems, readerOf } from '../../run/fix.ts';
import { diffOf, fixedFiles } from '../../run/fixed-bytes.ts';
import { type HeldWorkspace, holdWorkspace } from '../../run/hold.ts';
import { readPage } from '../../run/report-run.ts';
import { collectHeld, finishRun } from '../../run/run.ts';
import type { RunContext, Runtime } from '../../run/runtime.ts';
import { knownRule } from '../../run/setup.ts';
import { UserError } from '../../run/user-error.ts';
import { type Asked, type McpFlags, readInput } from './input.ts';

export interface SimulationQuery {
  readonly event: string;
  readonly payload?: Readonly<Record<string, unknown>> | undefined;
  readonly contact?: Readonly<Record<string, unknown>> | undefined;
  readonly when?: readonly string[] | undefined;
}

/** The parts of the thread that tools use. */
export interface ToolContext {
  /** A simulation over the input. Throws a UserError for an unknown event. */
  readonly simulate: (
    held: HeldWorkspace,
    query: SimulationQuery,
    events: FixSettings['events'],
    runtime: Runtime,
  ) => Simulation;
  readonly roots: readonly string[];
  readonly flags: McpFlags;
  readonly context: RunContext;
}

// Results have at most this many characters or entries; omitted ones are counted.
const ROOM = {
  findings: 20_000,
  events: 20_000,
  sends: 20_000,
  questions: 8000,
  diffs: 40_000,
  page: 16_000,
};
const MAX_NOTES = 20;
const MAX_PROPERTIES = 50;
const MAX_TEXT = 400;

const safe = (text: string): string => truncate(escapeText(text), MAX_TEXT);
const safeName = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : truncateMiddle(escapeText(text));

/** The first entries that fit. */
function fitting<T>(entries: readonly T[], room: number): readonly T[] {
  let left = room;
  const end = entries.findIndex((entry) => (left -= JSON.stringify(entry).length) < 0);
  return end === -1 ? entries : entries.slice(0, end);
}

const printFailures = (failures: readonly Pick<Failure, 'source' | 'message'>[]) =>
  failures.slice(0, MAX_NOTES).map(({ source, message }) => ({
    source: truncateMiddle(escapeText(source)),
    message: safe(message),
  }));

export async function lint(asked: Asked, { roots, flags, context }: ToolContext) {
  const { items, settings } = await readInput(asked, roots, flags, context);
  const collected = collectHeld(items, settings);
  const { result, empty } = finishRun([collected], { ...settings, readText: readerOf(items) });
  const { summary, complete, notChecked, failures } = result;
  if (empty && failures.length + result.findings.length === 0)
    throw new UserError(`no workflows or event definitions found in "${asked.path}"`);
  const { errors, warnings, infos, suppressed, baselined } = summary;
  const { sources, workflows, steps, edges, events } = summary;
  const kept = fittingFindings(
    result.findings,
    ROOM.findings,
    (finding) => JSON.stringify(printFinding(finding)).length,
  );
  return {
    summary: {
      ...{ errors, warnings, infos, suppressed, baselined },
      ...{ sources, workflows, steps, edges, events },
    },
    complete,
    findings: kept.map(printFinding),
    omittedFindings: result.findings.length - kept.length,
    notChecked: notChecked
      .slice(0, MAX_NOTES)
      .map(({ rule, reason }) => ({ rule, reason: safe(reason) })),
    failures: printFailures(failures),
  };
}

function printFinding({ rule, severity, message, help, consequence, ...finding }: Finding) {
  const { fingerprint, location, workflow, step, event, fixes } = finding;
  const { source, pointer, region } = location;
  return {
    ...{ rule, severity, message: safe(message) },
    help: help && safe(help),
    consequence: consequence && safe(consequence),
    location: {
      source: truncateMiddle(escapeText(source)),
      pointer: truncateMiddle(escapeText(pointer)),
      line: region?.startLine,
      column: region?.startColumn,
    },
    workflow: safeName(workflow?.name ?? workflow?.id),
    step: safeName(step),
    event: safeName(event),
    fixes: fixes.map(({ title, safety }) => ({ title: safe(title), safety })),
    fingerprint,
  };
}

export async function explainRule(
  { rule: id }: { readonly rule: string },
  { context }: ToolContext,
) {
  const rule = knownRule(id, await context.rules());
  const { severity, preset, summary, why, remedy } = rule;
  const page = readPage(id);
  return {
    ...{ rule: rule.id, severity, preset, summary, why, remedy },
    page: page === undefined ? undefined : truncate(page, ROOM.page),
  };
}

export async function listEvents(asked: Asked, { roots, flags, context }: ToolContext) {
  const { items, settings } = await readInput(asked, roots, flags, context);
  const events = new Map<string, EventUse>();
  const useOf = (name: string): EventUse => {
    const known = events.get(name) ?? { isDefined: false, starts: [], awaitedBy: [] };
    events.set(name, known);
    return known;
  };
  collectHeld(items, {
    ...settings,
    rules: [],
    onDocument({ document, skipReason }) {
      if (skipReason !== undefined) return;
      for (const { name, schema } of document.events) {
        if (name === undefined) continue;
        const use = useOf(name);
        use.isDefined = true;
        use.schema ??= schema === null ? undefined : [...schema];
      }
      for (const workflow of document.workflows)
        for (const step of workflow.steps) {
          const name = eventNameOf(step);
          if (name === undefined) continue;
          const label = workflow.name ?? workflow.id ?? workflow.pointer;
          const { starts, awaitedBy } = useOf(name);
          (isTrigger(step) ? starts : awaitedBy).push(label);
        }
    },
  });
  const namesOf = (names: readonly string[]): readonly string[] =>
    [...new Set(names)].slice(0, MAX_NOTES).map((name) => truncateMiddle(escapeText(name)));
  const sorted = [...events].sort(([a], [b]) => (a < b ? -1 : 1));
  const printed = sorted.map(([name, { isDefined, schema, starts, awaitedBy }]) => ({
    name: truncateMiddle(escapeText(name)),
    isDefined,
    properties: schema?.slice(0, MAX_PROPERTIES).map(([property, type]) => ({
      name: truncateMiddle(escapeText(property)),
      type: type === undefined ? undefined : truncateMiddle(escapeText(type)),
    })),
    starts: namesOf(starts),
    awaitedBy: namesOf(awaitedBy),
  }));
  const kept = fitting(printed, ROOM.events);
  return { events: kept, omittedEvents: printed.length - kept.length };
}

interface EventUse {
  isDefined: boolean;
  schema?: readonly (readonly [string, string | undefined])[] | undefined;
  /** Names of workflows. */
  readonly starts: string[];
  readonly awaitedBy: string[];
}

export async function previewFixes(
  { unsafe = false, ...asked }: Asked & { readonly unsafe?: boolean | undefined },
  { roots, flags, context }: ToolContext,
) {
  const { items, settings } = await readInput(asked, roots, flags, context);
  const { changed, made, refused } = fixItems(
    items,
    settings,
    unsafe ? 'unsafe' : 'safe',
    ({ path = '' }) => !path.toLowerCase().endsWith('.gz'),
  );
  const diffs: { source: string; diff: string }[] = [];
  let [left, files]: [number, number] = [ROOM.diffs, 0];
  for (const file of fixedFiles(changed, asked.text)) {
    files++;
    const diff = await diffOf(file);
    left -= diff.length;
    // A part of a diff cannot be applied.
    if (left >= 0) diffs.push({ source: file.name, diff });
  }
  return { made, refused, diffs, omittedDiffs: files - diffs.length };
}

export async function simulateEvent(asked: Asked & SimulationQuery, tool: ToolContext) {
  const { items, settings } = await readInput(asked, tool.roots, tool.flags, tool.context);
  const held = await holdWorkspace(Readable.from(items));
  const simulation = tool.simulate(held, asked, settings.events, tool.context.runtime);
  const { emails, runs, moments, questions, refused, notEnabled, notes, gaps } = simulation;
  const few = (texts: readonly string[]): readonly string[] =>
    texts.slice(0, MAX_NOTES).map((text) => safe(text));
  const printed = moments.filter(isSend).map((moment) => {
    const { at, run, step, template, subject } = moment;
    const { id, name = id } = (runs[run] as Run).workflow;
    return {
      after: safe(formatTime(at)),
      workflow: safeName(name),
      step: safe(step),
      template: template && safe(template),
      subject: subject && safe(subject),
      onlyIf: isCertain(moment) ? undefined : safe(formatCondition(simulation, moment)),
    };
  });
  const kept = fitting(printed, ROOM.sends);
  const asking = fitting(
    questions.map(({ step, answers }) => ({ step: safe(step), answers: few(answers) })),
    ROOM.questions,
  );
  return {
    emails,
    complete: held.failures.length + gaps.length === 0,
    sends: kept,
    omittedSends: printed.length - kept.length,
    questions: asking,
    omittedQuestions: questions.length - asking.length,
    refused: fitting(
      refused.map(({ event, problems }) => ({ event: safe(event), problems: few(problems) })),
      ROOM.questions,
    ),
    notEnabled: few(notEnabled.map(({ id, name = id ?? '' }) => name)),
    notes: few(notes),
    notSimulated: few(gaps),
    failures: printFailures(held.failures),
  };
}
