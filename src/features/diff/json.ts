import type { Failure, Finding } from '../../core/model/finding.ts';
import { defined } from '../../core/model/json.ts';
import { writeJson } from '../../core/report/escape.ts';
import { TOOL } from '../../core/report/tool.ts';
import type { Difference, Side, StepChange, WorkflowChange } from './compare.ts';
import { isSame } from './compare.ts';

/** Version 1 of schemas/diff.schema.json. */
export function diffJson(difference: Difference, failures: readonly Failure[]): Iterable<string> {
  const { before, after, workflows, events, resources, notCompared } = difference;
  return writeJson({
    version: 1,
    tool: TOOL,
    before: sideOf(before),
    after: sideOf(after),
    same: isSame(difference),
    complete: failures.length === 0 && notCompared.length === 0,
    notCompared,
    failures: failures.map(({ source, message }) => ({ source, message })),
    workflows: workflows.map(workflowOf),
    events: events.map(({ change, event, fields }) => ({
      change,
      ...defined({ name: event.name }),
      fields,
    })),
    ...(resources.length > 0 && { resources }),
    findings: {
      appeared: difference.appeared.map(findingOf),
      went: difference.went.map(findingOf),
    },
  });
}

function sideOf({ name, documents }: Side) {
  const workflows = documents.flatMap((document) => document.workflows);
  return {
    source: name,
    workflows: workflows.length,
    steps: workflows.flatMap(({ steps = [] }) => steps).length,
    edges: workflows.flatMap(({ edges = [] }) => edges).length,
    events: documents.flatMap(({ events }) => events).length,
  };
}

function workflowOf({ change, workflow, fields, steps, edges, contact }: WorkflowChange) {
  const { id, name } = workflow;
  const hasSize = change !== 'changed' && workflow.steps && workflow.edges;
  return {
    change,
    ...defined({ id, name }),
    ...(hasSize && { size: { steps: workflow.steps.length, edges: workflow.edges.length } }),
    fields,
    steps: steps.map(stepOf),
    edges: edges.map(({ change: own, edge: { from, to, type } }) => ({
      change: own,
      ...defined({ from, to, type }),
    })),
    ...(contact.length > 0 && { contact }),
  };
}

function stepOf({ change, step, was, fields }: StepChange) {
  const isRenamed = was !== undefined && fields.length === 0;
  return {
    change: isRenamed ? 'renamed' : change,
    ...defined({ key: step.key, was, type: step.type }),
    fields,
  };
}

function findingOf(finding: Finding) {
  const { rule, severity, message, fingerprint, location, workflow } = finding;
  const { help, consequence, step, edge, event } = finding;
  return {
    ...{ rule, severity, message, fingerprint, location },
    ...defined({ help, consequence, step, edge, event }),
    ...(workflow && { workflow: defined({ id: workflow.id, name: workflow.name }) }),
  };
}
