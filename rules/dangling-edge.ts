import { nearest } from '../src/model/nearest.ts';
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
  gaps: ['workflows'],
  stepOwners: true,

  facts({ workflow, graph, place }) {
    if (!workflow.hasSteps) return undefined;
    let ends: DanglingEnd[] | undefined;
    for (const edge of workflow.edges) {
      for (const end of ['from', 'to'] as const) {
        const key = edge[end];
        if (key === undefined || graph.resolve(key) !== undefined) continue;
        const near = nearest(key, keysOf(workflow.steps));
        ends ??= [];
        ends.push({ place: place([edge, end]), message: describe(edge, end, key), help: near === undefined ? '' : `did you mean "${near}"? `, key });
      }
    }
    return ends;
  },

  workspace({ facts, workspace }, report) {
    for (const { workflow, fact } of facts) {
      for (const { place, message, help, key } of fact) {
        const owner = workspace.ownerOfStep(key, workflow);
        const whose = owner === undefined ? '' : `; workflow "${owner}" has one`;
        report({ at: place, message: message + whose, help: `${help}point the edge at an existing step, or delete it`, detail: key });
      }
    }
  },
});

function* keysOf(steps: readonly { readonly key: string | undefined }[]): Iterable<string> {
  for (const { key } of steps) if (key !== undefined) yield key;
}

function describe(edge: Edge, end: 'from' | 'to', key: string): string {
  const other = end === 'to' ? edge.from : edge.to;
  const where = other === undefined ? 'the edge' : end === 'to' ? `the edge from "${other}"` : `the edge to "${other}"`;
  return `${where} ${end === 'to' ? 'leads to' : 'comes from'} "${key}", which is no step of this workflow`;
}
