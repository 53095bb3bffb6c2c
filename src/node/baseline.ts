import { existsSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import {
  type BaselineEntry,
  entriesOf,
  parseBaseline,
  printBaseline,
} from '../core/config/baseline.ts';
import type { LintResult } from '../core/lint/lint.ts';
import { rulesInForce } from '../core/lint/settings.ts';
import type { Finding } from '../core/model/finding.ts';
import { plural, quote } from '../core/model/text.ts';
import { escapeText } from '../core/report/escape.ts';
import { notCheckedEntries } from '../core/report/words.ts';
import type { Plan } from './plan.ts';
import { codeOf, explainFileError, UserError } from './user-error.ts';
import { writeFileWhole } from './write-file.ts';

export interface Baseline {
  readonly entries: readonly BaselineEntry[];
  readonly fingerprints: ReadonlySet<string>;
}

/** @param file relative to the working directory. */
export function readBaseline(file: string, { mayBeMissing = false } = {}): Baseline {
  const text = readText(file);
  if (text === undefined && !mayBeMissing)
    throw new UserError(
      `the baseline ${quote(file)} does not exist`,
      'add --update-baseline to write it from the findings of today',
    );
  const entries = text === undefined ? [] : parseBaseline(text.replace(/^\ufeff/, ''));
  if (typeof entries === 'string')
    throw new UserError(
      `${quote(file)} is not a baseline: ${entries}`,
      'delete it, and write a new one with --update-baseline',
    );
  return { entries, fingerprints: new Set(entries.map(({ fingerprint }) => fingerprint)) };
}

/** Undefined where there is no file. */
function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw new UserError(`cannot read the baseline ${quote(file)}: ${explainFileError(error)}`);
  }
}

/**
 * Writes the findings of a run to its baseline, where that is asked. Returns the result in which
 * they are accepted.
 */
export function updateBaseline(
  result: LintResult,
  plan: Plan,
): { readonly result: LintResult; readonly notes: readonly string[] } {
  const { file = '', isUpdated = false } = plan.baseline ?? {};
  if (!isUpdated) return { result, notes: [] };
  const name = `edgewise: ${escapeText(file)}`;
  if (result.crashed.length > 0)
    return { result, notes: [`${name} was not updated, because a rule crashed`] };
  const before = readBaseline(file, { mayBeMissing: true });
  const found = entriesOf(result.findings).map((entry) => ({
    ...entry,
    ...(entry.source !== undefined && { source: sourceIn(file, entry.source) }),
  }));
  const fingerprints = new Set(found.map(({ fingerprint }) => fingerprint));
  const isLost = createTest(result, plan);
  const others = before.entries.filter(({ fingerprint }) => !fingerprints.has(fingerprint));
  const kept = others.filter((entry) => !isLost(entry));
  const text = printBaseline([...found, ...kept]);
  if (text !== readText(file)) writeFileWhole(file, [text]);
  const added = [...fingerprints].filter((each) => !before.fingerprints.has(each)).length;
  const count = plural(fingerprints.size + kept.length, 'finding');
  const dropped = others.length - kept.length;
  return {
    result: {
      ...result,
      findings: result.findings.map(accept),
      unused: { ...result.unused, baseline: [] },
    },
    notes: [`${name}: ${count} accepted (${added} new, ${dropped} dropped)`],
  };
}

const accept = (finding: Finding): Finding =>
  finding.isMandatory || finding.accepted !== undefined
    ? finding
    : { ...finding, accepted: { by: 'baseline' } };

/** A source as the baseline has it: from its own folder, for any working directory. */
function sourceIn(file: string, source: string): string {
  if (source === '-' || source.includes('://')) return source;
  return relative(dirname(file), source).replaceAll('\\', '/');
}

/** Whether an entry without a finding is dropped: its rule and file were checked or are gone. */
function createTest(result: LintResult, plan: Plan): (entry: BaselineEntry) => boolean {
  const { choice, inputs, config, rules } = plan;
  const isPart =
    result.failures.length > 0 ||
    choice.only !== undefined ||
    inputs.workflows.length > 0 ||
    inputs.events === 'none';
  const notChecked = new Set(notCheckedEntries(result.notChecked).map(({ rule }) => rule));
  const inForce = rulesInForce(rules.rules, choice, rules.mandatory);
  // The command line may leave a rule out; the configuration means it.
  const isLeftOut = (id: string): boolean =>
    config.rules.get(id)?.severity !== 'off' &&
    rules.rules.some((rule) => rule.id === id) &&
    !inForce.some(({ rule }) => rule.id === id);
  const { file = '' } = plan.baseline ?? {};
  const read = new Set(result.documents.map(({ input }) => sourceIn(file, input.name)));
  return ({ rule, source }) => {
    if (isPart || notChecked.has(rule) || isLeftOut(rule)) return false;
    if (source === undefined || read.has(source)) return true;
    return !source.includes('://') && !existsSync(resolve(dirname(file), source));
  };
}
