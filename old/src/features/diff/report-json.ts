import { printFinding } from '../../core/report/json.ts';
import type { Printer } from '../../core/report/reporter.ts';
import { writeJson } from '../../core/report/write-json.ts';
import type { DifferenceReport, EdgeChange, FieldChange, StepChange } from './difference.ts';

/** A difference as JSON, version 1: a contract, described by schemas/diff.schema.json. Fields may be added, never changed. */
export const differenceJson: Printer<DifferenceReport> = (
  { before, after, difference, findings, failures },
  { tool },
) =>
  writeJson({
    version: 1,
    tool: { name: tool.name, version: tool.version },
    before,
    after,
    same: difference.same,
    complete: failures.length === 0 && !difference.notCompared.some(({ oneSided }) => oneSided),
    notCompared: difference.notCompared.map(({ what, reason }) => ({ what, reason })),
    failures: failures.map(({ source, message }) => ({ source, message })),
    workflows: difference.workflows.map(
      ({ change, id, name, size, fields, steps, edges, contact, deployment }) => ({
        change,
        id,
        name,
        size,
        fields: fields.map(jsonField),
        steps: steps.map(jsonStep),
        edges: edges.map(jsonEdge),
        contact,
        deployment,
      }),
    ),
    events: difference.events.map(({ change, name, fields }) => {
      return { change, name, fields: fields.map(jsonField) };
    }),
    // Absent without differences, as in the first version.
    resources:
      difference.resources.length === 0
        ? undefined
        : difference.resources.map(({ change, of, name, fields }) => {
            return { change, of, name, fields: fields.map(jsonField) };
          }),
    findings: {
      appeared: findings.appeared.map((finding) => printFinding(finding)),
      went: findings.went.map((finding) => printFinding(finding)),
    },
  });

const jsonField = ({ path, before, after }: FieldChange): object => ({ path, before, after });

function jsonStep({ change, key, was, type, fields }: StepChange): object {
  return { change, key, was, type, fields: fields.map(jsonField) };
}

function jsonEdge({ change, from, to, type }: EdgeChange): object {
  return { change, from: from.key, to: to.key, type };
}
