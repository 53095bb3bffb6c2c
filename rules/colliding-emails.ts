import { createExclusions } from '../src/core/conditions/exclusions.ts';
import { type AnsweredWait, answeredWaits } from '../src/core/graph/answered-waits.ts';
import { arrivalsOf, certainSteps } from '../src/core/graph/arrivals.ts';
import { flowsByEvent, hasSends } from '../src/core/graph/flow.ts';
import { formatDuration } from '../src/core/model/duration.ts';
import { createFirstFacts, joinNames, scopeOf } from '../src/core/model/identity.ts';
import { nameOf, nameOfMail, quote } from '../src/core/model/label.ts';
import type { Place } from '../src/core/model/nodes.ts';
import { placeOfStep } from '../src/core/model/place.ts';
import { isEmail } from '../src/core/model/step-type.ts';
import { defineRule, type Fact, type ReportFn } from '../src/rule.ts';

interface Send {
  readonly event: string;
  /** Seconds after the event, the same for every contact. */
  readonly seconds: number;
  readonly index: number;
  readonly key: string | undefined;
  readonly name: string;
}

interface Sends {
  readonly place: Place;
  readonly sends: readonly Send[];
  readonly waits: readonly AnsweredWait[];
}

/** A send and its workflow. */
interface Other {
  readonly send: Send;
  readonly place: Place;
  readonly owner: string;
  readonly scope: string;
}

/** A send at the same time as sends of earlier workflows. */
interface Collision {
  readonly other: Other;
  /** All sends at this time, and the number of earlier ones. */
  readonly all: readonly Other[];
  readonly before: number;
}

const MAX_RELATED = 20;
// Facts are kept of every workflow, so each is bounded.
const MAX_SENDS = 500;

export default defineRule({
  id: 'colliding-emails',
  severity: 'warning',
  preset: 'recommended',
  category: 'time',
  since: '0.1.0',
  summary: 'Emails of two workflows sent to the same contact at the same time.',
  why: 'Every contact who starts both workflows receives two emails at once.',
  remedy: 'Change the delay of one email, or merge the workflows.',
  whenOff: 'When two emails at the same time are intended, such as a receipt and a welcome email.',
  gaps: ['workflows'],

  facts({ workflow, graph, place }): Sends | undefined {
    if (workflow.status !== 'enabled' || !hasSends(workflow.steps, 1)) return undefined;
    const sends: Send[] = [];
    for (const [event, flow] of flowsByEvent(graph)) {
      const arrivals = arrivalsOf(flow);
      const certain = certainSteps(flow);
      for (const step of workflow.steps) {
        const seconds = isEmail(step) && certain.has(step) ? arrivals.fixedAt(step) : undefined;
        if (seconds !== undefined && sends.length < MAX_SENDS)
          sends.push({ event, seconds, index: step.index, key: step.key, name: nameOf(step) });
      }
    }
    const waits = answeredWaits(graph);
    return sends.length + waits.length === 0 ? undefined : { place: place(workflow), sends, waits };
  },

  workspace({ facts }, report) {
    const byEvent = new Map<string, Map<number, Other[]>>();
    const collisions: Collision[] = [];
    const isFirst = createFirstFacts();
    for (const each of facts) {
      const { workflow, fact } = each;
      const called = workflow.name ?? workflow.id;
      const owner = called === undefined ? 'an unnamed workflow' : `workflow ${quote(called)}`;
      const scope = scopeOf(workflow);
      // The sends of one workflow do not collide with each other.
      const own: [others: Other[], other: Other][] = [];
      for (const send of fact.sends) {
        const { event, seconds } = send;
        if (!isFirst(each, event)) continue;
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
      const time = send.seconds === 0 ? 'immediately' : formatDuration(send.seconds);
      const identity = identities.get(all) ?? identitiesAmong(all);
      identities.set(all, identity);
      report({
        at: placeOfStep(place, send),
        message: `${send.name} is sent together with ${printOther(first)}${more}, ${time} after ${quote(send.event)}`,
        help: 'change the delay of one email, or merge the workflows',
        related: all
          .slice(0, Math.min(before, MAX_RELATED))
          .map((each) => ({ at: placeOfStep(each.place, each.send), message: printOther(each) })),
        identity: identity(other),
        detail: send.event,
      });
    }
    reportAnswers(facts, byEvent, report);
  },
});

/** A contact who leaves a wait by its event starts the workflows of the event at the same moment. */
function reportAnswers(
  facts: readonly Fact<Sends>[],
  byEvent: ReadonlyMap<string, ReadonlyMap<number, readonly Other[]>>,
  report: ReportFn,
): void {
  const exclusions = createExclusions();
  const isFirst = createFirstFacts();
  for (const each of facts) {
    const { place, waits } = each.fact;
    for (const wait of waits) {
      const { event } = wait;
      const started = byEvent.get(event);
      if (started === undefined || !isFirst(each, event)) continue;
      if (exclusions.findConflict(wait.before) !== undefined) continue;
      for (const { seconds, email } of wait.emails) {
        const others = started.get(seconds);
        if (others === undefined) continue;
        const [first] = others as [Other, ...Other[]];
        const name = nameOfMail(email.index, email.key || undefined, email.subject);
        const more = others.length === 1 ? '' : ` and ${others.length - 1} more`;
        const time = seconds === 0 ? 'immediately' : formatDuration(seconds);
        report({
          at: placeOfStep(place, { index: email.index, key: email.key || undefined }),
          message: `${name} is sent together with ${printOther(first)}${more}, ${time} after wait ${wait.name}`,
          help: 'change the delay of one email, or merge the workflows',
          related: [
            {
              at: placeOfStep(place, wait),
              message: `${quote(event)} ends this wait and starts ${first.owner}`,
            },
            ...others.slice(0, MAX_RELATED).map((other) => ({
              at: placeOfStep(other.place, other.send),
              message: printOther(other),
            })),
          ],
          detail: joinNames(event, wait.key),
        });
      }
    }
  }
}

/**
 * Names of the reported sends that do not depend on the order of the workflows: the first workflow is not reported, so the
 * sends of the least workflow take the names of its sends.
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
