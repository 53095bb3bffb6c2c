import { fieldOf } from '../src/core/model/config.ts';
import { formatDuration, secondsOfOption } from '../src/core/model/duration.ts';
import { quote } from '../src/core/model/label.ts';
import { parseTimestamp } from '../src/core/model/timestamp.ts';
import { defineRule, durationOption, optionsOf } from '../src/core/rule.ts';

export default defineRule({
  id: 'stale-workflow',
  severity: 'info',
  preset: 'off',
  category: 'events',
  summary: 'A disabled workflow without updates for a long time.',
  why: 'If it is enabled by mistake, contacts receive outdated emails.',
  remedy: 'Remove the workflow, or enable it.',
  whenOff:
    'Unless you want to find old workflows; it needs the option "now", because results must not depend on the clock.',
  linear: true,
  options: optionsOf({
    now: {
      default: '',
      schema: {
        description:
          'The reference time, such as "2026-10-01" or "2026-10-01T12:00:00Z"; the flag --now sets it for one run.',
        type: 'string',
        pattern: '^$|^\\d{4}-\\d\\d-\\d\\d($|T\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?(Z|\\+00:00)$)',
      },
    },
    max: durationOption('365 days', 'The maximum time without an update, such as "90 days".'),
  }),
  requires: 'now',
  listForm: true,

  workflow({ workflow }, report, { now, max }) {
    if (workflow.status !== 'disabled' || now === '') return;
    const today = parseTimestamp(now) ?? parseTimestamp(`${now}T00:00:00Z`);
    const changed = timeOf(workflow.raw, 'updated_at') ?? timeOf(workflow.raw, 'created_at');
    if (today === undefined || changed === undefined) return;
    const age = (today - changed) / 1_000_000;
    if (age <= secondsOfOption(max)) return;
    const days = formatDuration(Math.floor(age / 86_400) * 86_400);
    const name = workflow.name === undefined ? 'this workflow' : `workflow ${quote(workflow.name)}`;
    report({
      at: [workflow, 'updated_at'],
      message: `${name} is disabled and was last updated ${days} ago`,
    });
  },
});

function timeOf(
  raw: Parameters<typeof fieldOf>[0],
  field: 'created_at' | 'updated_at',
): number | undefined {
  const value = fieldOf(raw, field);
  return typeof value === 'string' ? parseTimestamp(value) : undefined;
}
