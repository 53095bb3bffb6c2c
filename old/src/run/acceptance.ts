import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Config, GivenSuppression } from '../core/config/config.ts';
import type { Outcome } from '../core/lint/accept.ts';
import type { Acceptance } from '../core/lint/apply-acceptance.ts';
import {
  type BaselineEntry,
  entriesOf,
  parseBaseline,
  printBaseline,
} from '../core/lint/baseline.ts';
import { rebase } from '../core/lint/patterns.ts';
import type { ActiveRule } from '../core/lint/settings.ts';
import type { Result } from '../core/model/finding.ts';
import { pluralize } from '../core/model/text.ts';
import { escapeJson } from '../core/report/escape.ts';
import { type AnyRule, isAboutCode } from '../core/rule.ts';
import { relativePath } from '../load/config/find.ts';
import { readWhole } from '../load/file.ts';
import { reasonOf } from '../load/source-error.ts';
import type { SharedArgs } from './flags.ts';
import type { Runtime } from './runtime.ts';
import { UserError } from './user-error.ts';
import { writeFileWhole } from './write-file.ts';

/** The flags that decide what is accepted, and whether all input was checked. */
export type AcceptanceFlags = SharedArgs<
  | 'baseline'
  | 'updateBaseline'
  | 'showSuppressed'
  | 'only'
  | 'rule'
  | 'preset'
  | 'workflow'
  | 'events'
> & {
  readonly positional: readonly string[];
  readonly status: string | undefined;
  readonly shard?: string | undefined;
  /** Only application code is reported on. */
  readonly onlyCode?: boolean | undefined;
};

export interface AcceptanceContext {
  readonly settings: { readonly acceptance: Acceptance<GivenSuppression> };
  readonly args: AcceptanceFlags;
  readonly active: readonly ActiveRule[];
  readonly names: ReadonlySet<string>;
  /** All rules, whether in force or not. */
  readonly rules: readonly AnyRule[];
}

/** The accepted findings: suppressions of the configuration, and the baseline. */
export function readAcceptance(
  { config: { suppressions }, today }: { readonly config: Config; readonly today: string },
  { baseline, updateBaseline = false, showSuppressed }: Partial<AcceptanceFlags>,
  runtime: Runtime,
): Acceptance<GivenSuppression> {
  if (baseline === undefined && updateBaseline)
    throw new UserError(
      '--update-baseline needs to know which',
      'such as --baseline edgewise.baseline.json --update-baseline',
    );
  return {
    suppressions,
    today,
    ...(baseline !== undefined && {
      baseline: readBaseline(resolve(runtime.cwd(), baseline), baseline, updateBaseline),
    }),
    updatesBaseline: updateBaseline,
    showSuppressed: showSuppressed === true,
  };
}

/** Notes on suppressions and the baseline, which is rewritten on request, after those of the result. */
export function notesOfRun(
  outcome: Outcome<GivenSuppression>,
  context: AcceptanceContext,
  runtime: Runtime,
): { readonly notes: readonly string[]; readonly gone: Result['gone'] } {
  const { result, unused, expired } = outcome;
  const path = resolve(runtime.cwd(), context.args.baseline ?? '');
  const unmatched = divideUnmatched(outcome, context, { path, cwd: runtime.cwd() });
  const notes = [
    ...(result.notes ?? []),
    ...[...expired].map(([suppression, matches]) =>
      expiredNote(suppression, matches, isCertain(suppression, result, context)),
    ),
    ...unused.filter((suppression) => isCertain(suppression, result, context)).map(unusedNote),
    ...baselineNotes(outcome, context, unmatched, { path, cwd: runtime.cwd() }),
  ];
  return { notes, gone: unmatched.gone };
}

/** A part of the workflows or rules was left out on request, so missing findings may exist. */
const isPartial = (args: AcceptanceFlags): boolean =>
  [args.shard, args.status].some((given) => given !== undefined) ||
  args.only.length + args.workflow.length > 0 ||
  args.events.includes('none');

// A suppression is only reported as unused if the run checked its rule and place.
function isCertain(
  { rule, workflow, at }: GivenSuppression,
  { complete, notChecked }: Result,
  { args, active, names, rules }: AcceptanceContext,
): boolean {
  if (!complete || isPartial(args)) return false;
  if (args.onlyCode === true && at === undefined) return false;
  const isInForce = active.some((each) => each.rule.id === rule);
  const known = rules.find(({ id }) => id === rule);
  if (!isInForce && known !== undefined && isAboutCode(known)) return false;
  // Its plugin may not be loaded.
  if (rule.includes('/') && !isInForce) return false;
  if (!isInForce) return args.rule.length === 0 && args.preset === undefined;
  if (notChecked.some((entry) => entry.rule === rule)) return false;
  return workflow === undefined || names.has(workflow) || args.positional.length === 0;
}

