import { listenedEvents, sampleOf } from '../src/core/graph/audit-facts.ts';
import { quote } from '../src/core/model/label.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'never-run',
  severity: 'warning',
  preset: 'recommended',
  category: 'graph',
  since: '0.1.0',
  summary: 'An enabled workflow without a single run.',
  why: 'No contact has received its emails, since its event is not sent or has another name.',
  remedy: 'Send the event of its trigger, or disable the workflow.',
  whenOff: 'When workflows are enabled long before their event is sent.',
  needs: { run_samples: 'partly' },
  oncePerId: true,

  workflow({ workflow, workspace }, report) {
    const sample = sampleOf(workflow, workspace);
    if (workflow.status !== 'enabled' || sample?.runs !== 0 || sample.has_more || sample.is_new)
      return;
    const [event] = listenedEvents(workflow);
    report({
      at: [workflow, 'status'],
      message: 'the workflow is enabled and has never run',
      help: `${event === undefined ? 'send its event' : `send ${quote(event)} from the application`}, or disable the workflow`,
    });
  },
});
