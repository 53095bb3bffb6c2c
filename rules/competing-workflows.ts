import { eventNameOf } from '../src/core/model/config.ts';
import { identityAmong, joinNames, scopeOf } from '../src/core/model/identity.ts';
import { quote } from '../src/core/model/label.ts';
import type { Place } from '../src/core/model/nodes.ts';
import { isTrigger } from '../src/core/model/step-type.ts';
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
  why: 'The service runs all of them, so the contact receives the emails of every workflow in parallel.',
  remedy: 'Merge the workflows, or disable all but one.',
  whenOff: 'When several teams respond to the same event on purpose.',
  gaps: ['workflows'],

  facts({ workflow, place }): Start | undefined {
    if (workflow.status !== 'enabled') return undefined;
    const trigger = workflow.steps.find(isTrigger);
    const event = trigger === undefined ? undefined : eventNameOf(trigger);
    if (trigger === undefined || event === undefined) return undefined;
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
      const called =
        name === undefined ? 'another enabled workflow' : `enabled workflow ${quote(name)}`;
      const names = group.map((other) => scopeOf(other.workflow));
      const identity = identityAmong(names, scopeOf(workflow));
      for (const [i, other] of group.entries()) {
        report({
          at: other.fact.place,
          message: `${called} also starts on ${quote(event)}`,
          help: 'merge the two workflows, or disable one of them',
          related: [{ at: fact.place, message: 'trigger of the other workflow' }],
          identity: joinNames(identity(names[i] as string)),
          detail: event,
        });
      }
    }
  },
});
