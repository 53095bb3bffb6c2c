import type { FieldChange } from '../model/difference.ts';
import type { Finding } from '../model/finding.ts';
import type { DifferenceReporter } from './difference.ts';
import { writeJson } from './write-json.ts';

/** A difference for programs, version 1: a contract, described by schemas/diff.schema.json. Fields may be added, never changed. */
export const differenceJson: DifferenceReporter = ({ before, after, difference, findings, failures }, { tool }) =>
  writeJson({
    version: 1,
    tool: { name: tool.name, version: tool.version },
    before,
    after,
    same: difference.same,
    complete: failures.length === 0 && !difference.notCompared.some(({ oneSided }) => oneSided),
    notCompared: difference.notCompared.map(({ what, reason }) => ({ what, reason })),
    failures: failures.map(({ source, message }) => ({ source, message })),
    workflows: difference.workflows.map(({ change, id, name, size, fields, steps, edges }) => ({
      change,
      id,
      name,
      size,
      fields: fields.map(printField),
      steps: steps.map((step) => ({ change: step.change, key: step.key, was: step.was, type: step.type, fields: step.fields.map(printField) })),
      edges: edges.map((edge) => ({ change: edge.change, from: edge.from.key, to: edge.to.key, type: edge.type })),
    })),
    events: difference.events.map(({ change, name, fields }) => ({ change, name, fields: fields.map(printField) })),
    findings: { appeared: findings.appeared.map(printFinding), went: findings.went.map(printFinding) },
  });

const printField = ({ path, before, after }: FieldChange): object => ({ path, before, after });

function printFinding({ rule, severity, message, help, fingerprint, location, workflow, step, edge, event }: Finding): object {
  const { source, pointer, region } = location;
  return {
    rule,
    severity,
    message,
    help,
    fingerprint,
    location: { source, pointer, region },
    workflow: workflow && { id: workflow.id, name: workflow.name },
    step,
    edge,
    event,
  };
}
