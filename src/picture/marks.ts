import type { Finding, Location, Severity } from '../model/finding.ts';
import type { Edge, Step, Workflow } from '../model/nodes.ts';
import { nodeWithin } from '../model/place.ts';

/** A finding at a step, an edge or the workflow. */
export interface Mark {
  readonly rule: string;
  readonly severity: Severity;
  readonly message: string;
  readonly fingerprint: string;
  /** The finding stands elsewhere and names this as well. */
  readonly also: boolean;
}

export interface Marks {
  readonly workflow: readonly Mark[];
  /** By index. */
  readonly steps: ReadonlyMap<number, readonly Mark[]>;
  readonly edges: ReadonlyMap<number, readonly Mark[]>;
}

/** Where the findings of a workflow are drawn: where they stand, and at what else they name. */
export function marksOf(workflow: Workflow, findings: readonly Finding[]): Marks {
  const own: Mark[] = [];
  const steps = new Map<number, Mark[]>();
  const edges = new Map<number, Mark[]>();
  const add = (node: Workflow | Step | Edge, mark: Mark): void => {
    if (node.kind === 'workflow') {
      own.push(mark);
      return;
    }
    const nodes = node.kind === 'step' ? steps : edges;
    const others = nodes.get(node.index);
    if (others === undefined) nodes.set(node.index, [mark]);
    else others.push(mark);
  };
  for (const finding of findings) {
    const { rule, severity, message, fingerprint, location, related } = finding;
    const named = new Set<Workflow | Step | Edge>();
    if (isOwn(workflow, finding)) {
      const node = nodeWithin(workflow, location.pointer);
      add(node, { rule, severity, message, fingerprint, also: false });
      named.add(node);
    }
    for (const other of related) {
      const there = isWithin(workflow, other.location) ? nodeWithin(workflow, other.location.pointer) : workflow;
      if (there.kind === 'workflow' || named.has(there)) continue;
      named.add(there);
      add(there, { rule, severity, message: `${other.message}: ${message}`, fingerprint, also: true });
    }
  }
  return { workflow: own, steps, edges };
}

/** Those among the findings of a run that a picture of the workflow shows: its own, and those that name a part of it. */
export function findingsOf(workflow: Workflow, findings: readonly Finding[]): readonly Finding[] {
  return findings.filter((finding) => isOwn(workflow, finding) || finding.related.some(({ location }) => isWithin(workflow, location)));
}

/** Whether a finding is about this workflow. Findings of the same run know it; others are told by their place and its names. */
export function isOwn(workflow: Workflow, { workflow: owner, location }: Finding): boolean {
  const { ref } = workflow;
  return owner === ref || (owner !== undefined && owner.id === ref.id && owner.name === ref.name && isWithin(workflow, location));
}

function isWithin({ document, pointer }: Workflow, location: Location): boolean {
  if (location.source !== document.source) return false;
  if (location.pointer !== pointer && !location.pointer.startsWith(`${pointer}/`)) return false;
  // In JSON Lines every line starts at a root of its own.
  return document.line === 1 || location.region === undefined || location.region.startLine === document.line;
}

const RANK = { error: 0, warning: 1, info: 2 } as const;

/** The worst severity among the marks of findings that stand here. */
export function worstOf(marks: readonly Mark[]): Severity | undefined {
  let worst: Severity | undefined;
  for (const { severity, also } of marks) if (!also && (worst === undefined || RANK[severity] < RANK[worst])) worst = severity;
  return worst;
}

/** What stands here before what only names it, worst first; among equals in the order given. */
export function worstFirst(marks: readonly Mark[]): readonly Mark[] {
  return marks.toSorted((a, b) => Number(a.also) - Number(b.also) || RANK[a.severity] - RANK[b.severity]);
}

/** A mark in one line of text: `error dangling-edge: the edge leads …`. */
export function sayMark({ severity, rule, message }: Pick<Mark, 'severity' | 'rule' | 'message'>): string {
  return `${severity} ${rule}: ${message}`;
}

/** What a mark is called where there is no room for more. */
export function nameOfMark({ rule, also }: Pick<Mark, 'rule' | 'also'>): string {
  return also ? `see ${rule}` : rule;
}
