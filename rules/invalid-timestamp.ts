import { fieldOf } from '../src/model/config.ts';
import { quote } from '../src/model/label.ts';
import type { EventDefinition, Workflow } from '../src/model/nodes.ts';
import { isTimestampForm, parseTimestamp } from '../src/model/timestamp.ts';
import { defineRule, type ReportFn } from '../src/rule.ts';

export default defineRule({
  id: 'invalid-timestamp',
  severity: 'warning',
  preset: 'strict',
  category: 'document',
  since: '0.1.0',
  summary: 'A timestamp the service does not write, or an update before the creation.',
  why: 'The file was changed by hand or mixed from two exports, so the rest of it may not be what the service runs.',
  remedy: 'Export it again, or correct the timestamp.',
  whenOff: 'When the timestamps in your files mean nothing to you.',
  summaries: true,

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
    message: `updated before it was created: ${quote(String(fieldOf(node.raw, 'updated_at')))} is earlier than ${quote(String(fieldOf(node.raw, 'created_at')))}`,
    related: [{ at: [node, 'created_at'], message: 'created here' }],
    detail: 'order',
  });
}

function describe(field: string, value: string): string {
  if (value.trim() === '') return `"${field}" is blank`;
  return `"${field}" is ${quote(value)}, ${isTimestampForm(value) ? 'a time that does not exist' : 'which is no UTC timestamp'}`;
}

function checkOne(node: Workflow | EventDefinition, field: 'created_at' | 'updated_at', report: ReportFn): number | undefined {
  const value = fieldOf(node.raw, field);
  if (typeof value !== 'string') return undefined;
  const time = parseTimestamp(value);
  if (time === undefined) {
    report({
      at: [node, field],
      message: describe(field, value),
      help: 'write "2026-10-01T12:00:00.000Z", or "2026-10-01 12:00:00+00" as the service does today',
      detail: field,
    });
  }
  return time;
}
