import { fieldOf } from '../src/core/model/config.ts';
import { snakeCase } from '../src/core/model/fields.ts';
import { quote } from '../src/core/model/label.ts';
import type { EventDefinition, Workflow } from '../src/core/model/nodes.ts';
import { isTimestampForm, parseTimestamp } from '../src/core/model/timestamp.ts';
import { defineRule, type ReportFn } from '../src/core/rule.ts';

export default defineRule({
  id: 'invalid-timestamp',
  severity: 'warning',
  preset: 'strict',
  category: 'document',
  summary: 'A timestamp in an unknown format, or an update time before the creation time.',
  why: 'The file may differ from the workflow that the service runs, so contacts may receive other emails than expected.',
  remedy: 'Export the file again, or correct the timestamp.',
  whenOff: 'When you do not use the timestamps in your files.',
  linear: true,
  listForm: true,

  event({ event }, report) {
    check(event, report);
  },
  workflow({ workflow }, report) {
    check(workflow, report);
  },
});

function check(node: Workflow | EventDefinition, report: ReportFn): void {
  const created = checkOne(node, 'created_at', report);
  const updated = checkOne(node, 'updated_at', report);
  if (created === undefined || updated === undefined || updated >= created) return;
  report({
    at: [node, 'updated_at'],
    message: `"updated_at" ${quote(String(fieldOf(node.raw, 'updated_at')))} is earlier than "created_at" ${quote(String(fieldOf(node.raw, 'created_at')))}`,
    help: 'export it again, or correct one of the timestamps',
    related: [{ at: [node, 'created_at'], message: 'creation time' }],
    fingerprintKey: { detail: 'order' },
  });
}

function describe(field: string, value: string): string {
  if (value.trim() === '') return `"${field}" is blank`;
  return `"${field}" value ${quote(value)} ${isTimestampForm(value) ? 'is a time that does not exist' : 'is not a UTC timestamp'}`;
}

function checkOne(
  node: Workflow | EventDefinition,
  field: 'created_at' | 'updated_at',
  report: ReportFn,
): number | undefined {
  const value = fieldOf(node.raw, field);
  if (typeof value !== 'string') return undefined;
  const time = parseTimestamp(value);
  if (time === undefined) {
    report({
      at: [node, field],
      message: describe(field, value),
      help: 'write a UTC time of the form YYYY-MM-DDThh:mm:ssZ',
      fingerprintKey: { detail: snakeCase(field) },
    });
  }
  return time;
}
