import { fieldOf } from '../model/config.ts';
import type { Finding, Location, Result } from '../model/finding.ts';
import type { PlainWorkflow } from '../model/plain.ts';
import { escapeJson } from './escape.ts';
import { buildFrame } from './frame.ts';
import { describedRules, listedFindings, worstFirst } from './listing.ts';
import type { FindingData, MarkData, RelatedData, ReportData, WorkflowData } from './page-data.ts';
import { type Palette, type ReportContext, ruleUrl } from './reporter.ts';
import { placeOf } from './words.ts';

/** What a browser takes in without becoming slow; beyond it the worst findings are kept. */
export const MAX_FINDINGS = 25_000;
const MAX_RELATED = 20;

/** What the script of the page works on. */
export function buildReportData(result: Result, context: ReportContext): ReportData {
  const all = listedFindings(result, context);
  const kept = worstFirst(all, MAX_FINDINGS);
  const workflows = createRegister(context.workflows ?? []);
  const findings = kept.map((finding) => describe(finding, workflows));
  const used = new Set(kept.map(({ rule }) => rule));
  return {
    summary: result.summary,
    findings,
    omitted: all.length - kept.length,
    rules: describedRules(kept, context)
      .filter(({ id }) => used.has(id))
      .map(({ id, summary, why, remedy }) => ({ id, summary, why, remedy, url: ruleUrl(context, id) })),
    workflows: workflows.listed,
    drawn: context.workflows?.length ?? 0,
  };
}

/** JSON for a script element: nothing in it ends the element, and nothing is a control character or a command of a log. */
export function embedJson(value: unknown): string {
  return escapeJson(JSON.stringify(value)).replace(/[<>&]/g, (unit) => `\\u00${unit.charCodeAt(0).toString(16)}`);
}

/** The code frame of a place as lines of text. */
export function frameOf({ excerpt, region }: Location): readonly string[] | undefined {
  return excerpt === undefined || region === undefined ? undefined : buildFrame({ excerpt, region }, { sign: '^', paint: same }, COLOURLESS).lines;
}

function describe(finding: Finding, workflows: Register): FindingData {
  const { rule, severity, message, help, fingerprint, location, related, fixes } = finding;
  return {
    rule,
    severity,
    message,
    help,
    fingerprint,
    place: placeOf(location),
    source: location.source,
    frame: frameOf(location),
    ...(finding.workflow === undefined ? {} : (workflows.find(location) ?? { workflow: workflows.add(location.source, finding.workflow) })),
    related: related
      .slice(0, MAX_RELATED)
      .map((one): RelatedData => ({ message: one.message, place: placeOf(one.location), frame: frameOf(one.location), ...workflows.find(one.location) })),
    fixes,
  };
}

interface Register {
  readonly listed: readonly WorkflowData[];
  find(location: Location): { readonly workflow: number; readonly mark: MarkData | undefined } | undefined;
  /** A workflow that is only known by the name its findings carry. */
  add(source: string, workflow: NonNullable<Finding['workflow']>): number;
}

/** Finds workflows by place: a finding names its workflow, but two may bear one name. */
function createRegister(plain: readonly PlainWorkflow[]): Register {
  const listed: WorkflowData[] = plain.map(({ id, name, status, source, summaryOnly, steps, edges }) => ({
    id,
    name,
    status,
    source,
    ...(!summaryOnly && { steps: steps.length, edges: edges.length, starts: eventsOf(steps) }),
  }));
  const sources = new Map<string, { readonly lines: number[]; readonly byPointer: Map<string, number> }>();
  for (const [i, { source, line, pointer }] of plain.entries()) {
    let entry = sources.get(source);
    if (entry === undefined) sources.set(source, (entry = { lines: [], byPointer: new Map() }));
    if (entry.lines.at(-1) !== line) entry.lines.push(line);
    entry.byPointer.set(`${line} ${pointer}`, i);
  }
  const nameless = new Map<string, number>();
  return {
    listed,
    find({ source, pointer, region }) {
      const entry = sources.get(source);
      // A file of one document begins in its first line; in JSON Lines a finding stands in the line of its document.
      const line = entry === undefined ? undefined : entry.lines.length === 1 ? entry.lines[0] : lastUpTo(entry.lines, region?.startLine);
      for (const end of entry === undefined ? [] : endsOf(pointer)) {
        const workflow = entry?.byPointer.get(`${line} ${pointer.slice(0, end)}`);
        if (workflow !== undefined) return { workflow, mark: markOf(pointer.slice(end)) };
      }
      return undefined;
    },
    add(source, { id, name, status }) {
      const key = JSON.stringify([source, id, name]);
      const known = nameless.get(key);
      if (known !== undefined) return known;
      listed.push({ id, name, status, source });
      nameless.set(key, listed.length - 1);
      return listed.length - 1;
    },
  };
}

function eventsOf(steps: PlainWorkflow['steps']): readonly string[] {
  const names = steps.filter(({ type }) => type === 'trigger').map(({ config }) => fieldOf(config, 'event_name'));
  return [...new Set(names.filter((name) => typeof name === 'string' && name.trim() !== '') as string[])];
}

/** Where the first few segments of a pointer end: a workflow stands at most three levels down (`/workflows/data/3`). */
function endsOf(pointer: string): readonly number[] {
  const ends = [0];
  for (let end = pointer.indexOf('/', 1); end !== -1 && ends.length < 4; end = pointer.indexOf('/', end + 1)) ends.push(end);
  return ends.length < 4 ? [...ends, pointer.length] : ends;
}

function lastUpTo(lines: readonly number[], line = 0): number | undefined {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines[middle] as number) <= line) low = middle + 1;
    else high = middle;
  }
  return lines[low - 1];
}

function markOf(below: string): MarkData | undefined {
  const [, list, index] = below.split('/');
  if (index === undefined) return undefined;
  if (list === 'steps') return { kind: 'step', index: Number(index) };
  return list === 'edges' || list === 'connections' ? { kind: 'edge', index: Number(index) } : undefined;
}

const same = (text: string): string => text;
export const COLOURLESS: Palette = { red: same, yellow: same, blue: same, cyan: same, green: same, bold: same, dim: same };
