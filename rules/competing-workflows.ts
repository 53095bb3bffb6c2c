import { eventNameOf } from '../src/model/config.ts';
import { identityAmong, joinNames, scopeOf } from '../src/model/identity.ts';
import { quote } from '../src/model/label.ts';
import type { Place } from '../src/model/nodes.ts';
import { defineRule, type Fact } from '../src/rule.ts';

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

  facts({ workflow, place, about }): Start | undefined {
    if (workflow.status !== 'enabled') return undefined;
    const trigger = workflow.steps.find(({ type }) => type === 'trigger');
    const event = trigger === undefined ? undefined : eventNameOf(trigger);
    if (trigger === undefined || event === undefined) return undefined;
    about(event);
    return { event, place: place(trigger) };
  },

  workspace({ facts }, report) {
    const first = new Map<string, Fact<Start>>();
    const others = new Map<string, Fact<Start>[]>();
    for (const start of facts) {
      const { event } = start.fact;
      const group = others.get(event);
      if (!first.has(event)) first.set(event, start);
      else if (group === undefined) others.set(event, [start]);
      else group.push(start);
    }
    for (const [event, group] of others) {
      const { workflow, fact } = first.get(event) as Fact<Start>;
      const name = workflow.name ?? workflow.id;
      const called = name === undefined ? 'another workflow' : `workflow ${quote(name)}`;
      const names = group.map((other) => scopeOf(other.workflow));
      const identity = identityAmong(names, scopeOf(workflow));
      for (const [i, other] of group.entries()) {
        report({
          at: other.fact.place,
          message: `${called} is enabled and starts on ${quote(event)} too: the service runs both`,
          related: [{ at: fact.place, message: 'the other starts here' }],
          identity: joinNames(identity(names[i] as string)),
          detail: event,
        });
      }
    }
  },
});
