import { type Crowd, type CrowdMail, findCrowds } from '../src/graph/crowds.ts';
import { flowsByEvent } from '../src/graph/flow.ts';
import { planMails } from '../src/graph/mail-plan.ts';
import { mayCrowd, type PackedPlan, type PlannedMail, packPlan, packTree, unpackPlan } from '../src/graph/packed-plan.ts';
import { eventNameOf } from '../src/model/config.ts';
import { distinctById } from '../src/model/distinct.ts';
import { count, DURATION_OPTION, formatDuration, secondsOfOption } from '../src/model/duration.ts';
import { joinNames, scopeOf } from '../src/model/identity.ts';
import { maybeUuid, nameOf, quote } from '../src/model/label.ts';
import type { Place, Step } from '../src/model/nodes.ts';
import { placeIn, placeOfStep } from '../src/model/place.ts';
import { defineRule } from '../src/rule.ts';

/** Kept of every enabled workflow, for each event that starts it: hence no places, and the plan in few objects. */
interface Start {
  readonly event: string;
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

  facts({ workflow, graph }): readonly Start[] | undefined {
    if (workflow.status !== 'enabled' || graph.ofType('send_email').length === 0) return undefined;
    const starts: Start[] = [];
    const [trigger, another] = graph.ofType('trigger');
    const event = trigger === undefined || another !== undefined ? undefined : eventNameOf(trigger);
    const tree = event === undefined ? undefined : packTree(graph, trigger as Step, describe);
    if (event !== undefined && tree !== undefined) return tree.texts.length === 0 ? undefined : [{ event, plan: tree }];
    for (const [name, flow] of flowsByEvent(graph)) {
      const plan = planMails(flow, describe);
      if (plan.length > 0) starts.push({ event: name, plan: packPlan(plan) });
    }
    return starts.length === 0 ? undefined : starts;
  },

  workspace({ facts }, report, { max, within }) {
    const limit = secondsOfOption(within);
    const byEvent = new Map<string, { readonly name: string; readonly place: Place; readonly plan: PackedPlan }[]>();
    for (const each of distinctById(facts)) {
      const { name: called = each.workflow.id } = each.workflow;
      const name = called === undefined ? 'a workflow without a name' : quote(called);
      const place = placeIn(each);
      for (const { event, plan } of each.fact) {
        const group = byEvent.get(event) ?? [];
        byEvent.set(event, group);
        group.push({ name, place, plan });
      }
    }
    for (const [event, workflows] of byEvent) {
      if (
        !mayCrowd(
          workflows.map(({ plan }) => plan),
          limit,
          max,
        )
      )
        continue;
      const plans = workflows.map(({ plan }) => unpackPlan(plan));
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

function describe(step: Step): PlannedMail {
  const { index, key = '' } = step;
  if (step.key === undefined) return { index, key, name: nameOf(step) };
  return maybeUuid(key) ? { index, key, name: nameOf(step) } : { index, key };
}

const printName = ({ key, name }: PlannedMail): string => name ?? quote(key);

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
