import type { DocumentRef, Edge, Step, Workflow } from '../model/nodes.ts';
import type { PlainWorkflow } from '../model/plain.ts';
import { stepTypeOf } from '../steps/registry.ts';

/** As if decoded from today's spelling. Its places are those of the plain form, not of a document. */
export function workflowOf(plain: PlainWorkflow): Workflow {
  const { source, line, id, name, status, ...rest } = plain;
  const document: DocumentRef = { source, index: 0, line, start: 0, end: 0 };
  const ref = { id, name, status };
  const steps: Step[] = [];
  const edges: Edge[] = [];
  const raw = { ...ref, steps: plain.steps, connections: plain.edges };
  const workflow: Workflow = {
    ...rest,
    ...ref,
    kind: 'workflow',
    ref,
    document,
    raw,
    steps,
    edges,
  };
  const holder = { document, workflow };
  for (const [index, { key, alias, type, config }] of plain.steps.entries()) {
    const raw = { key, alias, type, config };
    steps.push({ ...holder, ...raw, kind: 'step', raw, index, spec: stepTypeOf(type) });
  }
  for (const [index, { id, from, to, type }] of plain.edges.entries()) {
    const raw = { id, from, to, type };
    edges.push({ ...holder, ...raw, kind: 'edge', raw, index });
  }
  return workflow;
}
