import type { Edge, Source, Step, Workflow } from './nodes.ts';

type Optional<T, K extends keyof T> = Partial<Pick<T, K>>;

/** A workflow as plain data, for pictures and simulations in a page. */
export interface PlainWorkflow
  extends Optional<Workflow, 'id' | 'name' | 'status'>,
    Pick<Workflow, 'pointer' | 'summaryOnly' | 'hasSteps' | 'hasEdges'> {
  readonly source: Source;
  /** 1-based line its document starts in. */
  readonly line: number;
  readonly steps: readonly (Optional<Step, 'key' | 'alias' | 'type'> & Pick<Step, 'config'>)[];
  readonly edges: readonly Optional<Edge, 'id' | 'from' | 'to' | 'type'>[];
}

export function plainOf(workflow: Workflow): PlainWorkflow {
  const { document, pointer, id, name, status, summaryOnly, hasSteps, hasEdges } = workflow;
  const { source, line } = document;
  const known = { source, line, pointer, id, name, status, summaryOnly, hasSteps, hasEdges };
  return {
    ...known,
    steps: workflow.steps.map(({ key, alias, type, config }) => ({ key, alias, type, config })),
    edges: workflow.edges.map(({ id, from, to, type }) => ({ id, from, to, type })),
  };
}
