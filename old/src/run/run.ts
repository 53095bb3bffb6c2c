/** What every command does between reading and writing. Pure: it also runs in a browser. */
import type { SourceItem } from '../core/document/split.ts';
import { accept, type Outcome, type Policy } from '../core/lint/accept.ts';
import { type CheckSettings, createReadText } from '../core/lint/check.ts';
import { compareParts } from '../core/lint/compare.ts';
import { checkInput } from '../core/lint/lint.ts';
import type { ReadText } from '../core/lint/locate.ts';
import type { Part } from '../core/lint/part.ts';
import type { Suppression } from '../core/lint/suppress.ts';
import { type Decoded, type DecodeSettings, decodeItems } from './decode.ts';

export type RunSettings<S extends Suppression = Suppression> = CheckSettings & Policy<S>;

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
export function collect({ input, ...read }: Decoded, settings: RunSettings): Part {
  const { skipped, ignored, empty, createdBy } = read;
  return { ...checkInput(input, settings), skipped, ignored, empty, createdBy };
}

/** The outcome of a run. @param parts all parts of it. */
export function finishRun<S extends Suppression>(
  parts: readonly Part[],
  readText: ReadText,
  settings: RunSettings<S>,
): Outcome<S> {
  const compared = compareParts(parts, settings);
  return accept(parts, compared, readText, settings);
}
