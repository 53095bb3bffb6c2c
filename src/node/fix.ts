import type { LintResult } from '../core/lint/lint.ts';
import type { Failure } from '../core/model/finding.ts';
import { plural } from '../core/model/text.ts';
import { escapeText } from '../core/report/escape.ts';
import { type Check, correct, proposalsIn } from './correct.ts';
import { lockOf, writeFixed } from './fix-files.ts';
import type { Plan } from './plan.ts';
import type { Reading } from './read.ts';

export interface Fixed {
  /** With the texts that are in the files now. */
  readonly reading: Reading;
  /** Of this reading; its failures name the files that could not be written. */
  readonly result: LintResult;
  /** With `isDryRun`: what would change. Not escaped, so that it can be applied. */
  readonly diff?: string;
  /** The files that have a new text. */
  readonly changed: readonly string[];
  /** For standard error, escaped. */
  readonly notes: readonly string[];
}

/** Applies fixes and checks again, until there are no more. Writes the files, or makes a diff. */
export async function fix(reading: Reading, plan: Plan, check: Check): Promise<Fixed> {
  const first = check(reading, plan);
  const locks = locksOf(first, plan);
  const corrected = correct({ reading, result: first }, plan, check, locks);
  const isDryRun = plan.fix?.isDryRun === true;
  const { inputs, diff, changed, refused } = await writeFixed(
    reading.inputs,
    corrected.reading.inputs,
    isDryRun,
  );
  // What could not be written is reported as it is.
  const isKept = isDryRun || refused.size > 0;
  const now = isKept ? { ...reading, inputs } : corrected.reading;
  const result = isKept ? check(now, plan) : corrected.result;
  const failures = Array.from(
    refused,
    ([source, reason]): Failure => ({ source, message: `not fixed: ${reason}`, exit: 2 }),
  );
  const left = Array.from(
    locks,
    ([source, reason]) => `edgewise: ${escapeText(source)} is not fixed: ${reason}`,
  );
  return {
    reading: now,
    result: { ...result, failures: [...result.failures, ...failures] },
    ...(isDryRun && { diff }),
    changed,
    notes: [...noteMade(corrected.made, changed, isDryRun), ...left, ...corrected.notes],
  };
}

/** The sources that have fixes and cannot be written, with the reason. */
function locksOf(result: LintResult, plan: Plan): ReadonlyMap<string, string> {
  const { paths, stdinName } = plan.inputs;
  const sources = new Set(proposalsIn(result, plan).map(({ finding }) => finding.input.name));
  const reasonOf = (source: string): string | undefined =>
    source === stdinName && paths.includes('-') ? 'it is standard input' : lockOf(source);
  return new Map(
    [...sources].flatMap((source) => {
      const reason = reasonOf(source);
      return reason === undefined ? [] : [[source, reason] as const];
    }),
  );
}

function noteMade(
  made: ReadonlyMap<string, number>,
  changed: readonly string[],
  isDryRun: boolean,
): readonly string[] {
  if (changed.length === 0) return ['edgewise: no fix was made'];
  const count = changed.reduce((sum, file) => sum + (made.get(file) ?? 0), 0);
  const fixes = `${plural(count, 'fix', 'fixes')} ${isDryRun ? 'would be ' : ''}made`;
  return [`edgewise: ${fixes} in ${plural(changed.length, 'file')}`];
}
