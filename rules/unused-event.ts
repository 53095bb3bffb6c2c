import { listenersOf } from '../src/core/model/heard-events.ts';
import { quote } from '../src/core/model/text.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'unused-event',
  severity: 'info',
  preset: 'strict',
  stage: 'structure',
  summary: 'Events that no workflow starts on or waits for.',
  why: 'If the application sends such an event, no contact receives an email for it.',
  remedy: 'Start a workflow on the event, or remove its definition.',

  workspace({ workspace }, report) {
    const events = workspace.documents.flatMap((document) => document.events);
    if (events.length === 0 || workspace.ask('workflows', 'all') === undefined) return;
    const listeners = listenersOf(workspace);
    if (listeners === undefined) return;
    for (const event of events)
      if (event.name !== undefined && !listeners.has(event.name))
        report({
          at: [event, 'name'],
          message: `event ${quote(event.name)} is used by no workflow`,
          help: 'start a workflow on it, or remove its definition',
          habit: 'events are used by no workflow',
          name: event.name,
        });
  },
});
