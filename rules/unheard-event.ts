import { labelOfWorkflow } from '../src/core/model/config.ts';
import { listenersOf, sendersOf } from '../src/core/model/heard-events.ts';
import { quote } from '../src/core/model/text.ts';
import type { ApiCall } from '../src/core/model/workflow.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'unheard-event',
  severity: 'warning',
  preset: 'recommended',
  stage: 'structure',
  summary: 'An event that the code sends and no enabled workflow starts on or waits for.',
  why: 'The event has no effect, and no contact receives an email for it.',
  remedy: 'Enable a workflow that uses the event, start one on it, or stop sending it.',

  workspace({ workspace }, report) {
    if (workspace.documents.every(({ calls }) => calls.every(({ does }) => does !== 'send')))
      return;
    if (workspace.ask('workflows', 'all') === undefined) return;
    const listeners = listenersOf(workspace);
    if (listeners === undefined) return;
    for (const [event, calls] of sendersOf(workspace) ?? []) {
      const steps = listeners.get(event) ?? [];
      const [first, ...others] = calls as readonly [ApiCall, ...ApiCall[]];
      if (steps.some(({ workflow }) => workflow.status !== 'disabled')) continue;
      const workflows = [...new Set(steps.map(({ workflow }) => workflow))];
      const [only, another] = workflows;
      const who = only === undefined ? 'no workflow uses' : 'only disabled workflows use';
      report({
        at: [first, 'event'],
        message: `event ${quote(event)} is sent, but ${who} it`,
        help:
          only === undefined
            ? 'start a workflow on it, or stop sending it'
            : `enable ${another ? 'one of them' : labelOfWorkflow(only)}, or stop sending it`,
        related: [
          ...steps.map((step) => ({
            at: [step, 'config', 'event_name'] as const,
            message: 'disabled',
          })),
          ...others.map((call) => ({ at: [call, 'event'] as const, message: 'also sent here' })),
        ],
        name: event,
        ...(only === undefined && { severity: 'info' }),
      });
    }
  },
});
