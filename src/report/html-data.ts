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
  const { summary, findings, rest } = gather(result, context);
  const described = [...findings];
  return { summary, findings: described, ...rest() };
}

/** The same as JSON for a script element, some findings at a time: a long report is never held as a whole. */
export function* embedReportData(result: Result, context: ReportContext): Iterable<string> {
  const { summary, findings, rest } = gather(result, context);
  yield `{"summary":${embedJson(summary)},"findings":[`;
  let separator = '';
  let portion: FindingData[] = [];
  const print = (): string => separator + embedJson(portion).slice(1, -1);
  for (const finding of findings) {
    if (portion.push(finding) < PORTION) continue;
    yield print();
    separator = ',';
    portion = [];
  }
  yield `${portion.length > 0 ? print() : ''}],${embedJson(rest()).slice(1)}`;
}

const PORTION = 64;

/** @returns `rest` is known when all findings have been described: they name workflows nothing else is known of. */
function gather(result: Result, context: ReportContext) {
  const all = listedFindings(result, context);
  const kept = worstFirst(all, MAX_FINDINGS);
  const workflows = createRegister(context.workflows ?? []);
  function* findings(): Iterable<FindingData> {
    for (const finding of kept) yield describe(finding, workflows);
  }
  const rest = (): Omit<ReportData, 'summary' | 'findings'> => {
    const used = new Set(kept.map(({ rule }) => rule));
    const rules = describedRules(kept, context).filter(({ id }) => used.has(id));
    return {
      omitted: all.length - kept.length,
      rules: rules.map(({ id, summary, why, remedy }) => ({ id, summary, why, remedy, url: ruleUrl(context, id) })),
      workflows: workflows.listed,
      drawn: context.workflows?.length ?? 0,
    };
  };
  return { summary: result.summary, findings: findings(), rest };
}

/** JSON for a script element: nothing in it ends the element, and nothing is a control character or a command of a log. */
export function embedJson(value: unknown): string {
  return escapeJson(JSON.stringify(value)).replaceAll('<', '\\u003c').replaceAll('>', '\\u003e').replaceAll('&', '\\u0026');
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
  let last: { readonly source: string; readonly workflow: object; readonly index: number } | undefined;
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
    add(source, workflow) {
      // Neighbours mostly share the very object.
      if (last?.workflow === workflow && last.source === source) return last.index;
      const { id, name, status } = workflow;
      const key = JSON.stringify([source, id, name]);
      const index = nameless.get(key) ?? listed.push({ id, name, status, source }) - 1;
      nameless.set(key, index);
      last = { source, workflow, index };
      return index;
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
