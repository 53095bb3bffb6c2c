import { listenersOf, sendersOf } from '../src/core/model/heard-events.ts';
import { quote } from '../src/core/model/text.ts';
import type { ApiCall } from '../src/core/model/workflow.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'unheard-event',
  severity: 'warning',
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
      const [first] = calls as readonly [ApiCall, ...ApiCall[]];
      if (steps.some(({ workflow }) => workflow.status !== 'disabled')) continue;
      const isUsed = steps.length > 0;
      report({
        at: [first, 'event'],
        message: `no ${isUsed ? 'enabled ' : ''}workflow uses event ${quote(event)}`,
        help: `${isUsed ? 'enable' : 'start'} a workflow on it, or stop sending it`,
        related: steps.map((step) => ({ at: step, message: 'disabled' })),
        name: event,
        ...(!isUsed && { severity: 'info' }),
      });
    }
  },
});
