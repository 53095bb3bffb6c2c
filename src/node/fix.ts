/** Applies the fixes of findings, and checks again, until there are no more. */
import { groupBy } from '../core/graph/graph.ts';
import type { LintResult } from '../core/lint/lint.ts';
import type { Failure, Finding, Fix } from '../core/model/finding.ts';
import { plural } from '../core/model/text.ts';
import type { Input } from '../core/model/workflow.ts';
import { escapeText } from '../core/report/escape.ts';
import { wordLocation } from '../core/report/words.ts';
import { check } from './check.ts';
import { applyFixes, writeFixed } from './fix-files.ts';
import type { Plan } from './plan.ts';
import type { Reading } from './read.ts';

interface Fixed {
  /** Of the texts that are in the files now; its failures name files that could not be written. */
  readonly result: LintResult;
  /** In a dry run: what would change. Not escaped, so that it can be applied. */
  readonly diff?: string;
  /** For standard error, escaped. */
  readonly notes: readonly string[];
}

/** Writes the files, or makes a diff. */
export async function fix(reading: Reading, plan: Plan): Promise<Fixed> {
  const corrected = correct(reading, plan);
  const isDryRun = plan.fix?.isDryRun === true;
  const written = await writeFixed(reading.inputs, corrected.reading.inputs, plan);
  const { inputs, diff, changed, locked, refused } = written;
  // What could not be written is reported as it is.
  const isKept = isDryRun || refused.size + locked.size > 0;
  const result = isKept ? check({ ...reading, inputs }, plan) : corrected.result;
  const failures = Array.from(
    refused,
    ([source, reason]): Failure => ({ source, message: `not fixed: ${reason}`, exit: 2 }),
  );
  const count = changed.reduce((sum, file) => sum + (corrected.made.get(file) ?? 0), 0);
  const fixes = `${plural(count, 'fix', 'fixes')} ${isDryRun ? 'would be ' : ''}made`;
  return {
    result: { ...result, failures: [...result.failures, ...failures] },
    ...(isDryRun && { diff }),
    notes: [
      count === 0 ? 'no fix was made' : `${fixes} in ${plural(changed.length, 'file')}`,
      ...Array.from(locked, ([source, why]) => `${escapeText(source)} is not fixed: ${why}`),
      ...corrected.left,
    ].map((line) => `edgewise: ${line}`),
  };
}

const MOST_ROUNDS = 10;

/** The document of a finding: a file, or a line of it. */
const keyOf = ({ input: { name, line } }: Pick<Finding, 'input'>): string =>
  `${line ?? ''} ${name}`;

type ByDocument = ReadonlyMap<string, readonly Finding[]>;

/** Where fixes make a document worse, they are left out, and the others are tried again. */
function correct(start: Reading, plan: Plan) {
  let reading = start;
  let result = check(reading, plan);
  const made = new Map<string, number>();
  /** Documents that are left out, with the finding that their fixes would cause. */
  const stopped = new Map<string, Finding>();
  const open = () => result.findings.filter((each) => fixOf(each, plan) !== undefined);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const fixable = groupBy(
      open().filter((each) => !stopped.has(keyOf(each))),
      keyOf,
    );
    if (fixable.size === 0) break;
    const counts = new Map<string, number>();
    const inputs = reading.inputs.map((input): Input => {
      const fixes = fixable.get(keyOf({ input }))?.flatMap((each) => fixOf(each, plan) ?? []);
      if (fixes === undefined) return input;
      const { text, made: count } = applyFixes(input.text ?? '', fixes);
      counts.set(input.name, (counts.get(input.name) ?? 0) + count);
      return { ...input, text };
    });
    const after = check({ ...reading, inputs }, plan);
    const worse = worsenedBy(fixable, result, after);
    for (const [key, finding] of worse) stopped.set(key, finding);
    if (worse.size > 0) continue;
    reading = { ...reading, inputs };
    result = after;
    for (const [file, count] of counts) made.set(file, (made.get(file) ?? 0) + count);
  }
  return { reading, result, made, left: describeLeft(open(), stopped) };
}

/** The first fix of the wanted safety. Accepted findings are not fixed. */
const fixOf = ({ accepted, fixes }: Finding, plan: Plan): Fix | undefined =>
  accepted === undefined
    ? fixes.find(({ safety }) => safety === 'safe' || plan.fix?.safety === 'unsafe')
    : undefined;

/**
 * The documents that must not have their fixes, with a finding: their errors become more, or they
 * are no longer read. Where another document has more errors, those that its finding names, or all.
 */
function worsenedBy(fixed: ByDocument, before: LintResult, after: LintResult) {
  const worse = new Map<string, Finding>();
  const known = new Set(before.findings.map(({ fingerprint }) => fingerprint));
  const broken = new Set(after.documents.filter(({ form }) => form === 'broken').map(keyOf));
  const old = errorsIn(before);
  for (const [key, errors] of errorsIn(after)) {
    const cause = errors.find(({ fingerprint }) => !known.has(fingerprint));
    const isMore = errors.length > (old.get(key)?.length ?? 0);
    if (cause === undefined || !(isMore || (broken.has(key) && fixed.has(key)))) continue;
    const named = new Set(cause.related.map(({ location }) => location.source));
    const others = [...fixed].filter(([, [own]]) => own && named.has(own.input.name));
    const causes = fixed.has(key) ? [key] : (others.length > 0 ? others : [...fixed]).map(first);
    for (const each of causes) if (!worse.has(each)) worse.set(each, cause);
  }
  return worse;
}

const first = ([key]: readonly [string, unknown]): string => key;

const errorsIn = ({ findings }: LintResult): ByDocument =>
  groupBy(
    findings.filter(({ severity, accepted }) => severity === 'error' && accepted === undefined),
    keyOf,
  );

/** What was not made: a line a document. */
const describeLeft = (left: readonly Finding[], stopped: ReadonlyMap<string, Finding>) =>
  Array.from(groupBy(left, keyOf), ([key, own]) => {
    const [{ input }] = own;
    const cause = stopped.get(key);
    const reason =
      cause === undefined
        ? 'run the command again'
        : `would cause ${cause.rule} at ${wordLocation(cause.location)}: ${cause.message}`;
    const place = input.line === undefined ? input.name : `${input.name}:${input.line}`;
    const count = plural(own.length, 'fix', 'fixes');
    return `${count} not made in ${escapeText(place)}: ${escapeText(reason)}`;
  });
