import { groupBy } from '../src/core/model/groups.ts';
import { listNames } from '../src/core/model/habit.ts';
import { quote } from '../src/core/model/label.ts';
import type { ApiCall } from '../src/core/model/nodes.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'emitters-disagree',
  severity: 'info',
  preset: 'recommended',
  category: 'events',
  summary: 'Calls that send one event with different properties.',
  why: 'Emails that read the property lack its value when the other call sent the event.',
  remedy: 'Send the same properties in all calls, or define the schema of the event.',
  limits:
    'Payloads that are not literals, calls that send one of several events, and events with a schema.',
  whenOff: 'When some properties are optional.',
  needs: { calls: 'any' },

  workspace({ workspace }, report) {
    const sends = workspace.calls.filter(
      ({ does, raw, payload, isOneOf }) =>
        does === 'send' &&
        isOneOf !== true &&
        payload?.isWhole === true &&
        Object.hasOwn(raw, 'payload'),
    );
    for (const [event, calls] of groupBy(sends, (call) => call.event)) {
      if (event === undefined || workspace.definition(event)?.schema != null) continue;
      const known = new Map<string, ApiCall>();
      for (const call of calls) {
        const [first] = known.values();
        const keys = keysOf(call);
        const text = JSON.stringify(keys.toSorted());
        if (!known.has(text) && first !== undefined)
          report({
            at: [call, 'payload'],
            message: `this payload of ${quote(event)} ${differenceOf(keysOf(first), keys)}`,
            help: 'send the same properties in both calls',
            related: [{ at: [first, 'payload'], message: 'the other call' }],
            fingerprintKey: { detail: `${event} ${text}` },
          });
        if (!known.has(text)) known.set(text, call);
      }
    }
  },
});

const keysOf = ({ payload }: ApiCall): readonly string[] => [...(payload?.properties.keys() ?? [])];

/** `lacks "plan", which another call sends` */
function differenceOf(others: readonly string[], own: readonly string[]): string {
  const missing = others.filter((name) => !own.includes(name));
  return missing.length > 0
    ? `lacks ${listNames(missing)}, which another call sends`
    : `has ${listNames(own.filter((name) => !others.includes(name)))}, which another call does not send`;
}
