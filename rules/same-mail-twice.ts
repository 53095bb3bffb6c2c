import { createExclusions, type Exclusions } from '../src/core/conditions/exclusions.ts';
import { NO_CONSTRAINTS, type PathConstraint } from '../src/core/conditions/path-constraints.ts';
import { emailPlanOf } from '../src/core/graph/email-plan.ts';
import { flowsByEvent, hasSends } from '../src/core/graph/flow.ts';
import { stepsPassedWith } from '../src/core/graph/passed-with.ts';
import { eventNameOf, templateOf } from '../src/core/model/config.ts';
import { groupBy } from '../src/core/model/groups.ts';
import { createFirstFacts, identityAmong, joinNames, scopeOf } from '../src/core/model/identity.ts';
import { quote } from '../src/core/model/label.ts';
import type { Place, Step } from '../src/core/model/nodes.ts';
import { findPlaceholder } from '../src/core/model/placeholder.ts';
import { isWait } from '../src/core/model/step-type.ts';
import { defineRule, type Fact, type FactsContext } from '../src/rule.ts';

/** An email that contacts of an event can receive. */
interface Sent {
  readonly event: string;
  /** The event starts the workflow; otherwise it ends a wait of the contact. */
  readonly isStart: boolean;
  readonly template: string;
  /** The rest of the place is that of the fact. */
  readonly pointer: string;
  readonly step: string | undefined;
  readonly constraints: readonly PathConstraint[];
}

interface Candidate {
  readonly known: Fact<readonly Sent[]>;
  readonly sent: Sent;
}

// Facts are kept of every workflow, so each is bounded.
const MAX_SENT = 200;
const MAX_WAITS = 20;
/** Emails with one template that an email is compared with. */
const MAX_COMPARED = 50;

export default defineRule({
  id: 'same-mail-twice',
  severity: 'warning',
  preset: 'recommended',
  category: 'email',
  since: '0.1.0',
  summary: 'The same template sent to one contact by two enabled workflows.',
  why: 'Contacts who pass both workflows receive the same email twice.',
  remedy: 'Send another template, or disable one of the workflows.',
  whenOff:
    'When templates are only layouts and their variables contain the text; listing them in the option "allow" is better.',
  options: {
    defaults: { allow: [] as readonly string[] },
    schema: {
      allow: {
        description: 'Templates that several workflows may send, such as a plain layout.',
        type: 'array',
        items: { type: 'string', minLength: 1 },
        uniqueItems: true,
      },
    },
  },
  gaps: ['workflows'],

  facts(context): readonly Sent[] | undefined {
    const { workflow, graph } = context;
    if (workflow.status !== 'enabled' || !hasSends(workflow.steps, 1)) return undefined;
    const sent: Sent[] = [];
    const seen = new Set<string>();
    const add = (
      event: string,
      isStart: boolean,
      step: Step,
      constraints: readonly PathConstraint[],
    ): void => {
      const one =
        sent.length < MAX_SENT ? describe(context, event, isStart, step, constraints) : undefined;
      const key = one && joinNames(event, one.pointer, ...constraints.map(nameOfConstraint));
      if (one === undefined || key === undefined || seen.has(key)) return;
      seen.add(key);
      sent.push(one);
    };
    const starts = flowsByEvent(graph);
    for (const [event, flow] of starts) {
      const planned = emailPlanOf(flow).flatMap(({ email, constraints }) =>
        email === undefined ? [] : { step: workflow.steps[email.index] as Step, constraints },
      );
      for (const { step, constraints } of planned) add(event, true, step, constraints);
      for (const wait of graph.where(isWait).slice(0, MAX_WAITS)) {
        const awaited = eventNameOf(wait);
        if (awaited === undefined || awaited === event || !flow.has(wait)) continue;
        const passed = stepsPassedWith(graph, wait);
        // The rules of this workflow are about another event.
        for (const { step } of planned)
          if (passed.has(step)) add(awaited, false, step, NO_CONSTRAINTS);
      }
    }
    return sent.length === 0 ? undefined : sent;
  },

  workspace({ facts }, report, { allow }) {
    const isFirst = createFirstFacts();
    const exclusions = createExclusions();
    const candidates = facts.flatMap((known) =>
      known.fact.filter(({ event }) => isFirst(known, event)).map((sent) => ({ known, sent })),
    );
    const reported = new Set<string>();
    const groups = groupBy(candidates, ({ sent }) => joinNames(sent.event, sent.template));
    for (const group of groups.values()) {
      const [first, ...others] = group as [Candidate, ...Candidate[]];
      const { template, event } = first.sent;
      if (others.every(({ known }) => known === first.known)) continue;
      if (allow.includes(template) || findPlaceholder(template, 'id') !== undefined) continue;
      const identity = identityAmong(
        group.map(({ known }) => scopeOf(known.workflow)),
        scopeOf(first.known.workflow),
      );
      const compared: Candidate[] = [first];
      for (const candidate of others) {
        const { known } = candidate;
        const other = compared.find((each) => meets(each, candidate, exclusions));
        if (compared.length < MAX_COMPARED) compared.push(candidate);
        const key = joinNames(
          scopeOf(known.workflow),
          known.pointer,
          known.document.source,
          template,
        );
        if (other === undefined || reported.has(key)) continue;
        reported.add(key);
        const called = other.known.workflow.name ?? other.known.workflow.id;
        report({
          at: placeOfSent(candidate),
          message: `${called === undefined ? 'another workflow' : `workflow ${quote(called)}`} also sends template ${quote(template)} to contacts of ${quote(event)}`,
          help: 'send another template in one of the workflows, or disable one of them',
          related: [{ at: placeOfSent(other), message: 'the other email' }],
          identity: identity(scopeOf(known.workflow)),
          detail: template,
        });
      }
    }
  },
});

function describe(
  { place }: FactsContext,
  event: string,
  isStart: boolean,
  step: Step,
  constraints: readonly PathConstraint[],
): Sent | undefined {
  const template = templateOf(step);
  if (template === undefined || template.id.trim() === '') return undefined;
  const { pointer, subject } = place([step, 'config', ...template.path]);
  return { event, isStart, template: template.id.trim(), pointer, step: subject.step, constraints };
}

const nameOfConstraint = ({ rule, holds }: PathConstraint): string => `${holds} ${rule}`;

/** Whether one contact can receive both: a contact who only waits in both workflows need not be in both. */
function meets(a: Candidate, b: Candidate, exclusions: Exclusions): boolean {
  if (a.known === b.known || !(a.sent.isStart || b.sent.isStart)) return false;
  return !a.sent.constraints.some((one) =>
    b.sent.constraints.some((other) => exclusions.excludes(one, other)),
  );
}

function placeOfSent({ known, sent }: Candidate): Place {
  const { workflow, document } = known;
  const { pointer, step } = sent;
  return { document, pointer, subject: { workflow, ...(step !== undefined && { step }) } };
}
