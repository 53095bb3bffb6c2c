import type { Graph } from '../../core/graph/graph.ts';
import { configField, templateIdOf } from '../../core/model/config.ts';
import { labelOf } from '../../core/model/label.ts';
import type { Step, Workflow } from '../../core/model/nodes.ts';
import { isEmail, takesTime } from '../../core/model/step-type.ts';
import { pluralize } from '../../core/model/text.ts';
import type { ContactEffect, Deployment } from './difference.ts';
import type { StepMatch } from './match-steps.ts';

/** Listed in a report. */
const MAX_EFFECTS = 50;

/** The actions to deploy a workflow that is on one side only. */
export function deploymentOfWhole(workflow: Workflow, isLive: boolean): Deployment {
  if (isLive)
    return {
      action: 'keep',
      id: workflow.id,
      message: 'in the account only: it keeps running until it is disabled or deleted there',
      contacts: [],
    };
  const isEnabled = workflow.status === 'enabled';
  const message = `not in the account: create it${isEnabled ? ' and enable it' : ''}`;
  return { action: 'create', message, contacts: [] };
}

/**
 * The actions to change a workflow of the account into the other one, and the effects on contacts with a run under way.
 * @param match absent if the graph is the same, or a side is in list form.
 */
export function deploymentOf(live: Workflow, next: Workflow, match?: StepMatch): Deployment {
  const { id } = live;
  if (match === undefined)
    return { action: 'update', id, message: messageOfFields(live, next), contacts: [] };
  if (live.status !== 'enabled')
    return {
      action: 'update',
      id,
      message: 'its graph can be updated: it is disabled',
      contacts: [],
    };
  return {
    action: 'disable-or-duplicate',
    id,
    message:
      'the graph of an enabled automation cannot be updated: disable it first, or duplicate it and edit the copy',
    contacts: effectsOf(match),
  };
}

function messageOfFields(live: Workflow, next: Workflow): string {
  if (live.status === next.status || next.status === undefined)
    return 'can be updated while it is enabled: its graph is the same';
  return next.status === 'enabled'
    ? 'enable it: contacts start it from then on'
    : 'disable it: runs under way continue to completion, and no new ones start';
}

/** Emails that contacts waiting at a step of the live workflow get twice or never when they continue in the next one. */
function effectsOf({ before, after, next, previous }: StepMatch): readonly ContactEffect[] {
  const effects: ContactEffect[] = [];
  const mailsThen = before.where(isEmail).map(mailOf);
  const mailsNow = after.where(isEmail).map(mailOf);
  for (const wait of before.where((step) => takesTime(step) && before.isReachable(step))) {
    const target = next.get(wait);
    const isBefore = passedOnTheWay(before, wait);
    const isAfter = passedFrom(before, wait);
    const had = mailsThen.filter(({ step }) => isBefore.has(step));
    const due = mailsThen.filter(({ step }) => isAfter.has(step));
    const isBeforeNow = target && passedOnTheWay(after, target);
    const isAfterNow = target && passedFrom(after, target);
    const add = ({ step }: Mail, outcome: ContactEffect['outcome']): void => {
      if (effects.length < MAX_EFFECTS)
        effects.push({ at: labelOf(wait), email: labelOf(step), outcome });
    };
    for (const mail of mailsNow) {
      const { step } = mail;
      const twin = mailsThen.find((other) => other.step === previous.get(step))?.step;
      const isSame = (other: Mail): boolean =>
        other.template === undefined || mail.template === undefined
          ? other.step === twin
          : other.template === mail.template && (other.step === twin || other.text === mail.text);
      const wasDue = due.some(isSame);
      const isLater = isAfterNow?.has(step) === true;
      if (isLater && !wasDue && had.some(isSame)) add(mail, 'twice');
      if (isLater || had.some(isSame)) continue;
      const isNew = isBeforeNow?.has(step) === true && (twin === undefined || !isBefore.has(twin));
      if (wasDue || isNew) add(mail, 'never');
    }
  }
  return effects;
}

interface Mail {
  readonly step: Step;
  readonly template: string | undefined;
  /** The differences between two emails of one template. */
  readonly text: string;
}

function mailOf(step: Step): Mail {
  const { template } = step.config as { template?: { variables?: unknown } };
  const variables = template?.variables ?? configField(step, 'variables');
  const text = JSON.stringify([configField(step, 'subject'), variables ?? {}]);
  return { step, template: templateIdOf(step), text };
}

/** The steps after a step; on a cycle including itself. */
const passedFrom = (graph: Graph, step: Step): ReadonlySet<Step> =>
  graph.reachableFrom(graph.successors(step));

/** The steps before a step, on some path from a trigger. */
function passedOnTheWay(graph: Graph, step: Step): ReadonlySet<Step> {
  const passed = new Set<Step>();
  const pending = [step];
  for (let next = pending.pop(); next !== undefined; next = pending.pop())
    for (const edge of graph.incoming(next)) {
      const source = graph.source(edge) as Step;
      if (passed.has(source) || !graph.isReachable(source)) continue;
      passed.add(source);
      pending.push(source);
    }
  return passed;
}

/** The effects as text, grouped by email and outcome. */
export function printEffects(contacts: readonly ContactEffect[]): readonly string[] {
  const byEmail = new Map<string, { readonly effect: ContactEffect; others: number }>();
  for (const effect of contacts) {
    const key = JSON.stringify([effect.email, effect.outcome]);
    const known = byEmail.get(key);
    if (known === undefined) byEmail.set(key, { effect, others: 0 });
    else known.others++;
  }
  return [...byEmail.values()].map(({ effect: { at, email, outcome }, others }) => {
    const more = others === 0 ? '' : ` and ${pluralize(others, 'more step')}`;
    return `a contact at ${at}${more} who continues in the new graph ${outcome === 'twice' ? `gets ${email} twice` : `never gets ${email}`}`;
  });
}
