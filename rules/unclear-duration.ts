import { lengthsIn } from '../src/core/graph/reads.ts';
import {
  formatDuration,
  LONGEST_DELAY,
  parseDuration,
  spellDuration,
  UNITS,
} from '../src/core/model/duration.ts';
import { writeFix } from '../src/core/model/fix.ts';
import { labelOf, quote } from '../src/core/model/label.ts';
import { pluralize } from '../src/core/model/text.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'unclear-duration',
  severity: 'warning',
  preset: 'recommended',
  category: 'time',
  since: '0.1.0',
  summary: 'A duration with a missing or abbreviated unit.',
  why: 'The service documents full words only, so the email may be sent at once or months late.',
  remedy: 'Write the unit in full, such as "5 minutes", "1 hour", "3 days" or "1 week".',
  whenOff: 'When the service is known to accept your abbreviated units.',
  linear: true,

  workflow({ graph }, report) {
    for (const length of lengthsIn(graph)) {
      const { step } = length;
      const { field, raw, duration } = length;
      if (typeof raw !== 'string') continue;
      const bare = duration.kind === 'unclear';
      if (!bare && !(duration.kind === 'known' && duration.unclear)) continue;
      report({
        at: [step, 'config', field],
        message: `${field} ${quote(raw)} of ${labelOf(step)} ${bare ? 'has no unit' : doubtOf(raw)}`,
        help: bare ? adviseUnit(raw) : `write "${spellDuration(raw)}"`,
        fixes: bare ? undefined : writeFix([[step, 'config', field]], spellDuration(raw)),
        detail: field,
      });
    }
  },
});

const doubtOf = (raw: string): string =>
  /\d ?m(?![a-z])/i.test(raw) ? 'may mean minutes or months' : 'has an abbreviated unit';

function adviseUnit(raw: string): string {
  const seconds = Number(raw);
  const duration = formatDuration(seconds);
  const meant = parseDuration(duration);
  if (seconds > LONGEST_DELAY) return 'write the unit in full, such as "3 days"';
  if (seconds >= LIKELY_SECONDS && meant.kind === 'known' && meant.seconds === seconds)
    return `if seconds, write "${duration}"`;
  const possible = ['minute', 'hour', 'day'].filter(
    (unit) => seconds * (UNITS.get(unit) as number) <= LONGEST_DELAY,
  );
  const named = possible.map((unit) => `"${pluralize(seconds, unit)}"`);
  return named.length === 0
    ? 'write the unit in full, such as "3 days"'
    : `write ${[named.slice(0, -1).join(', '), ...named.slice(-1)].filter((each) => each !== '').join(' or ')}`;
}

// Larger numbers are seldom minutes, hours or days.
const LIKELY_SECONDS = 3600;
