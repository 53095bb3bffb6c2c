import { eventNameOf, isKnownStepType } from '../src/model/config.ts';
import { quote } from '../src/model/label.ts';
import { createNearest } from '../src/model/nearest.ts';
import type { Step } from '../src/model/nodes.ts';
import { defineRule } from '../src/rule.ts';

export default defineRule({
  id: 'unused-event',
  severity: 'info',
  preset: 'recommended',
  category: 'events',
  since: '0.1.0',
  summary: 'An event that no workflow starts on or waits for.',
  why: 'The application may send it and count on an email that nothing sends; or it is left over, and nobody dares to delete it.',
  remedy: 'Start a workflow on it, or delete the definition.',
  whenOff: 'When your events are also used elsewhere, in broadcasts or by other tools.',
  needs: { workflows: 'complete', events: 'any' },
  gaps: ['events'],

  facts({ workflow, note }) {
    for (const step of workflow.steps) {
      const name = usesEvents(step) ? eventNameOf(step) : undefined;
      if (name !== undefined) note(name);
    }
    return undefined;
  },

  workspace({ notes: used, workspace }, report) {
    let near: ((name: string) => string | undefined) | undefined;
    for (const event of workspace.definitions) {
      if (event.name === undefined || used.has(event.name)) continue;
      // Perhaps a workflow means it, but spells it so that nothing is defined by that name.
      near ??= createNearest([...used].filter((name) => workspace.definition(name) === undefined).sort());
      const meant = near(event.name);
      report({
        at: [event, 'name'],
        message: `no workflow starts on event ${quote(event.name)} or waits for it`,
        help: meant === undefined ? undefined : `a workflow names ${quote(meant)}, which is not defined: does it mean this one?`,
      });
    }
  },
});

// A step type that is not known and names an event most likely waits for it.
const usesEvents = ({ type }: Step): boolean => type === 'trigger' || type === 'wait_for_event' || (type !== undefined && !isKnownStepType(type));
