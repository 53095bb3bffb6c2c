import { SYSTEM_EVENTS } from '../src/core/lint/workspace.ts';
import { eventNameOf } from '../src/core/model/config.ts';
import { writeFix } from '../src/core/model/fix.ts';
import { nearest } from '../src/core/model/nearest.ts';
import { isTrigger } from '../src/core/model/step-type.ts';
import { didYouMean, quote } from '../src/core/model/text.ts';
import { defineRule, exemptOption, optionsOf } from '../src/core/rule.ts';

const SERVICE = 'resend:';

export default defineRule({
  id: 'unknown-event',
  severity: 'error',
  preset: 'recommended',
  stage: 'structure',
  summary: 'A trigger, a wait or code that names an event that is not defined.',
  why: 'An event of another name is sent, so the workflow never starts or the wait never ends.',
  remedy: 'Correct the name, or define the event.',
  options: optionsOf({
    known: exemptOption('Further events that exist without a definition.'),
    system: exemptOption('Prefixes of further events that exist without a definition.'),
  }),

  workflow({ steps, workspace }, report, { known, system }) {
    for (const step of steps) {
      const name = eventNameOf(step);
      if (name === undefined || known.includes(name)) continue;
      if (system.some((prefix) => name.startsWith(prefix))) continue;
      const at = [step, 'config', 'event_name'] as const;
      const consequence = isTrigger(step) ? { consequence: 'the workflow never starts' } : {};
      if (name.startsWith(SERVICE)) {
        if (SYSTEM_EVENTS.includes(name)) continue;
        const meant = nearest(name, SYSTEM_EVENTS);
        report({
          at,
          message: `unknown event ${quote(name)} of the service`,
          help: meant === undefined ? `use one of ${SYSTEM_EVENTS.join(', ')}` : didYouMean(meant),
          fixes: writeFix(at, meant),
          ...consequence,
          ...(meant === undefined && { severity: 'warning' }),
        });
        continue;
      }
      const events = workspace.ask('events', 'some');
      const found = events?.find(name);
      if (events === undefined || (found !== undefined && !found.isBound)) continue;
      const isPartial = events.completeness === 'partial';
      const lacks = isPartial ? 'in the partial list of events' : 'defined';
      const meant = found?.item.name;
      report({
        at,
        message: `event ${quote(name)} is not ${lacks}`,
        help: meant === undefined ? adviseName(name, isPartial) : didYouMean(meant),
        fixes: writeFix(at, meant, 'unsafe'),
        ...(isPartial ? { severity: 'warning' } : consequence),
      });
    }
  },

  workspace({ workspace }, report, { known, system }) {
    const sends = workspace.documents
      .flatMap(({ calls }) => calls)
      .filter(({ does, event }) => does === 'send' && event !== undefined);
    for (const call of sends) {
      const { event: name = '', origin } = call;
      if (known.includes(name) || system.some((prefix) => name.startsWith(prefix))) continue;
      const events = workspace.ask('events', 'some');
      const found = events?.find(name);
      if (events === undefined || (found !== undefined && !found.isBound)) continue;
      const isPartial = events.completeness === 'partial';
      const meant = found?.item.name;
      const lacks = isPartial ? 'in the partial list of events' : 'defined';
      const who = origin === 'source' ? 'code' : 'program';
      report({
        at: [call, 'event'],
        message: `the ${who} sends event ${quote(name)}, which is not ${lacks}`,
        help: meant === undefined ? adviseName(name, isPartial) : didYouMean(meant),
        name,
        ...(isPartial && { severity: 'warning' }),
      });
    }
  },
});

function adviseName(name: string, isPartial: boolean): string {
  const first = isPartial ? 'load the whole list of events' : `define ${quote(name)}`;
  return `${first}, or write the name of a defined event`;
}
