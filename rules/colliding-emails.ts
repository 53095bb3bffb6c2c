import { arrivalsOf } from '../src/graph/arrivals.ts';
import { flowsByEvent, hasSends } from '../src/graph/flow.ts';
import { distinctById } from '../src/model/distinct.ts';
import { formatDuration } from '../src/model/duration.ts';
import { joinNames, scopeOf } from '../src/model/identity.ts';
import { nameOf, quote } from '../src/model/label.ts';
import type { Place } from '../src/model/nodes.ts';
import { placeOfStep } from '../src/model/place.ts';
import { defineRule } from '../src/rule.ts';

interface Send {
  readonly event: string;
  /** Seconds after the event, the same for every contact. */
  readonly seconds: number;
  readonly index: number;
  readonly key: string | undefined;
  readonly name: string;
}

/** A send and whose it is: made into a place and a message only where something collides. */
interface Other {
  readonly send: Send;
  readonly place: Place;
  readonly owner: string;
  readonly scope: string;
}

/** A send that goes out together with those of workflows before its own. */
interface Collision {
  readonly other: Other;
  /** All that go out at the moment, and how many of them came before. */
  readonly all: readonly Other[];
  readonly before: number;
}

const MAX_RELATED = 20;
// Facts are kept of every workflow, so each is bounded.
const MAX_SENDS = 500;

export default defineRule({
  id: 'colliding-emails',
  severity: 'info',
  preset: 'strict',
  category: 'time',
  since: '0.1.0',
  summary: 'Emails of two workflows that go out at the same moment.',
  why: 'Whoever starts both gets two emails at once from two workflows that know nothing of each other.',
  remedy: 'Move one of them by an hour or a day, or join the workflows.',
  whenOff: 'When your workflows divide their contacts by conditions, so that nobody is in two of them.',
  gaps: ['workflows'],

  facts({ workflow, graph, place, about }) {
    if (workflow.status !== 'enabled' || !hasSends(workflow.steps, 1)) return undefined;
    const sends: Send[] = [];
    for (const [event, flow] of flowsByEvent(graph)) {
      const arrivals = arrivalsOf(flow);
      for (const step of workflow.steps) {
        const seconds = step.type === 'send_email' ? arrivals.fixedAt(step) : undefined;
        if (seconds !== undefined && sends.length < MAX_SENDS) sends.push({ event, seconds, index: step.index, key: step.key, name: nameOf(step) });
      }
    }
    for (const event of new Set(sends.map((send) => send.event))) about(event);
    return sends.length === 0 ? undefined : { place: place(workflow), sends };
  },

  workspace({ facts }, report) {
    const byEvent = new Map<string, Map<number, Other[]>>();
    const collisions: Collision[] = [];
    for (const { workflow, fact } of distinctById(facts)) {
      const called = workflow.name ?? workflow.id;
      const owner = called === undefined ? 'a workflow without a name' : quote(called);
      const scope = scopeOf(workflow);
      // What it sends itself joins the others only when it is through: it does not collide with itself.
      const own: [others: Other[], other: Other][] = [];
      for (const send of fact.sends) {
        const { event, seconds } = send;
        const bySeconds = byEvent.get(event) ?? new Map<number, Other[]>();
        byEvent.set(event, bySeconds);
        const others = bySeconds.get(seconds) ?? [];
        bySeconds.set(seconds, others);
        const other = { send, place: fact.place, owner, scope };
        own.push([others, other]);
        if (others.length > 0) collisions.push({ other, all: others, before: others.length });
      }
      for (const [others, other] of own) others.push(other);
    }
    const identities = new Map<readonly Other[], (other: Other) => string>();
    for (const { other, all, before } of collisions) {
      const { send, place } = other;
      const [first] = all as [Other];
      const more = before === 1 ? '' : ` and ${before - 1} more`;
      const time = send.seconds === 0 ? 'right' : formatDuration(send.seconds);
      const identity = identities.get(all) ?? identitiesAmong(all);
      identities.set(all, identity);
      report({
        at: placeOfStep(place, send),
        message: `${send.name} goes out at the same moment as ${printOther(first)}${more}: ${time} after ${quote(send.event)}`,
        help: 'give one of them another delay, or join the workflows',
        related: all.slice(0, Math.min(before, MAX_RELATED)).map((each) => ({ at: placeOfStep(each.place, each.send), message: printOther(each) })),
        identity: identity(other),
        detail: send.event,
      });
    }
  },
});

/**
 * A name for each send but those of the workflow that comes first, which no report is on: where that is not the least one, the
 * sends of the least take the names of its sends.
 */
function identitiesAmong(all: readonly Other[]): (other: Other) => string {
  const nameOfSend = ({ scope, send }: Other): string => joinNames(scope, send.key);
  const first = (all[0] as Other).scope;
  const least = all.reduce((scope, other) => (other.scope < scope ? other.scope : scope), first);
  const namesOf = (scope: string): readonly string[] =>
    all
      .filter((other) => other.scope === scope)
      .map(nameOfSend)
      .sort();
  const [given, taken] = [namesOf(least), namesOf(first)];
  const swapped = new Map(least === first ? [] : given.map((name, i) => [name, taken[i] ?? name]));
  return (other) => swapped.get(nameOfSend(other)) ?? nameOfSend(other);
}

const printOther = ({ send, owner }: Other): string => `${send.name} of ${owner}`;
