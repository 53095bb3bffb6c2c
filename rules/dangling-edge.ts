import { type Graph, stepsBehind } from '../src/core/graph/graph.ts';
import { labelOf, nameOf } from '../src/core/model/config.ts';
import { removeFix, writeFix } from '../src/core/model/fix.ts';
import { quote } from '../src/core/model/text.ts';
import type { Edge, Workflow } from '../src/core/model/workflow.ts';
import { defineRule, type Workspace } from '../src/core/rule.ts';

type End = 'from' | 'to';

export default defineRule({
  id: 'dangling-edge',
  severity: 'error',
  preset: 'recommended',
  stage: 'structure',
  summary: 'An edge whose end is not a step of the workflow.',
  why: 'The run ends there, so the contact receives none of the later emails.',
  remedy: 'Write the key of an existing step, or remove the edge.',

  workflow({ workflow, graph, workspace }, report) {
    for (const edge of workflow.edges ?? []) {
      for (const { field, written, meant } of edge.corrections) {
        const end = field[0] as End;
        const step = graph.step(meant);
        if (step === undefined || (end !== 'from' && end !== 'to')) continue;
        report({
          at: [edge, end],
          message: `${describeEnd(edge, end, graph)} unknown step ${quote(written)}`,
          help: `did you mean ${labelOf(step)}?`,
          fixes: writeFix([edge, end], meant),
          name: written,
          loses: stepsBehind(edge, graph),
        });
      }
    }
    for (const { edge, end, written } of graph.danglingEnds) {
      const owner = ownerOf(written, workflow, workspace);
      const isBlank = written.trim() === '';
      const what = `${owner === undefined ? 'unknown ' : ''}step ${quote(written)}${owner ?? ''}`;
      const noun = workflow.edgeNoun;
      report({
        at: [edge, end],
        message: isBlank
          ? `${noun} has a blank ${end === 'to' ? 'target' : 'source'}`
          : `${describeEnd(edge, end, graph)} ${what}`,
        help: `write the key of an existing step, or remove the ${noun}`,
        fixes: removeFix(edge, `remove the ${noun}`),
      });
    }
  },
});

function describeEnd(edge: Edge, end: End, graph: Graph): string {
  const noun = edge.workflow.edgeNoun;
  const other = end === 'to' ? edge.from : edge.to;
  const step = other === undefined ? undefined : graph.step(other);
  const name = step === undefined ? other && quote(other) : nameOf(step);
  const which = name ? `${noun} ${end === 'to' ? 'from' : 'to'} ${name}` : `this ${noun}`;
  return `${which} ${end === 'to' ? 'points to' : 'starts at'}`;
}

/** ` of workflow "Welcome"`: the only other workflow that has the key. */
function ownerOf(key: string, own: Workflow, { workflows }: Workspace): string | undefined {
  const others = workflows.filter(
    (other) => other !== own && other.steps?.some((step) => step.key === key),
  );
  const name = others.length === 1 ? (others[0]?.name ?? others[0]?.id) : undefined;
  return name === undefined ? undefined : ` of workflow ${quote(name)}`;
}
