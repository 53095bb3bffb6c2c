import { correctionOf } from '../src/core/document/bind.ts';
import { type Graph, stepsBehind } from '../src/core/graph/graph.ts';
import { removeFix, writeFix } from '../src/core/model/fix.ts';
import { labelOf, nameOf, quote } from '../src/core/model/text.ts';
import type { Edge, Workflow } from '../src/core/model/workflow.ts';
import { defineRule, type Workspace } from '../src/core/rule.ts';

export default defineRule({
  id: 'dangling-edge',
  severity: 'error',
  stage: 'structure',
  summary: 'An edge whose end is not a step of the workflow.',
  why: 'The run ends there, so the contact receives none of the later emails.',
  remedy: 'Write the key of an existing step, or remove the edge.',

  workflow({ workflow, graph, workspace }, report) {
    const noun = workflow.edgeNoun;
    for (const edge of workflow.edges ?? [])
      for (const end of ['from', 'to'] as const) {
        const bound = correctionOf(edge, end);
        const written = bound?.written ?? edge[end];
        const step = end === 'to' ? edge.toStep : edge.fromStep;
        if (written === undefined || (bound === undefined && step)) continue;
        const at = [edge, end] as const;
        const owner = bound ? undefined : ownerOf(written, workflow, workspace);
        const what = `${owner === undefined ? 'unknown ' : ''}step ${quote(written)}${owner ?? ''}`;
        report({
          at,
          message: `${describeEnd(edge, end)} ${what}`,
          help: step
            ? `did you mean ${labelOf(step)}?`
            : `write the key of an existing step, or remove the ${noun}`,
          fixes: step
            ? writeFix(at, bound?.meant, isInCycle(edge, graph) ? 'unsafe' : 'safe')
            : removeFix(edge, `remove the ${noun}`),
          name: written,
          loses: stepsBehind(edge, graph),
        });
      }
  },
});

/** A bound end that leads back is a doubtful guess: written, contacts would go round. */
const isInCycle = ({ fromStep, toStep }: Edge, { cycles }: Graph): boolean =>
  cycles.some((steps) => [fromStep, toStep].every((end) => end && steps.includes(end)));

function describeEnd(edge: Edge, end: 'from' | 'to'): string {
  const noun = edge.workflow.edgeNoun;
  const [key = '', step] = end === 'to' ? [edge.from, edge.fromStep] : [edge.to, edge.toStep];
  const other = step === undefined ? quote(key) : nameOf(step);
  return end === 'to' ? `${noun} from ${other} points to` : `${noun} to ${other} starts at`;
}

/** ` of workflow "Welcome"`: the only other workflow that has the key. */
function ownerOf(key: string, own: Workflow, workspace: Workspace): string | undefined {
  const others = [...(workspace.derive(ownersIn).get(key) ?? [])].filter((each) => each !== own);
  const [owner, another] = others;
  const name = another === undefined ? (owner?.name ?? owner?.id) : undefined;
  return name === undefined ? undefined : ` of workflow ${quote(name)}`;
}

/** Key → the workflows that have it, no more than tell whether another one has it alone. */
function ownersIn({ workflows }: Workspace): ReadonlyMap<string, ReadonlySet<Workflow>> {
  const owners = new Map<string, Set<Workflow>>();
  for (const workflow of workflows)
    for (const { key = '' } of workflow.steps ?? []) {
      const known = owners.get(key) ?? new Set();
      if (known.size < 3) owners.set(key, known.add(workflow));
    }
  return owners;
}
