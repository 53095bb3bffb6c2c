import type { JsonObject } from './json.ts';
import type { DocumentRef, Edge, Source, Step, Workflow } from './nodes.ts';

/** A workflow as plain data, without its document: what a page keeps to draw and to play it. */
export interface PlainWorkflow {
  readonly source: Source;
  /** 1-based line its document starts in. */
  readonly line: number;
  readonly pointer: string;
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly status?: string | undefined;
  /** In list form, without steps. */
  readonly summaryOnly: boolean;
  readonly hasSteps: boolean;
  readonly hasEdges: boolean;
  readonly steps: readonly PlainStep[];
  readonly edges: readonly PlainEdge[];
}

export interface PlainStep {
  readonly key?: string | undefined;
  readonly alias?: string | undefined;
  readonly type?: string | undefined;
  readonly config: JsonObject;
}

export interface PlainEdge {
  readonly id?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly type?: string | undefined;
}

/** What of a workflow its picture and its timeline need. */
export function plainOf(workflow: Workflow): PlainWorkflow {
  const { document, pointer, id, name, status, summaryOnly, hasSteps, hasEdges } = workflow;
  return {
    source: document.source,
    line: document.line,
    pointer,
    id,
    name,
    status,
    summaryOnly,
    hasSteps,
    hasEdges,
    steps: workflow.steps.map(({ key, alias, type, config }) => ({ key, alias, type, config })),
    edges: workflow.edges.map(({ id, from, to, type }) => ({ id, from, to, type })),
  };
}

/** The workflow again, as if decoded from today's spelling. Its places are those of the plain form, not of a document. */
export function workflowOf(plain: PlainWorkflow): Workflow {
  const { source, line, pointer, id, name, status, summaryOnly, hasSteps, hasEdges } = plain;
  const document: DocumentRef = { source, index: 0, line, start: 0, end: 0 };
  const steps: Step[] = [];
  const edges: Edge[] = [];
  const raw = { id, name, status, steps: plain.steps, connections: plain.edges };
  const workflow: Workflow = {
    kind: 'workflow',
    ref: { id, name, status },
    document,
    raw,
    pointer,
    id,
    name,
    status,
    summaryOnly,
    hasSteps,
    hasEdges,
    steps,
    edges,
  };
  for (const [index, step] of plain.steps.entries()) {
    const { key, alias, type, config } = step;
    steps.push({ kind: 'step', document, raw: { ...step }, workflow, index, key, alias, type, config });
  }
  for (const [index, edge] of plain.edges.entries()) {
    edges.push({ kind: 'edge', document, raw: { ...edge }, workflow, index, id: edge.id, from: edge.from, to: edge.to, type: edge.type });
  }
  return workflow;
}