function expiredNote(
  { rule, expires, from }: GivenSuppression,
  matches: number,
  isSure: boolean,
): string {
  const their = matches === 1 ? 'its finding counts' : `its ${matches} findings count`;
  const what = matches === 0 ? 'and matches nothing: delete it' : `so ${their} again`;
  const note = `${from}: this suppression of "${rule}" expired on ${expires}`;
  // Suppressions of unchecked parts may still match.
  return matches === 0 && !isSure ? note : `${note}, ${what}`;
}

const unusedNote = ({ rule, from }: GivenSuppression): string =>
  `${from}: this suppression of "${rule}" matches nothing: delete it`;

interface BaselineFile {
  readonly path: string;
  readonly cwd: string;
}

/** Entries of the baseline that no finding has: those of parts that were not checked are kept. */
function divideUnmatched(
  { result, unmatched }: Outcome,
  context: AcceptanceContext,
  file: BaselineFile,
) {
  const read = new Set(result.sources.map((source) => named(source, file)));
  const kept = unmatched.filter((entry) => mayBeThere(entry, result, context, { read, ...file }));
  return { kept, gone: unmatched.filter((entry) => !kept.includes(entry)) };
}

function baselineNotes(
  { result, baselined }: Outcome,
  context: AcceptanceContext,
  { kept, gone }: ReturnType<typeof divideUnmatched>,
  place: BaselineFile,
): readonly string[] {
  const { baseline: file, updateBaseline } = context.args;
  if (file === undefined) return [];
  const stale = gone.length;
  if (!updateBaseline) {
    const [are, them] = stale === 1 ? ['entry matches', 'it'] : ['entries match', 'them'];
    const note = `${file}: ${stale} ${are} nothing any more: --update-baseline drops ${them}`;
    return stale === 0 ? [] : [note];
  }
  if (result.crashed) return [`${file} was not updated, because a rule failed`];
  const text = escapeJson(
    printBaseline(entriesOf([...baselined], kept, (source) => named(source, place))),
  );
  const { path, cwd } = place;
  if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileWhole(path, [text], cwd);
  const before = new Set(
    context.settings.acceptance.baseline?.map(({ fingerprint }) => fingerprint),
  );
  const added = [...baselined].filter(({ fingerprint }) => !before.has(fingerprint)).length;
  return [
    `${file}: ${pluralize(baselined.size + kept.length, 'finding')} accepted (${added} new, ${stale} dropped)`,
  ];
}

function readBaseline(path: string, name: string, mayBeMissing: boolean): readonly BaselineEntry[] {
  if (!existsSync(path)) {
    if (mayBeMissing) return [];
    throw new UserError(
      `the baseline "${name}" does not exist`,
      'add --update-baseline to write it from the findings of today',
    );
  }
  let text: string;
  try {
    text = readWhole(path).toString('utf8');
  } catch (error) {
    throw new UserError(`the baseline "${name}": ${reasonOf(error)}`);
  }
  const entries = parseBaseline(text.replace(/^\ufeff/, ''));
  if (typeof entries === 'string')
    throw new UserError(
      `"${name}" is not a baseline: ${entries}`,
      'delete it, and write a new one with --update-baseline',
    );
  return entries;
}

// Entries of parts that were not checked or not read are kept.
function mayBeThere(
  { rule, source }: BaselineEntry,
  result: Result,
  { args, active }: AcceptanceContext,
  { read, path }: { readonly read: ReadonlySet<string>; readonly path: string },
): boolean {
  const { complete, notChecked } = result;
  if (
    !complete ||
    args.onlyCode === true ||
    isPartial(args) ||
    notChecked.some((entry) => entry.rule === rule)
  )
    return true;
  if (
    (args.rule.length > 0 || args.preset !== undefined) &&
    !active.some((each) => each.rule.id === rule)
  )
    return true;
  if (source === undefined || read.has(source)) return false;
  return source.includes('://') || existsSync(resolve(dirname(path), source));
}

/** A source in the baseline: relative to the folder of the baseline, for any working directory. */
function named(source: string, { path, cwd }: BaselineFile): string {
  const isPath = !source.includes('://') && source !== '-';
  return isPath ? rebase(source, relativePath(dirname(path), cwd)) : source;
}
