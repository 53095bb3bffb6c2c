import { eventNameOf } from '../src/model/config.ts';
import { quote } from '../src/model/label.ts';
import type { Place } from '../src/model/nodes.ts';
import { defineRule } from '../src/rule.ts';

interface Start {
  readonly event: string;
  readonly place: Place;
}

export default defineRule({
  id: 'competing-workflows',
  severity: 'info',
  preset: 'strict',
  category: 'events',
  since: '0.1.0',
  summary: 'Several enabled workflows that start on the same event.',
  why: 'The service runs them all: the contact gets the emails of every one of them, side by side.',
  remedy: 'Join them into one workflow, or disable all but one.',
  whenOff: 'When several teams react to the same event on purpose.',
  gaps: ['workflows'],

  facts({ workflow, place }): Start | undefined {
    if (workflow.status !== 'enabled') return undefined;
    const trigger = workflow.steps.find(({ type }) => type === 'trigger');
    const event = trigger === undefined ? undefined : eventNameOf(trigger);
    return trigger === undefined || event === undefined ? undefined : { event, place: place([trigger, 'config', 'event_name']) };
  },

  workspace({ facts }, report) {
    const seen = new Map<string, { readonly place: Place; readonly name: string }>();
    for (const { workflow, fact } of facts) {
      const first = seen.get(fact.event);
      const name = workflow.name ?? workflow.id;
      if (first === undefined) seen.set(fact.event, { place: fact.place, name: name === undefined ? 'another workflow' : `workflow ${quote(name)}` });
      else {
        report({
          at: fact.place,
          message: `${first.name} is enabled and starts on ${quote(fact.event)} too: the service runs both`,
          related: [{ at: first.place, message: 'the other starts here' }],
          detail: fact.event,
        });
      }
    }
  },
});
