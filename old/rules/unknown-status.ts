import { STATUSES, statusMeant } from '../src/core/model/fields.ts';
import { writeFix } from '../src/core/model/fix.ts';
import { asString } from '../src/core/model/json.ts';
import { quote, suggestName } from '../src/core/model/label.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'unknown-status',
  severity: 'warning',
  preset: 'recommended',
  category: 'document',
  summary: 'A status other than enabled or disabled.',
  why: 'The service may not run the workflow, so contacts receive none of its emails.',
  remedy: 'Set the status to "enabled" or "disabled".',
  whenOff: 'When the service has a new status that this version does not know.',
  linear: true,
  listForm: true,

  workflow({ workflow }, report) {
    const status = asString(workflow.raw['status']);
    if (status === undefined || STATUSES.includes(status)) return;
    const meant = statusMeant(status);
    report({
      at: [workflow, 'status'],
      message: status.trim() === '' ? 'status is blank' : `unknown status ${quote(status)}`,
      help: suggestName(meant) ?? 'use one of enabled, disabled',
      fixes: writeFix([[workflow, 'status']], meant),
    });
  },
});
