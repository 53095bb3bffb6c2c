import { lengthsIn } from '../src/core/graph/reads.ts';
import {
  LONGEST_DELAY,
  meantByNumber,
  secondsOfOption,
  spellDuration,
  spellSeconds,
} from '../src/core/model/duration.ts';
import { snakeCase } from '../src/core/model/fields.ts';
import { writeFix } from '../src/core/model/fix.ts';
import { labelOf, quote } from '../src/core/model/label.ts';
import { pluralize } from '../src/core/model/text.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'unclear-duration',
  severity: 'warning',
  preset: 'recommended',
  category: 'time',
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
        fixes: bare
          ? writeFix([[step, 'config', field]], meantLength(raw)?.value, 'unsafe')
          : writeFix([[step, 'config', field]], spellDuration(raw)),
        fingerprintKey: { detail: snakeCase(field) },
      });
    }
  },
});

const doubtOf = (raw: string): string =>
  /\d ?m(?![a-z])/i.test(raw) ? 'may mean minutes or months' : 'has an abbreviated unit';

/** The duration that a large number most likely means. */
function meantLength(raw: string): { readonly value: string; readonly unit: string } | undefined {
  const meant = Number(raw) < LIKELY_SECONDS ? undefined : meantByNumber(Number(raw));
  return meant && { value: spellSeconds(meant.seconds), unit: meant.unit };
}

function adviseUnit(raw: string): string {
  const meant = meantLength(raw);
  if (meant !== undefined) return `if ${meant.unit}, write "${meant.value}"`;
  if (Number(raw) >= LIKELY_SECONDS) return 'write a duration with its unit, such as "3 days"';
  const lengths = ['minute', 'hour', 'day']
    .map((unit) => pluralize(Number(raw), unit))
    .filter((text) => secondsOfOption(text) <= LONGEST_DELAY);
  return `write ${lengths.map((text) => `"${text}"`).join(' or ')}`;
}

// Larger numbers are seldom minutes, hours or days.
const LIKELY_SECONDS = 3600;
