import { isUnit, LONGEST_DELAY, parseDuration, spellDuration } from '../model/duration.ts';
import { isObject, own } from '../model/json.ts';
import { defineStepType } from '../model/step-type.ts';

export default defineStepType({
  name: 'delay',
  position: 30,
  otherNames: ['pause', 'sleep', 'timer'],
  // The rule invalid-duration checks the values.
  fields: { duration: {}, seconds: {} },
  requires: [['duration', 'seconds']],
  adviseField(field, { config, raw }) {
    const given = isObject(raw['config']) ? own(raw['config'], field) : undefined;
    const [amount, unit] = isUnit(field) ? [config['duration'], given] : [given, field];
    const text = typeof amount === 'number' && typeof unit === 'string' ? `${amount} ${unit}` : '';
    const duration = parseDuration(text);
    if (duration.kind === 'known' && duration.seconds <= LONGEST_DELAY)
      return `write "duration": "${spellDuration(text)}"`;
    return isUnit(field) ? 'write number and unit in one field: "duration": "3 days"' : undefined;
  },
  length: { text: 'duration', seconds: 'seconds' },
  caption: 'Delay',
});
