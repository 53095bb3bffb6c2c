import { eventNameOf } from '../model/config.ts';
import type { Finding, Location, Result } from '../model/finding.ts';
import type { PlainWorkflow } from '../model/plain.ts';
import { stepTypeOf } from '../steps/registry.ts';
import { escapeJson } from './escape.ts';
import { buildFrame } from './frame.ts';
import { describedRules, listedFindings, worstFindings } from './listing.ts';
import type { FindingData, MarkData, PlaceData, ReportData, WorkflowData } from './page-data.ts';
import { exampleOf } from './page-example.ts';
import { PLAIN_PALETTE, type ReportContext } from './reporter.ts';
import { formatLocation } from './words.ts';

/** More findings make a browser slow; the worst are kept. */
export const MAX_FINDINGS = 25_000;

/** The data of the page's script. */
export function buildReportData(result: Result, context: ReportContext): ReportData {
  const all = listedFindings(result, context);
  const kept = worstFindings(all, MAX_FINDINGS);
  const workflows = createWorkflowTable(context.workflows ?? []);
  const places = createPlaceTable(workflows);
  const used = new Set(kept.map(({ rule }) => rule));
  return {
    summary: result.summary,
    findings: kept.map((finding) => describe(finding, workflows, places)),
    omitted: all.length - kept.length,
    places: places.rows,
    rules: describedRules(kept, context)
      .filter(({ id }) => used.has(id))
      .map(({ id, summary, why, remedy, whenOff }) => {
        const page = context.pageOf(id);
        const example = page === undefined ? undefined : exampleOf(page);
        return { id, summary, why, remedy, whenOff, example };
      }),
    workflows: workflows.rows,
    drawn: context.workflows?.length ?? 0,
  };
}

/** JSON that cannot end a script element, and contains no control character or log command. */
export function embedJson(value: unknown): string {
  return escapeJson(JSON.stringify(value))
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
    .replaceAll('&', '\\u0026');
}

export function frameOf({ excerpt, region }: Location): readonly string[] | undefined {
  if (excerpt === undefined || region === undefined) return undefined;
  const underline = { sign: '^', paint: (text: string) => text } as const;
  return buildFrame({ excerpt, region }, underline, PLAIN_PALETTE).lines;
}

function describe(finding: Finding, workflows: WorkflowTable, places: PlaceTable): FindingData {
  const { rule, severity, message, help, consequence, fingerprint, location } = finding;
  const { workflow, related, fixes } = finding;
  const owner =
    workflow &&
    (workflows.find(location) ?? { workflow: workflows.indexOf(location.source, workflow) });
  return {
    rule,
    severity,
    message,
    help,
    consequence,
    fingerprint,
    place: formatLocation(location),
    source: location.source,
    frame: frameOf(location),
    ...owner,
    related: related.slice(0, 20).map(({ message: what, location: other }) => {
      return { message: what, at: places.indexOf(other) };
    }),
    fixes: fixes.map(({ title, safety }) => ({ title, safety })),
  };
}

interface PlaceTable {
  readonly rows: readonly PlaceData[];
  indexOf(location: Location): number;
}

function createPlaceTable(workflows: WorkflowTable): PlaceTable {
  const rows: PlaceData[] = [];
  const known = new Map<string, number>();
  return {
    rows,
    indexOf(location) {
      const place = formatLocation(location);
      const key = `${location.pointer} ${place}`;
      const index = known.get(key);
      if (index !== undefined) return index;
      known.set(key, rows.length);
      return rows.push({ place, frame: frameOf(location), ...workflows.find(location) }) - 1;
    },
  };
}

interface WorkflowTable {
  readonly rows: readonly WorkflowData[];
  /** The workflow at a location, and the step or edge there. */
  find(location: Location): Pick<FindingData, 'workflow' | 'mark'> | undefined;
  /** The row of a workflow that was not kept, of which findings have only the name. */
  indexOf(source: string, workflow: NonNullable<Finding['workflow']>): number;
}

/** By location, since two workflows may have one name. */
function createWorkflowTable(plain: readonly PlainWorkflow[]): WorkflowTable {
  const rows: WorkflowData[] = plain.map(rowOf);
  const sources = new Map<string, { lines: Set<number>; byPointer: Map<string, number> }>();
  for (const [i, { source, line, pointer }] of plain.entries()) {
    const entry = sources.get(source) ?? { lines: new Set(), byPointer: new Map() };
    sources.set(source, entry);
    entry.lines.add(line);
    entry.byPointer.set(`${line} ${pointer}`, i);
  }
  const byName = new Map<string, number>();
  return {
    rows,
    find({ source, pointer, region }) {
      const entry = sources.get(source);
      if (entry === undefined) return undefined;
      const { lines, byPointer } = entry;
      // In JSON Lines a document is one line.
      const line = lines.size === 1 ? [...lines][0] : region?.startLine;
      const segments = pointer.split('/');
      // A workflow is at most three levels deep: `/workflows/data/3`.
      for (let depth = 1; depth <= 4; depth++) {
        const workflow = byPointer.get(`${line} ${segments.slice(0, depth).join('/')}`);
        if (workflow !== undefined) return { workflow, mark: markOf(segments.slice(depth)) };
      }
      return undefined;
    },
    indexOf(source, { id, name, status }) {
      const key = JSON.stringify([source, id, name]);
      const index = byName.get(key) ?? rows.push({ id, name, status, source }) - 1;
      byName.set(key, index);
      return index;
    },
  };
}

function rowOf({ id, name, status, source, summaryOnly, steps }: PlainWorkflow) {
  const row = { id, name, status, source };
  if (summaryOnly) return row;
  const emails = steps.filter(({ type }) => stepTypeOf(type).effects.sends === 'email').length;
  return { ...row, steps: steps.length, emails, starts: eventsOf(steps) };
}

function eventsOf(steps: PlainWorkflow['steps']): readonly string[] {
  const names = steps
    .map(({ type, config }) => ({ config, spec: stepTypeOf(type) }))
    .filter(({ spec }) => spec.event === 'starts')
    .map((step) => eventNameOf(step));
  return [...new Set(names.filter((name) => name !== undefined))];
}

/** The step or edge at a path below its workflow. */
export function markOf([list, index]: readonly string[]): MarkData | undefined {
  if (index === undefined) return undefined;
  if (list === 'steps') return { kind: 'step', index: Number(index) };
  const isEdge = list === 'edges' || list === 'connections';
  return isEdge ? { kind: 'edge', index: Number(index) } : undefined;
}
