import {
  acceptedDuration,
  formatDuration,
  lengthInWords,
  secondsOf,
  spellDuration,
} from '../model/duration.ts';
import { quote } from '../model/label.ts';
import { defineStepType } from '../model/step-type.ts';

export default defineStepType({
  name: 'delay',
  position: 30,
  otherNames: ['wait', 'pause', 'sleep', 'timer'],
  // The rule invalid-delay checks the durations.
  fields: {
    duration: { example: '"3 days"' },
    seconds: { example: '259200 (3 days)' },
  },
  requires: [['duration', 'seconds']],
  adviseField(field, { config }) {
    const value = config[field];
    if (/^units?$/i.test(field)) {
      const { duration } = config;
      const isSplit = typeof duration === 'number' && typeof value === 'string';
      const whole = isSplit ? acceptedDuration(spellDuration(`${duration} ${value}`)) : '3 days';
      return `write number and unit in one field${whole === undefined ? '' : `: "duration": ${quote(whole)}`}`;
    }
    return typeof value === 'number' && acceptedDuration(`${value} ${field}`) !== undefined
      ? `write "duration": "${value} ${field}"`
      : undefined;
  },
  time: 'delay',
  lengths: { seconds: 'seconds', text: 'duration' },
  caption: 'Delay',
  kind: 'time',
  icon: 'M10 2.8a7.2 7.2 0 1 1 0 14.4a7.2 7.2 0 1 1 0-14.4M10 6v4.2l2.8 1.8',
  shape: 'round',
  summarize: (step) => [lengthInWords(step) ?? 'no length'],
  describe(step) {
    const seconds = secondsOf(step);
    return seconds === undefined ? 'waits for an unknown time' : `waits ${formatDuration(seconds)}`;
  },
  hint(step) {
    const seconds = secondsOf(step);
    return seconds === undefined ? undefined : `delay of ${formatDuration(seconds)}`;
  },
});
