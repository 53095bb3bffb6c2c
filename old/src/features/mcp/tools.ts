import { Readable } from 'node:stream';
import { eventNameOf } from '../../core/model/config.ts';
import type { Failure, Finding } from '../../core/model/finding.ts';
import type { Run } from '../../core/model/simulation.ts';
import { isTrigger } from '../../core/model/step-type.ts';
import { takeFitting, truncate, truncateMiddle } from '../../core/model/text.ts';
import { escapeText } from '../../core/report/escape.ts';
import { printSummary } from '../../core/report/json.ts';
import { fittingFindings } from '../../core/report/listing.ts';
import {
  formatCondition,
  formatTime,
  isCertain,
  isSend,
} from '../../core/report/simulation-words.ts';
import { decodeItems } from '../../run/decode.ts';
import { fixItems } from '../../run/fix.ts';
import { diffOf, fixedFiles } from '../../run/fixed-bytes.ts';
import { holdWorkspace } from '../../run/hold.ts';
import { readPage } from '../../run/package-path.ts';
import { runItems } from '../../run/run.ts';
import { knownRule } from '../../run/setup.ts';
import { UserError } from '../../run/user-error.ts';
import { readInput, type SimulationQuery, type ToolContext, type ToolInput } from './input.ts';

// Results have at most this many characters or entries; omitted ones are counted.
const ROOM = {
  findings: 20_000,
  events: 20_000,
  sends: 20_000,
  questions: 8000,
  diffs: 40_000,
  page: 16_000,
};

const safe = (text: string): string => truncate(escapeText(text), 400);
const safeName = (text: string): string => truncateMiddle(escapeText(text));
const few = <T>(items: readonly T[]): readonly T[] => items.slice(0, 20);

const ifGiven = <T, U>(value: T | undefined, print: (value: T) => U): U | undefined =>
  value === undefined ? undefined : print(value);

/** The first entries that fit. */
const fitting = <T>(entries: readonly T[], room: number): readonly T[] =>
  takeFitting(entries, room, (entry) => JSON.stringify(entry).length);

const printFailures = (failures: readonly Pick<Failure, 'source' | 'message'>[]) =>
  few(failures).map(({ source, message }) => {
    return { source: safeName(source), message: safe(message) };
  });

export async function lintSources(asked: ToolInput, tool: ToolContext) {
  const { items, settings } = await readInput(asked, tool);
  const { result, empty } = runItems(items, settings);
  const { summary, complete, notChecked, failures } = result;
  if (empty && failures.length + result.findings.length === 0)
    throw new UserError(`no workflows or event definitions found in "${asked.path}"`);
  const kept = fittingFindings(
    result.findings,
    ROOM.findings,
    (finding) => JSON.stringify(printFinding(finding)).length,
  );
  return {
    summary: printSummary(summary),
    complete,
    findings: kept.map(printFinding),
    omittedFindings: result.findings.length - kept.length,
    notChecked: few(notChecked).map(({ rule, reason }) => ({ rule, reason: safe(reason) })),
    failures: printFailures(failures),
  };
}

function printFinding({ rule, severity, message, help, consequence, ...finding }: Finding) {
  const { fingerprint, location, workflow, step, event, fixes } = finding;
  const { source, pointer, region } = location;
  return {
    rule,
    severity,
    message: safe(message),
    help: ifGiven(help, safe),
    consequence: ifGiven(consequence, safe),
    location: {
      source: safeName(source),
      pointer: safeName(pointer),
      line: region?.startLine,
      column: region?.startColumn,
    },
    workflow: ifGiven(workflow?.name ?? workflow?.id, safeName),
    step: ifGiven(step, safeName),
    event: ifGiven(event, safeName),
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
    rule: rule.id,
    severity,
    preset,
    summary,
    why,
    remedy,
    page: ifGiven(page, (text) => truncate(text, ROOM.page)),
  };
}

export async function listEvents(asked: ToolInput, tool: ToolContext) {
  const { items, settings } = await readInput(asked, tool);
  const events = new Map<string, EventUse>();
  const useOf = (name: string): EventUse => {
    const known = events.get(name) ?? { isDefined: false, starts: [], awaitedBy: [] };
    events.set(name, known);
    return known;
  };
  for (const { document, skipReason } of decodeItems(items, settings).read) {
    if (skipReason !== undefined) continue;
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
  }
  const namesOf = (names: readonly string[]): readonly string[] =>
    few([...new Set(names)]).map(safeName);
  const sorted = [...events].sort(([a], [b]) => (a < b ? -1 : 1));
  const printed = sorted.map(([name, { isDefined, schema, starts, awaitedBy }]) => ({
    name: safeName(name),
    isDefined,
    properties: schema?.slice(0, 50).map(([property, type]) => {
      return { name: safeName(property), type: ifGiven(type, safeName) };
    }),
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
  { unsafe = false, ...asked }: ToolInput & { readonly unsafe?: boolean | undefined },
  tool: ToolContext,
) {
  const { items, settings } = await readInput(asked, tool);
  const { changed, made, refused } = fixItems(
    items,
    settings,
    unsafe ? 'unsafe' : 'safe',
    ({ path = '', assume }) => assume !== 'events' && !path.toLowerCase().endsWith('.gz'),
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
  return { made: made.length, refused: refused.length, diffs, omittedDiffs: files - diffs.length };
}

export async function simulateEvent(asked: ToolInput & SimulationQuery, tool: ToolContext) {
  const { items, settings } = await readInput(asked, tool);
  const held = await holdWorkspace(Readable.from(items));
  const simulation = tool.simulate(held, asked, settings.events, tool.context.runtime);
  const { emails, runs, moments, questions, refused, notEnabled, notes, gaps } = simulation;
  const safeTexts = (texts: readonly string[]): readonly string[] => few(texts).map(safe);
  const printed = moments.filter(isSend).map((moment) => {
    const { at, run, step, template, subject } = moment;
    const { id, name = id } = (runs[run] as Run).workflow;
    return {
      after: safe(formatTime(at)),
      workflow: ifGiven(name, safeName),
      step: safe(step),
      template: ifGiven(template, safe),
      subject: ifGiven(subject, safe),
      onlyIf: isCertain(moment) ? undefined : safe(formatCondition(simulation, moment)),
    };
  });
  const kept = fitting(printed, ROOM.sends);
  const asking = fitting(
    questions.map(({ step, answers }) => ({ step: safe(step), answers: safeTexts(answers) })),
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
      refused.map(({ event, problems }) => ({ event: safe(event), problems: safeTexts(problems) })),
      ROOM.questions,
    ),
    notEnabled: safeTexts(notEnabled.map(({ id, name = id ?? '' }) => name)),
    notes: safeTexts(notes),
    notSimulated: safeTexts(gaps),
    failures: printFailures(held.failures),
  };
}
