import { eventNameOf } from '../src/core/model/config.ts';
import { writeFix } from '../src/core/model/fix.ts';
import { groupBy, groupIdentity } from '../src/core/model/groups.ts';
import { quote, suggestName } from '../src/core/model/label.ts';
import { nearest } from '../src/core/model/nearest.ts';
import type { Step } from '../src/core/model/nodes.ts';
import { atFirst } from '../src/core/model/place.ts';
import { isTrigger } from '../src/core/model/step-type.ts';
import { inSeveral } from '../src/core/model/text.ts';
import { defineRule, namesOption, optionsOf, type Target } from '../src/core/rule.ts';

const PREFIX = 'resend:';
const SYSTEM_EVENTS = [
  'email.opened',
  'email.clicked',
  'email.bounced',
  'email.delivered',
  'email.complained',
  'email.failed',
  'email.suppressed',
].map((name) => PREFIX + name);

export default defineRule({
  id: 'unknown-system-event',
  severity: 'error',
  preset: 'recommended',
  category: 'references',
  summary: 'An event of the service that does not exist.',
  why: 'The service never sends this event, so the workflow never starts or every contact times out.',
  remedy: 'Correct the name, or add a new event of the service to the option "known".',
  whenOff: 'While you use a preview of the service with new events.',
  linear: true,
  options: optionsOf({
    known: namesOption([], 'Additional events of the service, such as "resend:email.replied".'),
  }),

  workflow({ workflow }, report, { known }) {
    const system = workflow.steps.filter(isOnSystemEvent);
    for (const [given, steps] of groupBy(system, eventNameOf)) {
      const name = given as string;
      if (SYSTEM_EVENTS.includes(name) || known.includes(name)) continue;
      const places = steps.map((step): Target => [step, 'config', 'event_name']);
      const meant = nearestEvent(name, known);
      report({
        ...atFirst(places),
        message: `unknown event ${quote(name)} of the service${inSeveral(steps.length, 'steps')}`,
        help: suggestName(meant) ?? `use one of ${SYSTEM_EVENTS.join(', ')}`,
        consequence: steps.some(isTrigger) ? 'the workflow never starts' : undefined,
        fixes: writeFix(places, meant),
        fingerprintKey: { names: groupIdentity(workflow), detail: name },
        maxSeverity: meant === undefined ? 'warning' : undefined,
      });
    }
  },
});

const isOnSystemEvent = (step: Step): boolean =>
  step.spec.event !== undefined && eventNameOf(step)?.startsWith(PREFIX) === true;

/** Compares the last words only: the events have the same beginning. */
function nearestEvent(name: string, known: readonly string[]): string | undefined {
  const events = [...SYSTEM_EVENTS, ...known];
  const byWord = new Map(events.map((event) => [lastWord(event), event]));
  const word = lastWord(name);
  return byWord.get(word) ?? byWord.get(nearest(word, byWord.keys()) ?? '');
}

const lastWord = (name: string): string => name.slice(name.search(/[^.:_-]*$/));
