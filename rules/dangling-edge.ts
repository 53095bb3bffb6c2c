import type { Graph } from '../src/graph/graph.ts';
import { cut, labelOf, quote } from '../src/model/label.ts';
import { createNearest } from '../src/model/nearest.ts';
import type { Edge, Place } from '../src/model/nodes.ts';
import { defineRule } from '../src/rule.ts';

interface DanglingEnd {
  readonly place: Place;
  readonly message: string;
  readonly help: string;
  readonly key: string;
}

export default defineRule({
  id: 'dangling-edge',
  severity: 'error',
  preset: 'correctness',
  category: 'references',
  since: '0.1.0',
  summary: 'An edge whose end is no step of the workflow.',
  why: 'A contact who gets there leaves the workflow without a word: every later email is never sent.',
  remedy: 'Point the edge at an existing step, or delete it.',
  whenOff: 'Never: the service cannot follow such an edge either.',
  stepOwners: true,

  facts({ workflow, graph, place }) {
    if (!workflow.hasSteps || graph.loose.length === 0) return undefined;
    let ends: DanglingEnd[] | undefined;
    let near: ((key: string) => string | undefined) | undefined;
    for (const edge of graph.loose) {
      for (const end of ENDS) {
        const key = edge[end];
        if (key === undefined || (end === 'from' ? graph.source(edge) : graph.target(edge)) !== undefined) continue;
        near ??= createNearest(keysOf(workflow.steps));
        ends ??= [];
        ends.push({ place: place([edge, end]), message: describe(edge, end, key, graph), help: helpFor(edge, end, near(key), graph), key });
      }
    }
    return ends;
  },

  workspace({ facts, workspace }, report) {
    for (const { workflow, fact } of facts) {
      for (const { place, message, help, key } of fact) {
        const owner = workspace.ownerOfStep(key, workflow);
        const whose = owner === undefined ? '' : `; it is a step of workflow ${quote(owner)}`;
        report({ at: place, message: message + whose, help, detail: key });
      }
    }
  },
});

const ENDS = ['from', 'to'] as const;

function* keysOf(steps: readonly { readonly key: string | undefined }[]): Iterable<string> {
  for (const { key } of steps) if (key !== undefined) yield key;
}

function describe(edge: Edge, end: 'from' | 'to', key: string, graph: Graph): string {
  const kind = edge.type === undefined || edge.type === 'default' ? 'edge' : `${cut(edge.type)} edge`;
  const other = end === 'to' ? edge.from : edge.to;
  const step = other === undefined ? undefined : graph.resolve(other);
  const label = step === undefined ? other && quote(other) : labelOf(step);
  const which = label === undefined || label === '' ? `the ${kind}` : `the ${kind} ${end === 'to' ? 'from' : 'to'} ${label}`;
  if (key.trim() === '') return `${which} ${end === 'to' ? 'leads nowhere' : 'comes from nowhere'}: its ${end === 'to' ? 'target' : 'source'} is blank`;
  return `${which} ${end === 'to' ? 'leads to' : 'comes from'} ${quote(key)}, which is no step of this workflow`;
}

function helpFor(edge: Edge, end: 'from' | 'to', near: string | undefined, graph: Graph): string {
  const step = near === undefined ? undefined : graph.resolve(near);
  // Its own other end is no guess: that would make the edge a loop.
  if (step !== undefined && step.key !== (end === 'to' ? edge.from : edge.to)) return `did you mean ${labelOf(step)}?`;
  return 'name a step that exists, or delete the edge';
}
