import { lengthsIn } from '../src/core/graph/reads.ts';
import {
  acceptedDuration,
  fromMilliseconds,
  type Length,
  LONGEST_DELAY,
  meantByNumber,
  parseDuration,
  spellDuration,
  spellSeconds,
  UNITS,
} from '../src/core/model/duration.ts';
import { snakeCase } from '../src/core/model/fields.ts';
import { writeFix } from '../src/core/model/fix.ts';
import { describeKind } from '../src/core/model/json.ts';
import { labelOf, quote } from '../src/core/model/label.ts';
import { nearest } from '../src/core/model/nearest.ts';
import { isDelay } from '../src/core/model/step-type.ts';
import { pluralize } from '../src/core/model/text.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'invalid-delay',
  severity: 'error',
  preset: 'correctness',
  category: 'time',
  summary: 'A delay or timeout with an invalid duration.',
  why: 'The service rejects the workflow, or contacts do not wait and receive all emails at once.',
  remedy: 'Write a valid duration: "3 days" as "duration" or "timeout", 259200 as "seconds".',
  whenOff: 'Never: the length of such a step is undefined.',
  linear: true,

  workflow({ graph }, report) {
    for (const length of lengthsIn(graph)) {
      const { step } = length;
      if (length.duration.kind !== 'invalid') continue;
      const meant = meantBy(length);
      report({
        at: [step, 'config', length.field],
        message: `"${length.field}" of ${labelOf(step)} ${describe(length, length.duration.reason)}`,
        help: helpFor(length, meant),
        fixes: writeFix(
          [[step, 'config', length.field]],
          meant?.value,
          meant?.isSafe === true ? 'safe' : 'unsafe',
        ),
        fingerprintKey: { detail: snakeCase(length.field) },
      });
    }
  },
});

const isNumeric = (field: string): boolean => field === 'seconds' || field === 'timeout_seconds';

function describe({ field, raw }: Length, reason: string): string {
  if (typeof raw === 'string')
    return isNumeric(field)
      ? `is the string ${quote(raw)}, not a number of seconds`
      : `${reason}: ${quote(raw)}`;
  if (typeof raw !== 'number')
    return `is ${describeKind(raw)}, not ${isNumeric(field) ? 'a number of seconds' : 'a string such as "3 days"'}`;
  return isNumeric(field)
    ? `${reason}${Number.isFinite(raw) && raw !== 0 ? `: ${raw}` : ''}`
    : `is the number ${raw}, not a string such as "3 days"`;
}

function helpFor({ step, field }: Length, meant: Meant | undefined): string {
  if (meant !== undefined) return meant.help;
  const example = isNumeric(field) ? '259200 for 3 days' : '"3 days"';
  return isDelay(step)
    ? `write a duration such as ${example}, or remove the step`
    : `write a maximum duration such as ${example}`;
}

/** The intended duration, when only one is likely. */
interface Meant {
  /** Not known where the help has an example only. */
  readonly value?: string | number;
  readonly help: string;
  /** Only its spelling changes. */
  readonly isSafe?: boolean;
}

function meantBy({ field, raw, step }: Length): Meant | undefined {
  if (isNumeric(field)) return typeof raw === 'string' ? meantSeconds(raw) : undefined;
  if (typeof raw === 'number') return meantText(raw, step.config['unit']);
  if (typeof raw !== 'string') return undefined;
  const milliseconds = fromMilliseconds(raw);
  if (milliseconds !== undefined) {
    const value = spellSeconds(milliseconds);
    return { value, help: `write "${value}"` };
  }
  const near = raw.length > 40 ? undefined : nearestDuration(raw.trim().toLowerCase());
  // A longer one is no remedy.
  const value = acceptedDuration(near);
  return value === undefined
    ? undefined
    : { value, help: `did you mean "${value}"?`, isSafe: true };
}

function meantSeconds(raw: string): Meant | undefined {
  if (/^\d{1,12}$/.test(raw)) {
    const value = Number(raw);
    return value > 0 && value <= LONGEST_DELAY
      ? { value, help: `write ${value} without the quotes`, isSafe: true }
      : undefined;
  }
  const milliseconds = fromMilliseconds(raw);
  if (milliseconds !== undefined) return { value: milliseconds, help: `write ${milliseconds}` };
  const duration = parseDuration(raw);
  if (duration.kind !== 'known' || duration.seconds > LONGEST_DELAY) return undefined;
  const { seconds: value, unclear } = duration;
  return { value, help: `write ${value}`, isSafe: !unclear };
}

function meantText(raw: number, unit: unknown): Meant | undefined {
  if (!Number.isFinite(raw) || raw <= 0) return undefined;
  const withUnit = typeof unit === 'string' ? spellDuration(`${raw} ${unit}`) : undefined;
  if (withUnit !== acceptedDuration(withUnit)) return undefined;
  if (withUnit !== undefined) return { value: withUnit, help: `write "${withUnit}"` };
  if (raw < 60) {
    const example = pluralize(raw, raw > 30 ? 'minute' : 'day');
    return { help: `write a number with its unit, such as "${example}"` };
  }
  const meant = meantByNumber(raw);
  if (meant === undefined) return undefined;
  const value = spellSeconds(meant.seconds);
  return { value, help: `if these are ${meant.unit}, write "${value}"` };
}

const AMOUNTS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
const ISO = /^p(?:(\d{1,4})w)?(?:(\d{1,4})d)?(?:t(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:(\d{1,9})s)?)?$/;
const ISO_UNITS = ['week', 'day', 'hour', 'minute', 'second'];

/** The valid duration nearest to a text: "3 dasy", "one day", "P3D". */
function nearestDuration(text: string): string | undefined {
  const iso = ISO.exec(text);
  if (iso !== null) {
    const parts = ISO_UNITS.map((unit, i) => pluralize(Number(iso[i + 1] ?? 0), unit));
    return parts.filter((part) => !part.startsWith('0 ')).join(' ');
  }
  const [, written = '', word = ''] = /^(\d{1,6}|[a-z]{1,6}) ?([a-z]{2,10})$/.exec(text) ?? [];
  const spelled = written === 'a' || written === 'an' ? 1 : AMOUNTS.indexOf(written);
  const name = word.replace(/s$/, '');
  const unit = UNITS.has(name) ? name : nearest(name, UNITS.keys());
  return unit && pluralize(spelled === -1 ? Number(written) : spelled, unit);
}
