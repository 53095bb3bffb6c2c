import { quote } from '../src/model/label.ts';
import { nearest } from '../src/model/nearest.ts';
import { defineRule } from '../src/rule.ts';

const STATUSES: readonly string[] = ['enabled', 'disabled'];

// What other tools call the two.
const MEANT = new Map([
  ['active', 'enabled'],
  ['live', 'enabled'],
  ['on', 'enabled'],
  ['running', 'enabled'],
  ['archived', 'disabled'],
  ['draft', 'disabled'],
  ['inactive', 'disabled'],
  ['off', 'disabled'],
  ['paused', 'disabled'],
  ['stopped', 'disabled'],
]);

export default defineRule({
  id: 'unknown-status',
  severity: 'warning',
  preset: 'recommended',
  category: 'document',
  since: '0.1.0',
  summary: 'A status that is neither enabled nor disabled.',
  why: 'Nobody can tell whether the workflow runs; rules about enabled workflows take it for disabled.',
  remedy: 'Set it to "enabled" or "disabled".',
  whenOff: 'When the service has gained a status that this version does not know.',
  summaries: true,

  workflow({ workflow }, report) {
    const { status } = workflow;
    if (status === undefined || STATUSES.includes(status)) return;
    const meant = MEANT.get(status.toLowerCase()) ?? nearest(status, STATUSES);
    report({
      at: [workflow, 'status'],
      message: `${status.trim() === '' ? 'the status is blank' : `the status ${quote(status)} is unknown`}: a workflow is either "enabled" or "disabled"`,
      help: meant === undefined ? undefined : `did you mean "${meant}"?`,
    });
  },
});
