import { existsSync } from 'node:fs';
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
import { GONE, readTextFile } from './files.ts';
import type { Plan } from './plan.ts';
import { UserError } from './user-error.ts';
import { writeFileWhole } from './write-file.ts';

/** @param file relative to the working directory. @param mayBeMissing without entries then. */
export function readBaseline(file: string, mayBeMissing = false): readonly BaselineEntry[] {
  const found = readTextFile(file);
  if ('reason' in found) {
    const isMissing = found.reason === GONE;
    if (isMissing && mayBeMissing) return [];
    throw new UserError(
      `the baseline ${quote(file)} ${found.reason}`,
      isMissing ? 'add --update-baseline to write it from the findings of today' : 'name a file',
    );
  }
  const entries = parseBaseline(found.text);
  if (typeof entries !== 'string') return entries;
  throw new UserError(
    `${quote(file)} is not a baseline: ${entries}`,
    'name another file, and write it with --update-baseline',
  );
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
  const before = readBaseline(file, true);
  const found = entriesOf(result.findings).map(({ source = '-', ...entry }) => ({
    ...entry,
    source: sourceIn(file, source),
  }));
  const fingerprints = new Set(found.map(({ fingerprint }) => fingerprint));
  const isLost = createTest(result, plan);
  const others = before.filter(({ fingerprint }) => !fingerprints.has(fingerprint));
  const kept = others.filter((entry) => !isLost(entry));
  const text = printBaseline([...found, ...kept]);
  const old = readTextFile(file);
  if (!('text' in old && old.text === text)) writeFileWhole(file, [text]);
  const added = fingerprints.size - (before.length - others.length);
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
    !inputs.takesEvents;
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
