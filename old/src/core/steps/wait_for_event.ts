import { outlineOfCondition } from '../model/condition-words.ts';
import { configField, eventNameOf } from '../model/config.ts';
import { formatDuration, hasTimeout, lengthInWords, secondsOf } from '../model/duration.ts';
import { isObject } from '../model/json.ts';
import { defineStepType, NAMED, OBJECT_OR_NULL } from '../model/step-type.ts';

export default defineStepType({
  name: 'wait_for_event',
  position: 40,
  otherNames: ['wait'],
  fields: {
    event_name: { schema: NAMED },
    timeout: { nullIsAbsent: true },
    timeout_seconds: { nullIsAbsent: true },
    filter_rule: { schema: OBJECT_OR_NULL, nullIsAbsent: true },
  },
  requires: [['event_name']],
  texts: [{ name: 'event name', use: 'id', of: 'events', at: [['config', 'event_name']] }],
  event: 'awaited',
  rule: 'filter_rule',
  branches: [
    { type: 'event_received', means: 'received', contacts: 'for whom the event comes' },
    {
      type: 'timeout',
      means: 'timedOut',
      contacts: 'for whom the event does not come in time',
    },
  ],
  time: 'timeout',
  lengths: { seconds: 'timeout_seconds', text: 'timeout' },
  caption: 'Wait for event',
  kind: 'time',
  icon: 'M5 2.8h10M5 17.2h10M6.2 2.8v2.4c0 2 3.8 3.2 3.8 4.8s-3.8 2.8-3.8 4.8v2.4M13.8 2.8v2.4c0 2-3.8 3.2-3.8 4.8s3.8 2.8 3.8 4.8v2.4',
  shape: 'hexagon',
  summarize(step) {
    const length = lengthInWords(step);
    const filter = configField(step, 'filter_rule');
    const [rule, ...rules] = isObject(filter) ? outlineOfCondition(filter) : [];
    return [
      eventNameOf(step) ?? 'no event',
      ...(rule === undefined ? [] : [`if ${rule}`, ...rules]),
      length !== undefined && hasTimeout(step) ? `at most ${length}` : 'without a timeout',
    ];
  },
  describe(step) {
    const seconds = secondsOf(step);
    return `waits for ${eventNameOf(step) ?? 'no event'}${seconds === undefined ? '' : `, at most ${formatDuration(seconds)}`}`;
  },
});
