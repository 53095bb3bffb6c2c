import { mayBurst } from '../src/graph/bursts.ts';
import { type Crowd, type CrowdMail, findCrowds } from '../src/graph/crowds.ts';
import { flowsByEvent } from '../src/graph/flow.ts';
import type { Graph } from '../src/graph/graph.ts';
import { planMails } from '../src/graph/mail-plan.ts';
import { eventOf, mailsOf, mayCrowd, type PackedPlan, type PlannedMail, packPlan, packTree, plannedMail, unpackPlan } from '../src/graph/packed-plan.ts';
import { eventNameOf } from '../src/model/config.ts';
import { distinctById } from '../src/model/distinct.ts';
import { count, DURATION_OPTION, formatDuration, secondsOfOption } from '../src/model/duration.ts';
import { joinNames, scopeOf } from '../src/model/identity.ts';
import { nameOfMail, quote } from '../src/model/label.ts';
import type { Place, Step, WorkflowRef } from '../src/model/nodes.ts';
import { placeIn, placeOfStep } from '../src/model/place.ts';
import { defineRule, type Fact } from '../src/rule.ts';

type PlansOf = Fact<readonly PackedPlan[]>;

/** A plan, and the workflow it is of. */
interface Started {
  readonly each: PlansOf;
  readonly plan: PackedPlan;
}

const MAX_RELATED = 20;
const MAX_NAMES = 5;

export default defineRule({
  id: 'contact-pressure',
  severity: 'warning',
  preset: 'recommended',
  category: 'time',
  since: '0.1.0',
  summary: 'Too many emails to one contact after one event, over all workflows.',
  why: 'Each workflow looks fine alone, but the contact gets the emails of all of them, one upon the other, and unsubscribes from everything.',
  remedy: 'Delay some of the emails, or join the workflows into one.',
  whenOff: 'When the event does not come from people, such as an import into test accounts.',
  gaps: ['workflows'],
  options: {
    defaults: { max: 3, within: '1 hour' },
    schema: {
      max: { type: 'integer', minimum: 1, maximum: 100, description: 'The most emails to one contact that are fine within the time.' },
      within: { ...DURATION_OPTION, description: 'The time in which the emails are counted, such as "1 hour".' },
    },
  },

  facts({ workflow, graph, about }, { max, within }): (() => readonly PackedPlan[]) | undefined {
    if (workflow.status !== 'enabled' || graph.ofType('send_email').length === 0) return undefined;
    const alone = mayBurst(graph, secondsOfOption(within), max);
    for (const trigger of graph.ofType('trigger')) {
      const event = eventNameOf(trigger);
      if (event !== undefined) about(event, alone);
    }
    return () => plansOf(graph);
  },

  workspace({ facts }, report, { max, within }) {
    const limit = secondsOfOption(within);
    for (const [event, group] of groupByEvent(facts)) {
      const packed = group.map(({ plan }) => plan);
      if (!mayCrowd(packed, limit, max)) continue;
      const plans = packed.map(unpackPlan);
      const workflows = group.map(({ each }) => ({ name: printWorkflow(each.workflow), place: placeIn(each) }));
      const nameOfPlan = ({ plan }: CrowdMail<PlannedMail>): string => workflows[plan]?.name as string;
      const placeOfMail = ({ plan, mail }: CrowdMail<PlannedMail>): Place => placeOfStep(workflows[plan]?.place as Place, mail);
      for (const crowd of findCrowds(plans, limit, max)) {
        const breaking = crowd[max] as CrowdMail<PlannedMail>;
        const alone = crowd.every(({ plan }) => plan === breaking.plan);
        report({
          at: placeOfMail(breaking),
          message: `${printName(breaking.mail)} is email ${max + 1} of the ${crowd.length} that one contact can get ${printTime(crowd, event)}: ${printShares(crowd, nameOfPlan)}`,
          help: `the limit is ${max} within ${formatDuration(limit)}: delay this one${alone ? '' : ', or make one workflow of them'}`,
          related: crowd
            .filter((other) => other !== breaking)
            .slice(0, MAX_RELATED)
            .map((other) => ({ at: placeOfMail(other), message: `${printName(other.mail)} of ${nameOfPlan(other)}, ${printOffset(other)}` })),
          // Of mails at one moment, which one breaks the limit depends on how files are named.
          identity: crowd.map((mail) => joinNames(scopeOf(workflows[mail.plan]?.place.subject.workflow), mail.mail.key)).sort()[0] as string,
          detail: event,
        });
      }
    }
  },
});

/** The plans of the events that start a workflow, those with mails. */
function plansOf(graph: Graph): readonly PackedPlan[] {
  const [trigger, another] = graph.ofType('trigger');
  const event = trigger === undefined || another !== undefined ? undefined : eventNameOf(trigger);
  const tree = event === undefined ? undefined : packTree(event, graph, trigger as Step);
  const plans = tree === undefined ? flowsByEvent(graph).map(([name, flow]) => packPlan(name, planMails(flow, plannedMail))) : [tree];
  return plans.filter((plan) => mailsOf(plan) > 0);
}

function groupByEvent(facts: readonly PlansOf[]): ReadonlyMap<string, Started[]> {
  const groups = new Map<string, Started[]>();
  for (const each of distinctById(facts.filter(({ fact }) => fact.length > 0))) {
    for (const plan of each.fact) {
      const event = eventOf(plan);
      const group = groups.get(event);
      if (group === undefined) groups.set(event, [{ each, plan }]);
      else group.push({ each, plan });
    }
  }
  return groups;
}

const printName = ({ index, key, subject }: PlannedMail): string => nameOfMail(index, key === '' ? undefined : key, subject);

function printWorkflow({ name, id }: WorkflowRef): string {
  const called = name ?? id;
  return called === undefined ? 'a workflow without a name' : quote(called);
}

function printTime(crowd: Crowd<PlannedMail>, event: string): string {
  const start = (crowd[0] as CrowdMail<PlannedMail>).least;
  const time = crowd.reduce((latest, { greatest }) => Math.max(latest, greatest), start) - start;
  return `${time === 0 ? 'at once' : `within ${formatDuration(time)}`}, ${start === 0 ? 'right' : formatDuration(start)} after ${quote(event)}`;
}

/** "Welcome series" sends 2, "Trial tips" 1, 3 other workflows 3. */
function printShares(crowd: Crowd<PlannedMail>, nameOfPlan: (mail: CrowdMail<PlannedMail>) => string): string {
  const shares = new Map<number, { readonly name: string; mails: number }>();
  for (const mail of crowd) {
    const share = shares.get(mail.plan);
    if (share === undefined) shares.set(mail.plan, { name: nameOfPlan(mail), mails: 1 });
    else share.mails++;
  }
  const all = [...shares.values()];
  const printed = all.slice(0, MAX_NAMES).map(({ name, mails }, i) => `${name} ${i === 0 ? 'sends ' : ''}${mails}`);
  const others = all.slice(MAX_NAMES);
  if (others.length > 0) printed.push(`${count(others.length, 'other workflow')} ${others.reduce((sum, { mails }) => sum + mails, 0)}`);
  return printed.join(', ');
}

function printOffset({ least, greatest }: CrowdMail<PlannedMail>): string {
  if (greatest === 0) return 'right after the event';
  const earliest = least === greatest ? '' : least === 0 ? 'up to ' : `${formatDuration(least)} to `;
  return `${earliest}${formatDuration(greatest)} after the event`;
}
