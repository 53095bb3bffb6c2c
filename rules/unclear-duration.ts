import { lengthsIn } from '../src/graph/reads.ts';
import { count, spellDuration } from '../src/model/duration.ts';
import { labelOf, quote } from '../src/model/label.ts';
import { defineRule } from '../src/rule.ts';

export default defineRule({
  id: 'unclear-duration',
  severity: 'warning',
  preset: 'recommended',
  category: 'time',
  since: '0.1.0',
  summary: 'A length of time that can be read in more than one way.',
  why: 'The service documents full words only; what it makes of a short form is a guess, and the email may come months late, or at once.',
  remedy: 'Write the unit in full: "5 minutes", "1 hour", "3 days", "1 week".',
  whenOff: 'When you have seen the service read your short forms as you mean them.',

  workflow({ graph }, report) {
    for (const { step, length } of lengthsIn(graph)) {
      const { field, raw, duration } = length;
      if (typeof raw !== 'string') continue;
      const bare = duration.kind === 'unclear';
      if (!bare && !(duration.kind === 'known' && duration.unclear)) continue;
      report({
        at: [step, 'config', field],
        message: `how long ${labelOf(step)} ${step.type === 'delay' ? 'takes' : 'waits'} is not clear: ${quote(raw)} ${bare ? 'has no unit' : doubtOf(raw)}`,
        help: bare ? `write ${unitsFor(raw)}` : `write "${spellDuration(raw)}"`,
        detail: field,
      });
    }
  },
});

const doubtOf = (raw: string): string => (/\d ?m(?![a-z])/i.test(raw) ? 'may be minutes or months' : 'is a short form');

function unitsFor(raw: string): string {
  const [minutes, hours, days] = ['minute', 'hour', 'day'].map((unit) => `"${count(Number(raw), unit)}"`);
  return `${minutes}, ${hours} or ${days}`;
}
