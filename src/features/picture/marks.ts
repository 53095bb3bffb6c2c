import type { Mark } from '../../core/drawing/scene.ts';
import {
  type Finding,
  type Location,
  SEVERITIES,
  type Severity,
} from '../../core/model/finding.ts';
import { addTo } from '../../core/model/groups.ts';
import type { Edge, Step, Workflow } from '../../core/model/nodes.ts';
import { nodeWithin } from '../../core/model/place.ts';

interface Marks {
  readonly workflow: readonly Mark[];
  /** By index. */
  readonly steps: ReadonlyMap<number, readonly Mark[]>;
  readonly edges: ReadonlyMap<number, readonly Mark[]>;
}

/** Where the findings of a workflow are drawn: at their place, and at related places. */
export function marksOf(workflow: Workflow, findings: readonly Finding[]): Marks {
  const own: Mark[] = [];
  const steps = new Map<number, Mark[]>();
  const edges = new Map<number, Mark[]>();
  const add = (node: Workflow | Step | Edge, mark: Mark): void => {
    if (node.kind === 'workflow') own.push(mark);
    else addTo(node.kind === 'step' ? steps : edges, node.index, mark);
  };
  for (const finding of findings) {
    const named = new Set<Workflow | Step | Edge>();
    if (isOwn(workflow, finding)) {
      const node = nodeWithin(workflow, finding.location.pointer);
      add(node, markOf(finding));
      named.add(node);
    }
    for (const { location, message } of finding.related) {
      if (!isWithin(workflow, location)) continue;
      const node = nodeWithin(workflow, location.pointer);
      if (node.kind === 'workflow' || named.has(node)) continue;
      named.add(node);
      const text = `${message}: ${finding.message}`;
      add(node, { ...markOf(finding), message: text, also: true });
    }
  }
  return { workflow: own, steps, edges };
}

export function markOf({ rule, severity, message, fingerprint }: Finding): Mark {
  return { rule, severity, message, fingerprint, also: false };
}

/** The findings of a run by source: those that a picture of a workflow may show. */
export function findingsBySource(
  findings: readonly Finding[],
): (workflow: Workflow) => readonly Finding[] {
  const bySource = new Map<string, Finding[]>();
  for (const finding of findings) {
    const places = [finding, ...finding.related].map(({ location }) => location.source);
    for (const source of new Set(places)) addTo(bySource, source, finding);
  }
  return (workflow) => bySource.get(workflow.document.source) ?? [];
}

/** Whether a finding is about this workflow. Findings of other runs are matched by place and names. */
export function isOwn(workflow: Workflow, { workflow: owner, location }: Finding): boolean {
  const { ref } = workflow;
  if (owner === undefined || owner === ref) return owner === ref;
  return owner.id === ref.id && owner.name === ref.name && isWithin(workflow, location);
}

function isWithin({ document, pointer }: Workflow, location: Location): boolean {
  if (location.source !== document.source) return false;
  if (location.pointer !== pointer && !location.pointer.startsWith(`${pointer}/`)) return false;
  // In JSON Lines every line has its own root.
  const { line } = document;
  return line === 1 || location.region === undefined || location.region.startLine === line;
}

/** The worst severity among the marks of findings at this place. */
export function worstOf(marks: readonly Mark[]): Severity | undefined {
  const own = marks.filter(({ also }) => !also);
  return SEVERITIES.find((wanted) => own.some(({ severity }) => severity === wanted));
}

/** Own marks before those of findings elsewhere, each the worst first; otherwise in the order given. */
export function worstFirst(marks: readonly Mark[]): readonly Mark[] {
  const rankOf = ({ severity, also }: Mark): number =>
    SEVERITIES.indexOf(severity) + (also ? SEVERITIES.length : 0);
  return marks.toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** A mark in one line of text: `error dangling-edge: the edge leads …`. */
export function formatMark({ severity, rule, message }: Mark): string {
  return `${severity} ${rule}: ${message}`;
}

/** The short form of a mark. */
export function nameOfMark({ rule, also }: Mark): string {
  return also ? `see ${rule}` : rule;
}
