import type { Finding, Severity } from '../model/finding.ts';
import type { Workflow } from '../model/nodes.ts';
import { nodeWithin } from '../model/place.ts';

/** A finding at a step, an edge or the workflow. */
export interface Mark {
  readonly rule: string;
  readonly severity: Severity;
  readonly message: string;
  readonly fingerprint: string;
}

export interface Marks {
  readonly workflow: readonly Mark[];
  /** By index. */
  readonly steps: ReadonlyMap<number, readonly Mark[]>;
  readonly edges: ReadonlyMap<number, readonly Mark[]>;
}

/** Where the findings of a workflow are drawn. */
export function marksOf(workflow: Workflow, findings: readonly Finding[]): Marks {
  const own: Mark[] = [];
  const steps = new Map<number, Mark[]>();
  const edges = new Map<number, Mark[]>();
  for (const { rule, severity, message, fingerprint, location } of findings) {
    const mark = { rule, severity, message, fingerprint };
    const node = nodeWithin(workflow, location.pointer);
    if (node.kind === 'workflow') own.push(mark);
    else {
      const nodes = node.kind === 'step' ? steps : edges;
      const others = nodes.get(node.index);
      if (others === undefined) nodes.set(node.index, [mark]);
      else others.push(mark);
    }
  }
  return { workflow: own, steps, edges };
}

/**
 * The findings of one workflow among those of a run. Findings of the same run know their workflow; others are told by their
 * source, place and names.
 */
export function findingsOf(workflow: Workflow, findings: readonly Finding[]): readonly Finding[] {
  const { ref, document, pointer } = workflow;
  return findings.filter(({ workflow: owner, location }) => {
    if (owner === ref) return true;
    if (owner === undefined || owner.id !== ref.id || owner.name !== ref.name || location.source !== document.source) return false;
    if (location.pointer !== pointer && !location.pointer.startsWith(`${pointer}/`)) return false;
    // In JSON Lines every line starts at a root of its own.
    return document.line === 1 || location.region === undefined || location.region.startLine === document.line;
  });
}

const RANK = { error: 0, warning: 1, info: 2 } as const;

/** The worst severity among the marks. */
export function worstOf(marks: readonly Mark[]): Severity | undefined {
  let worst: Severity | undefined;
  for (const { severity } of marks) if (worst === undefined || RANK[severity] < RANK[worst]) worst = severity;
  return worst;
}

/** Worst first; among equals in the order given. */
export function worstFirst(marks: readonly Mark[]): readonly Mark[] {
  return marks.toSorted((a, b) => RANK[a.severity] - RANK[b.severity]);
}
