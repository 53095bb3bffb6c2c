import { fieldOf } from '../src/model/config.ts';
import { DURATION_OPTION, formatDuration, secondsOfOption } from '../src/model/duration.ts';
import { quote } from '../src/model/label.ts';
import { parseTimestamp } from '../src/model/timestamp.ts';
import { defineRule } from '../src/rule.ts';

export default defineRule({
  id: 'stale-workflow',
  severity: 'info',
  preset: 'off',
  category: 'events',
  since: '0.1.0',
  summary: 'A disabled workflow that nobody has touched for long.',
  why: 'It is in the way of whoever looks for the workflow that sends, and one click sends years-old emails.',
  remedy: 'Delete it, or enable it.',
  whenOff: 'Unless you want to clear out old workflows: it needs the option "now", since a check must not depend on the clock.',
  options: {
    defaults: { now: '', max: '365 days' },
    schema: {
      now: {
        description: 'The time to compare with, such as "2026-10-01" or "2026-10-01T12:00:00Z"; the flag --now gives it for one run.',
        type: 'string',
        pattern: '^$|^\\d{4}-\\d\\d-\\d\\d($|T\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?(Z|\\+00:00)$)',
      },
      max: { ...DURATION_OPTION, description: 'The longest time without an update that is fine, such as "90 days".' },
    },
  },
  requires: 'now',
  summaries: true,

  workflow({ workflow }, report, { now, max }) {
    if (workflow.status !== 'disabled' || now === '') return;
    const today = parseTimestamp(now) ?? parseTimestamp(`${now}T00:00:00Z`);
    const changed = timeOf(workflow.raw, 'updated_at') ?? timeOf(workflow.raw, 'created_at');
    if (today === undefined || changed === undefined) return;
    const age = (today - changed) / 1_000_000;
    if (age <= secondsOfOption(max)) return;
    const days = formatDuration(Math.floor(age / 86_400) * 86_400);
    const name = workflow.name === undefined ? 'this workflow' : `workflow ${quote(workflow.name)}`;
    report({ at: [workflow, 'updated_at'], message: `${name} is disabled, and nobody has updated it for ${days}` });
  },
});

function timeOf(raw: Parameters<typeof fieldOf>[0], field: 'created_at' | 'updated_at'): number | undefined {
  const value = fieldOf(raw, field);
  return typeof value === 'string' ? parseTimestamp(value) : undefined;
}
