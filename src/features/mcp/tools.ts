import { Readable } from 'node:stream';
import type { CommandContext } from '../../command.ts';
import { eventNameOf } from '../../core/model/config.ts';
import type { Finding } from '../../core/model/finding.ts';
import { addTo } from '../../core/model/groups.ts';
import { isTrigger } from '../../core/model/step-type.ts';
import { escapeText } from '../../core/report/escape.ts';
import { fittingFindings } from '../../core/report/listing.ts';
import { abridge, shorten } from '../../core/report/words.ts';
import { readWhole } from '../../load/file.ts';
import { type FixedDocument, fixItems, readerOf } from '../../run/fix.ts';
import { diffOf, fixedBytes } from '../../run/fixed-bytes.ts';
import { type HeldWorkspace, holdWorkspace } from '../../run/hold.ts';
import { readPage } from '../../run/report-run.ts';
import { collectHeld, finishRun } from '../../run/run.ts';
import { knownRule } from '../../run/setup.ts';
import { type Asked, type McpFlags, readInput } from './input.ts';

/** Fields of a simulation that are not bounded by themselves. */
interface RawSimulation {
  readonly emails: { readonly min: number; readonly max: number | null };
  readonly complete: boolean;
  readonly sends: readonly {
    readonly offset: { readonly text: string };
    readonly workflow: { readonly id?: string; readonly name?: string };
    readonly step: string;
    readonly template?: string;
    readonly subject?: string;
    readonly onlyIf?: { readonly text: string };
  }[];
  readonly questions: readonly { readonly step: string; readonly answers: readonly string[] }[];
  readonly refused: readonly { readonly event: string; readonly problems: readonly string[] }[];
  readonly notes: readonly string[];
  readonly notSimulated: readonly string[];
}

interface SimulationQuery {
  readonly event: string;
  readonly payload?: Readonly<Record<string, unknown>> | undefined;
  readonly contact?: Readonly<Record<string, unknown>> | undefined;
  readonly when?: readonly string[] | undefined;
}

/** What the tools have of the server. */
export interface ToolContext {
  /** The JSON report of a simulation over what is held. Throws a UserError for an unknown event. */
  readonly simulate: (held: HeldWorkspace, query: SimulationQuery) => Iterable<string>;
  readonly roots: readonly string[];
  readonly flags: McpFlags;
  readonly context: CommandContext;
}

// Results have at most this many characters or entries; what is left out is counted.
const ROOM = { findings: 20_000, diffs: 40_000, page: 16_000 } as const;
const MAX_EVENTS = 200;
const MAX_NOTES = 20;
const MAX_SENDS = 100;
const MAX_TEXT = 400;

const safe = (text: string): string => shorten(escapeText(text), MAX_TEXT);
const safeName = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : abridge(escapeText(text));

export async function lint(asked: Asked, { roots, flags, context }: ToolContext) {
  const { items, settings } = await readInput(asked, roots, flags, context);
  const collected = collectHeld(items, settings);
  const { result } = finishRun([collected], { ...settings, readText: readerOf(items) });
  const { summary, complete, notChecked, failures } = result;
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
    failures: failures.slice(0, MAX_NOTES).map(({ source, message }) => ({
      source: abridge(escapeText(source)),
      message: safe(message),
    })),
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
      source: abridge(escapeText(source)),
      pointer: abridge(escapeText(pointer)),
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
    page: page === undefined ? undefined : shorten(page, ROOM.page),
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
    [...new Set(names)].slice(0, MAX_NOTES).map((name) => abridge(escapeText(name)));
  const sorted = [...events].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    events: sorted.slice(0, MAX_EVENTS).map(([name, { isDefined, schema, starts, awaitedBy }]) => ({
      name: abridge(escapeText(name)),
      isDefined,
      properties: schema?.slice(0, MAX_NOTES).map(([property, type]) => ({
        name: abridge(escapeText(property)),
        type: type === undefined ? undefined : abridge(escapeText(type)),
      })),
      starts: namesOf(starts),
      awaitedBy: namesOf(awaitedBy),
    })),
    omittedEvents: Math.max(0, sorted.length - MAX_EVENTS),
  };
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
  const files = new Map<string, FixedDocument[]>();
  for (const each of changed) addTo(files, each.document.ref.source, each);
  const diffs: { source: string; diff: string }[] = [];
  let left: number = ROOM.diffs;
  for (const [source, documents] of files) {
    const path = documents[0]?.from.path;
    const before = path === undefined ? Buffer.from(asked.text ?? '') : readWhole(path);
    const diff = await diffOf(source, before, fixedBytes(before, documents, source));
    left -= diff.length;
    // Part of a diff cannot be applied.
    if (left >= 0) diffs.push({ source, diff });
  }
  return { made, refused, diffs, omittedDiffs: files.size - diffs.length };
}

export async function simulateEvent(asked: Asked & SimulationQuery, tool: ToolContext) {
  const { items } = await readInput(asked, tool.roots, tool.flags, tool.context);
  const held = await holdWorkspace(Readable.from(items));
  const json = [...tool.simulate(held, asked)].join('');
  const { sends, questions, refused, notes, ...raw } = JSON.parse(json) as RawSimulation;
  const few = (texts: readonly string[]): readonly string[] =>
    texts.slice(0, MAX_NOTES).map((text) => safe(text));
  return {
    emails: raw.emails,
    complete: raw.complete,
    sends: sends
      .slice(0, MAX_SENDS)
      .map(({ offset, workflow, step, template, subject, onlyIf }) => ({
        after: safe(offset.text),
        workflow: safeName(workflow.name ?? workflow.id),
        step: safe(step),
        template: template && safe(template),
        subject: subject && safe(subject),
        onlyIf: onlyIf && safe(onlyIf.text),
      })),
    omittedSends: Math.max(0, sends.length - MAX_SENDS),
    questions: questions
      .slice(0, MAX_NOTES)
      .map(({ step, answers }) => ({ step: safe(step), answers: few(answers) })),
    refused: refused
      .slice(0, MAX_NOTES)
      .map(({ event, problems }) => ({ event: safe(event), problems: few(problems) })),
    notes: few(notes),
    notSimulated: few(raw.notSimulated),
  };
}
