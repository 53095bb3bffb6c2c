import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Config, GivenSuppression } from '../config/config.ts';
import { wayFrom } from '../config/find.ts';
import { type BaselineEntry, compareBaseline, entriesOf, parseBaseline, printBaseline } from '../lint/baseline.ts';
import { rebase } from '../lint/rebase.ts';
import type { ActiveRule } from '../lint/settings.ts';
import { isSuppressible, suppress, withoutSilenced } from '../lint/suppress.ts';
import { reasonOf } from '../load/refusal.ts';
import type { Finding, Result, Silence } from '../model/finding.ts';
import { escapeJson } from '../report/escape.ts';
import { count } from '../report/words.ts';
import type { Args } from './args.ts';
import type { Program } from './main.ts';
import { writeFileWhole } from './output.ts';
import { UserError } from './user-error.ts';

export interface Run {
  readonly config: Config;
  readonly args: Args;
  /** Ids and names of the workflows that were read. */
  readonly seen: ReadonlySet<string>;
  readonly active: readonly ActiveRule[];
  /** As `2027-01-31`. */
  readonly today: string;
}

/** The result when what is suppressed, and what the baseline accepts, does not count; with notes on both. */
export async function silence(result: Result, run: Run, program: Program): Promise<Result> {
  const { config, args, today } = run;
  const { suppressions } = config;
  if (suppressions.length === 0 && args.baseline === undefined && !args.updateBaseline) return result;
  const { by, unused, expired } = suppress(result.findings, suppressions, today);
  const silences = new Map<Finding, Silence>([...by].map(([finding, { reason }]) => [finding, { by: 'suppression', reason }]));
  const notes = [
    ...[...expired].map(([suppression, matches]) => expiredNote(suppression, matches)),
    ...unused.filter((suppression) => isCertain(suppression, result, run)).map(unusedNote),
  ];
  if (args.baseline !== undefined || args.updateBaseline) {
    const rest = result.findings.filter((finding) => !silences.has(finding));
    const baseline = applyBaseline(rest, result, run, program);
    for (const finding of baseline.known) silences.set(finding, { by: 'baseline' });
    notes.push(...baseline.notes);
  }
  const all = [...(result.notes ?? []), ...notes];
  return { ...withoutSilenced(result, silences, args.showSuppressed), ...(all.length > 0 && { notes: all }) };
}

/** Takes down the names of workflows as they are read. */
export function noteNames(seen: Set<string>): (workflow: { readonly id: string | undefined; readonly name: string | undefined }) => void {
  return ({ id, name }) => {
    if (id !== undefined) seen.add(id);
    if (name !== undefined) seen.add(name);
  };
}

/** Part of the workflows or rules was left out on purpose: what is not found may well be there. */
function isPartial({ only, status, workflow, events, changedSince, shard }: Args): boolean {
  return shard !== undefined || changedSince !== undefined || only.length > 0 || status !== undefined || workflow.length > 0 || events.includes('none');
}

// A suppression is only called unused when the run would have found what it is about.
function isCertain({ rule, workflow }: GivenSuppression, { complete, notChecked }: Result, { args, active, seen }: Run): boolean {
  if (!complete || isPartial(args)) return false;
  if (!active.some((each) => each.rule.id === rule)) return args.rule.length === 0 && args.preset === undefined;
  if (notChecked.some((entry) => entry.rule === rule)) return false;
  return workflow === undefined || seen.has(workflow) || args.positional.length === 0;
}

function expiredNote({ rule, expires, from }: GivenSuppression, matches: number): string {
  const what = matches === 0 ? 'and matches nothing: delete it' : `so ${matches === 1 ? 'its finding counts' : `its ${matches} findings count`} again`;
  return `${from}: this suppression of "${rule}" expired on ${expires}, ${what}`;
}

function unusedNote({ rule, from }: GivenSuppression): string {
  return `${from}: this suppression of "${rule}" matches nothing: delete it`;
}

interface Baselined {
  readonly known: ReadonlySet<Finding>;
  readonly notes: readonly string[];
}

function applyBaseline(findings: readonly Finding[], result: Result, run: Run, program: Program): Baselined {
  const { baseline: file, updateBaseline } = run.args;
  if (file === undefined) throw new UserError('--update-baseline needs to know which', 'such as --baseline edgewise.baseline.json --update-baseline');
  const path = resolve(program.cwd(), file);
  const entries = readBaseline(path, file, updateBaseline);
  const { known, unmatched } = compareBaseline(findings, entries);
  const fromBaseline = wayFrom(dirname(path), program.cwd());
  const read = new Set(unmatched.length === 0 ? [] : result.sources.map((source) => named(source, fromBaseline)));
  const kept = unmatched.filter((entry) => mayBeThere(entry, read, result, run, path));
  const stale = unmatched.length - kept.length;
  if (!updateBaseline) {
    const are = stale === 1 ? 'entry matches' : 'entries match';
    return { known, notes: stale === 0 ? [] : [`${file}: ${stale} ${are} nothing any more: --update-baseline drops ${stale === 1 ? 'it' : 'them'}`] };
  }
  if (result.crashed) return { known, notes: [`${file} was not updated, because a rule failed`] };
  const accepted = new Set(findings.filter(({ rule }) => isSuppressible(rule)));
  const added = accepted.size - known.size;
  const text = escapeJson(printBaseline(entriesOf([...accepted], kept, (source) => named(source, fromBaseline))));
  if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileWhole(path, [text]);
  return { known: accepted, notes: [`${file}: ${count(accepted.size + kept.length, 'finding')} accepted (${added} new, ${stale} dropped)`] };
}

function readBaseline(path: string, name: string, mayBeMissing: boolean): readonly BaselineEntry[] {
  if (!existsSync(path)) {
    if (mayBeMissing) return [];
    throw new UserError(`the baseline "${name}" does not exist`, 'add --update-baseline to write it from the findings of today');
  }
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new UserError(`the baseline "${name}": ${reasonOf(error)}`);
  }
  const entries = parseBaseline(text.replace(/^\ufeff/, ''));
  if (typeof entries === 'string') throw new UserError(`"${name}" is no baseline: ${entries}`, 'delete it, and write a new one with --update-baseline');
  return entries;
}

// What this run did not look at, or could not read, is neither gone nor to be dropped.
function mayBeThere({ rule, source }: BaselineEntry, read: ReadonlySet<string>, result: Result, { args, active }: Run, path: string): boolean {
  const { complete, notChecked } = result;
  if (!complete || isPartial(args) || notChecked.some((entry) => entry.rule === rule)) return true;
  if ((args.rule.length > 0 || args.preset !== undefined) && !active.some((each) => each.rule.id === rule)) return true;
  if (source === undefined || read.has(source)) return false;
  return source.includes('://') || existsSync(resolve(dirname(path), source));
}

/** A source as the baseline names it: from its own folder, wherever the command is run. */
function named(source: string, way: string): string {
  return source.includes('://') || source === '-' ? source : rebase(source, way);
}
