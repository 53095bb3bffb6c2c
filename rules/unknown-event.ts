import { eventNameOf } from '../src/model/config.ts';
import { quote } from '../src/model/label.ts';
import { createNearest } from '../src/model/nearest.ts';
import type { Place } from '../src/model/nodes.ts';
import { defineRule } from '../src/rule.ts';

interface Mention {
  readonly place: Place;
  readonly name: string;
  readonly isTrigger: boolean;
}

export default defineRule({
  id: 'unknown-event',
  severity: 'error',
  preset: 'correctness',
  category: 'references',
  since: '0.1.0',
  summary: 'A trigger or wait that names an event nobody has defined.',
  why: 'The event never comes: the workflow never starts, or the contact waits in vain, and nothing reports it.',
  remedy: 'Correct the name, or define the event.',
  whenOff: 'When your events are defined only as they are first sent.',
  options: {
    defaults: { system: ['resend:'] as readonly string[] },
    schema: {
      system: {
        description: 'Names that begin so are events of the service itself.',
        type: 'array',
        items: { type: 'string', minLength: 1 },
        uniqueItems: true,
      },
    },
  },
  needs: { events: 'any' },
  gaps: ['events'],

  facts({ workflow, place, definition }, { system }) {
    let mentions: Mention[] | undefined;
    for (const step of workflow.steps) {
      if (step.type !== 'trigger' && step.type !== 'wait_for_event') continue;
      const name = eventNameOf(step);
      if (name === undefined || definition(name) !== undefined || system.some((prefix) => name.startsWith(prefix))) continue;
      mentions ??= [];
      mentions.push({ place: place([step, 'config', 'event_name']), name, isTrigger: step.type === 'trigger' });
    }
    return mentions;
  },

  workspace({ facts, workspace }, report) {
    const near = createNearest(namesOf(workspace.definitions));
    const isPartial = workspace.events === 'partial';
    for (const { fact } of facts) {
      for (const { place, name, isTrigger } of fact) {
        if (workspace.definition(name) !== undefined) continue;
        const meant = near(name);
        report({
          at: place,
          message: `${nameOfStep(place, isTrigger)} the event ${quote(name)}, which is ${isPartial ? 'not among those loaded, but their list is partial' : 'not defined'}`,
          help:
            meant === undefined
              ? `${isPartial ? 'load the whole list of events' : 'define the event'}, or name one that is defined`
              : `did you mean ${quote(meant)}?`,
          detail: name,
          uncertain: isPartial,
        });
      }
    }
  },
});

function nameOfStep({ subject: { step } }: Place, isTrigger: boolean): string {
  // A step without a key goes by its position there.
  const key = step === undefined || step.startsWith('#') ? '' : ` ${quote(step)}`;
  return isTrigger ? `trigger${key} starts on` : `wait_for_event${key} waits for`;
}

function* namesOf(definitions: readonly { readonly name: string | undefined }[]): Iterable<string> {
  for (const { name } of definitions) if (name !== undefined) yield name;
}
