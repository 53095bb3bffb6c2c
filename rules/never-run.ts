import { type AuditFact, auditFactOf, sampledWorkflows } from '../src/core/graph/audit-facts.ts';
import { quote } from '../src/core/model/label.ts';
import { placeIn } from '../src/core/model/place.ts';
import runSamples from '../src/core/resources/run-samples.ts';
import { defineRule } from '../src/rule.ts';

export default defineRule<Record<never, never>, AuditFact>({
  id: 'never-run',
  severity: 'warning',
  preset: 'recommended',
  category: 'graph',
  since: '0.1.0',
  summary: 'An enabled workflow without a single run.',
  why: 'No contact has received its emails, since its event is not sent or has another name.',
  remedy: 'Send the event of its trigger, or disable the workflow.',
  whenOff: 'When workflows are enabled long before their event is sent.',
  gaps: ['run_samples'],

  facts: auditFactOf,

  workspace({ facts, workspace }, report) {
    for (const { known, sample } of sampledWorkflows(facts, workspace.resources(runSamples))) {
      const { status, events } = known.fact;
      if (status !== 'enabled' || sample.runs !== 0 || sample.has_more || sample.is_new) continue;
      const [event] = events;
      report({
        at: placeIn(known, 'status'),
        message: 'the workflow is enabled and has never run',
        help: `${event === undefined ? 'send its event' : `send ${quote(event)} from the application`}, or disable the workflow`,
      });
    }
  },
});
