/** Corrects documents by the fixes of their findings. Pure: the files are written elsewhere. */
import { groupBy } from '../core/graph/graph.ts';
import type { LintResult } from '../core/lint/lint.ts';
import type { Finding, Fix } from '../core/model/finding.ts';
import type { Input } from '../core/model/workflow.ts';
import { escapeText } from '../core/report/escape.ts';
import { wordLocation } from '../core/report/words.ts';
import { applyFixes } from './apply-fixes.ts';
import type { Plan } from './plan.ts';
import type { Reading } from './read.ts';

export type Check = (reading: Reading, plan: Plan) => LintResult;

/** A fix of the wanted safety, with its finding. */
interface Proposal {
  readonly finding: Finding;
  readonly fix: Fix;
}

/** Of one document: the fixes that do not overlap, and its text with them. */
interface Attempt {
  readonly input: Input;
  readonly text: string;
  readonly made: number;
}

const MOST_ROUNDS = 10;

/** Accepted findings are not fixed. */
export const proposalsIn = ({ findings }: LintResult, plan: Plan): readonly Proposal[] =>
  findings.flatMap((finding) => {
    const isWanted = ({ safety }: Fix): boolean =>
      safety === 'safe' || plan.fix?.safety === 'unsafe';
    const wanted = finding.accepted === undefined ? finding.fixes.find(isWanted) : undefined;
    return wanted === undefined ? [] : [{ finding, fix: wanted }];
  });

const keyOf = ({ name, line }: Input): string => `${line ?? ''} ${name}`;

interface Corrected {
  readonly reading: Reading;
  readonly result: LintResult;
  /** By source. */
  readonly made: ReadonlyMap<string, number>;
  /** What was not made, for standard error. */
  readonly notes: readonly string[];
}

/**
 * Applies fixes and checks again. Where that makes a document worse, its fixes are left out, and
 * the others are tried again.
 * @param locks sources that are not changed.
 */
export function correct(
  start: Pick<Corrected, 'reading' | 'result'>,
  plan: Plan,
  check: Check,
  locks: ReadonlyMap<string, string>,
): Corrected {
  let { reading, result } = start;
  const made = new Map<string, number>();
  /** Documents that are left out, with the finding that their fixes would cause. */
  const stopped = new Map<string, Finding>();
  const open = (): readonly Proposal[] =>
    proposalsIn(result, plan).filter(({ finding: { input } }) => !locks.has(input.name));
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const proposals = open().filter(({ finding: { input } }) => !stopped.has(keyOf(input)));
    if (proposals.length === 0) break;
    const attempts = attemptsOf(proposals);
    const inputs = reading.inputs.map((input) => {
      const text = attempts.get(keyOf(input))?.text;
      return text === undefined ? input : { ...input, text };
    });
    const tried = { ...reading, inputs };
    const after = check(tried, plan);
    const worse = worsenedBy(attempts, result, after);
    for (const [key, finding] of worse) stopped.set(key, finding);
    if (worse.size > 0) continue;
    reading = tried;
    result = after;
    for (const attempt of attempts.values()) {
      const { name } = attempt.input;
      made.set(name, (made.get(name) ?? 0) + attempt.made);
    }
  }
  return { reading, result, made, notes: noteLeft(open(), stopped) };
}

const attemptsOf = (proposals: readonly Proposal[]): ReadonlyMap<string, Attempt> =>
  new Map(
    [...groupBy(proposals, ({ finding }) => keyOf(finding.input))].map(([key, own]) => {
      const { input } = (own[0] as Proposal).finding;
      const fixes = own.map((each) => each.fix);
      return [key, { input, ...applyFixes(input.text ?? '', fixes) }];
    }),
  );

/**
 * The documents that must not have their fixes, with a finding: their errors become more, or they
 * are no longer read. Where another document has more errors, those that its finding names, or all.
 */
function worsenedBy(
  attempts: ReadonlyMap<string, Attempt>,
  before: LintResult,
  after: LintResult,
): ReadonlyMap<string, Finding> {
  const worse = new Map<string, Finding>();
  const known = new Set(before.findings.map(({ fingerprint }) => fingerprint));
  const [old, now] = [errorsIn(before), errorsIn(after)];
  const broken = after.documents.filter(({ form }) => form === 'broken');
  const brokenKeys = new Set(broken.map(({ input }) => keyOf(input)));
  for (const [key, errors] of now) {
    const isBroken = brokenKeys.has(key) && attempts.has(key);
    const cause = errors.find(({ fingerprint }) => !known.has(fingerprint));
    if (cause === undefined) continue;
    if (!isBroken && errors.length <= (old.get(key)?.length ?? 0)) continue;
    const named = new Set(cause.related.map(({ location }) => location.source));
    const own = attempts.has(key) ? [key] : [];
    const others = [...attempts].filter(([, { input }]) => named.has(input.name));
    const causes = [own, others.map(([other]) => other), [...attempts.keys()]];
    for (const each of causes.find(({ length }) => length > 0) ?? [])
      if (!worse.has(each)) worse.set(each, cause);
  }
  return worse;
}

const errorsIn = ({ findings }: LintResult): ReadonlyMap<string, readonly Finding[]> =>
  groupBy(
    findings.filter(({ severity, accepted }) => severity === 'error' && accepted === undefined),
    ({ input }) => keyOf(input),
  );

const MOST_NOTES = 10;

/** A line a document. */
function noteLeft(
  left: readonly Proposal[],
  stopped: ReadonlyMap<string, Finding>,
): readonly string[] {
  const groups = [...groupBy(left, ({ finding }) => keyOf(finding.input))];
  const lines = groups.slice(0, MOST_NOTES).map(([key, own]) => {
    const { input } = (own[0] as Proposal).finding;
    const [count, them] =
      own.length === 1 ? ['1 fix was', 'it'] : [`${own.length} fixes were`, 'they'];
    const cause = stopped.get(key);
    const reason =
      cause === undefined
        ? 'run the command again'
        : `${them} would cause ${cause.rule} at ${wordLocation(cause.location)}: ${cause.message}`;
    const place = input.line === undefined ? input.name : `${input.name}:${input.line}`;
    return `edgewise: ${count} not made in ${escapeText(place)}: ${escapeText(reason)}`;
  });
  const more = groups.length - lines.length;
  return more > 0 ? [...lines, `edgewise: fixes were not made in ${more} more documents`] : lines;
}
