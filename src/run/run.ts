/** What every command does between reading and writing. Pure: it also runs in a browser. */
import type { SourceItem } from '../core/document/split.ts';
import {
  type Acceptance,
  type Applied,
  applySuppressions,
} from '../core/lint/apply-suppressions.ts';
import { type CheckSettings, createReadText } from '../core/lint/check.ts';
import type { ReadText } from '../core/lint/drafts.ts';
import {
  type Compared,
  compareParts,
  finishParts,
  markCheckedInPart,
} from '../core/lint/finish.ts';
import { checkInput } from '../core/lint/lint.ts';
import type { Part } from '../core/lint/part.ts';
import type { Suppression } from '../core/lint/suppress.ts';
import type { Location, Result, Silenced } from '../core/model/finding.ts';
import type { Clock } from './clock.ts';
import { type Decoded, type DecodeSettings, decodeItems } from './decode.ts';

export interface RunSettings<S extends Suppression = Suppression> extends CheckSettings {
  /** Why the rules over the whole workspace cannot run: these are not all parts of it. */
  readonly unfinished?: string | undefined;
  readonly silenced?: Omit<Silenced, 'files'> | undefined;
  /** Removes findings that were not requested. */
  readonly narrow?: ((result: Result) => Result) | undefined;
  /** The accepted findings; without it, every finding counts. */
  readonly acceptance?: Acceptance<S> | undefined;
  /** Measures the time. Its rules must be the given ones. */
  readonly clock?: Clock | undefined;
}

/** The part of a run before the rules over the whole workspace. Plain data. */
export interface Collected extends Pick<Decoded, 'skipped' | 'ignored' | 'empty'> {
  readonly part: Part;
  readonly origins?: Decoded['origins'];
}

export interface Outcome<S extends Suppression = Suppression> extends Applied<S> {
  readonly empty: boolean;
}

/** Decodes, checks, compares and accepts. */
export function runItems<S extends Suppression>(
  items: readonly SourceItem[],
  settings: RunSettings<S> & DecodeSettings,
): Outcome<S> {
  return run(decodeItems(items, settings), settings);
}

export function run<S extends Suppression>(decoded: Decoded, settings: RunSettings<S>): Outcome<S> {
  const readText = createReadText(decoded.input.documents);
  return finishRun([collect(decoded, settings)], readText, settings);
}

/** Checks documents, without the rules over the whole workspace. */
export function collect({ input, ...read }: Decoded, settings: RunSettings): Collected {
  settings.clock?.enter('check');
  const { skipped, ignored, empty, origins } = read;
  return { part: checkInput(input, settings), skipped, ignored, empty, origins };
}

/** The outcome of a run of which these are all the parts. */
export function finishRun<S extends Suppression>(
  parts: readonly Collected[],
  readText: ReadText,
  settings: RunSettings<S>,
): Outcome<S> {
  return accept(parts, compareAll(parts, settings), readText, settings);
}

/** Runs the rules over the whole workspace. @param parts all parts of a run. */
export function compareAll(parts: readonly Collected[], settings: RunSettings): Compared {
  settings.clock?.enter('workspace');
  return compareParts(
    parts.map(({ part }) => part),
    settings,
  );
}

/** Locates and sorts the findings, and removes those that are accepted. */
export function accept<S extends Suppression>(
  parts: readonly Collected[],
  compared: Compared,
  readText: ReadText,
  { narrow = same, acceptance, silenced, clock, rules, unfinished }: RunSettings<S>,
): Outcome<S> {
  clock?.enter('findings');
  const skipped = parts.flatMap((each) => each.skipped);
  const whole = finishParts(
    parts.map(({ part }) => part),
    compared,
    { rules, skipped, unfinished, readText },
  );
  const files = new Set(parts.flatMap(({ ignored }) => ignored.map(({ source }) => source)));
  const known = silenced && { silenced: { ...silenced, files: [...files].sort() } };
  const result = narrow({ ...whole, ...known });
  const origins = new Map(parts.flatMap((part) => [...(part.origins ?? [])]));
  const located = origins.size === 0 ? result : addOrigins(result, origins);
  return {
    ...applySuppressions(markCheckedInPart(located), acceptance),
    empty: parts.every(({ empty }) => empty),
  };
}

const same = (result: Result): Result => result;

/** Where a program created the workflow of a finding, as the first related place. The program has to be corrected. */
function addOrigins(result: Result, origins: ReadonlyMap<string, Location | null>): Result {
  const findings = result.findings.map((finding) => {
    const location = origins.get(finding.location.source);
    if (location === undefined) return finding;
    if (location === null) return { ...finding, fixes: [] };
    const message = finding.workflow === undefined ? 'called here' : 'created here';
    const created = { message, location, isOrigin: true } as const;
    return { ...finding, fixes: [], related: [created, ...finding.related] };
  });
  return { ...result, findings };
}
