import { arrivalsOf } from '../src/graph/arrivals.ts';
import { flowsByEvent, hasSends } from '../src/graph/flow.ts';
import { distinctById } from '../src/model/distinct.ts';
import { formatDuration } from '../src/model/duration.ts';
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

  facts({ workflow, graph, place }) {
    if (workflow.status !== 'enabled' || !hasSends(workflow.steps, 1)) return undefined;
    const sends: Send[] = [];
    for (const [event, flow] of flowsByEvent(graph)) {
      const arrivals = arrivalsOf(flow);
      for (const step of workflow.steps) {
        const seconds = step.type === 'send_email' ? arrivals.fixedAt(step) : undefined;
        if (seconds !== undefined && sends.length < MAX_SENDS) sends.push({ event, seconds, index: step.index, key: step.key, name: nameOf(step) });
      }
    }
    return sends.length === 0 ? undefined : { place: place(workflow), sends };
  },

  workspace({ facts }, report) {
    const byEvent = new Map<string, Map<number, Other[]>>();
    for (const { workflow, fact } of distinctById(facts)) {
      const called = workflow.name ?? workflow.id;
      const owner = called === undefined ? 'a workflow without a name' : quote(called);
      // What it sends itself joins the others only when it is through: it does not collide with itself.
      const own: [others: Other[], other: Other][] = [];
      for (const send of fact.sends) {
        const { event, seconds, name } = send;
        const bySeconds = byEvent.get(event) ?? new Map<number, Other[]>();
        byEvent.set(event, bySeconds);
        const others = bySeconds.get(seconds) ?? [];
        bySeconds.set(seconds, others);
        own.push([others, { send, place: fact.place, owner }]);
        const [first] = others;
        if (first === undefined) continue;
        const more = others.length === 1 ? '' : ` and ${others.length - 1} more`;
        const time = seconds === 0 ? 'right' : formatDuration(seconds);
        report({
          at: placeOfStep(fact.place, send),
          message: `${name} goes out at the same moment as ${printOther(first)}${more}: ${time} after ${quote(event)}`,
          help: 'give one of them another delay, or join the workflows',
          related: others.slice(0, MAX_RELATED).map((other) => ({ at: placeOfStep(other.place, other.send), message: printOther(other) })),
          detail: event,
        });
      }
      for (const [others, other] of own) others.push(other);
    }
  },
});

const printOther = ({ send, owner }: Other): string => `${send.name} of ${owner}`;
