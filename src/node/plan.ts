import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { chooseRules, createPathMatcher } from '../core/config/choice.ts';
import { type Config, NO_CONFIG, type Patterns } from '../core/config/load-config.ts';
import type { Acceptance } from '../core/lint/accept.ts';
import type { RuleSet } from '../core/lint/lint.ts';
import type { RuleChoice } from '../core/lint/settings.ts';
import { isDateText } from '../core/model/condition.ts';
import { defined } from '../core/model/json.ts';
import { nearest } from '../core/model/nearest.ts';
import { didYouMean, quote } from '../core/model/text.ts';
import type { Document, Input } from '../core/model/workflow.ts';
import type { ReportContext } from '../core/report/reporter.ts';
import { readBaseline } from './baseline.ts';
import {
  CONFIG_NAME,
  findConfig,
  misnamedConfig,
  readConfig,
  refuseOther,
  refuseOutside,
} from './config-files.ts';
import type { Threshold } from './exit-code.ts';
import { realpathOr } from './repository.ts';
import type { Request, Target } from './request.ts';
import { note } from './streams.ts';
import { UserError } from './user-error.ts';

/** A request with the configuration: all that a run needs. Nothing else has flags. */
export interface Plan {
  /** `Date.now()` at the start. */
  readonly started: number;
  readonly inputs: InputPlan;
  readonly rules: RuleSet;
  readonly choice: RuleChoice;
  readonly acceptance: Acceptance;
  readonly baseline?: BaselinePlan;
  readonly threshold: Threshold;
  readonly targets: readonly Target[];
  readonly view: View;
  readonly fix?: { readonly safety: 'safe' | 'unsafe'; readonly isDryRun: boolean };
  /** As it was read, for what it silences. */
  readonly config: Config;
  /** Files that the run uses besides its inputs: the configuration, the baseline. */
  readonly own: readonly string[];
}

/** What reports show. */
export interface View extends Pick<ReportContext, 'quiet' | 'showAccepted' | 'maxFindings'> {
  readonly color?: boolean;
}

/** Reads source files. The parser is loaded only where a file calls the service. */
export interface SourceDecoder {
  mentions(text: string): boolean;
  /** Its function follows imports over all files that it gets. */
  load(): Promise<(inputs: readonly Input[]) => readonly Document[]>;
}

export interface InputPlan {
  /** Files, folders, patterns, relative to the working directory; `-` is standard input. */
  readonly paths: readonly string[];
  /** Who named them. Of `default`, the path is the working directory; none beside the account. A
   * program is an argument. */
  readonly from: 'arguments' | 'configuration' | 'default';
  /**
   * Whether `ignore` leaves out a file that no path names, or the run itself uses it.
   * @param path absolute.
   */
  readonly ignores: (path: string) => 'ignored' | 'own' | undefined;
  /** Paths of event definitions, besides those among the paths. */
  readonly events: readonly string[];
  /** Otherwise events are not known, also those of bundles. */
  readonly takesEvents: boolean;
  /** Ids or names of the workflows to check; empty: all. */
  readonly workflows: readonly string[];
  /** What reports call standard input. */
  readonly stdinName: string;
  readonly allowsEmpty: boolean;
  /** Without it, source files are not read. */
  readonly sourceDecoder?: SourceDecoder;
}

/** Accepted findings in a file. */
interface BaselinePlan {
  /** As given, relative to the working directory. */
  readonly file: string;
  readonly isUpdated: boolean;
}

/** Groups of like findings that text prints. */
const MOST_FINDINGS = 50;

/** The only place where flags, configuration and defaults meet. Throws UserErrors. */
export async function makePlan(
  request: Request,
  rules: RuleSet,
  sourceDecoder?: SourceDecoder,
): Promise<Plan> {
  const started = Date.now();
  const { fix, isDryRun = false, updatesBaseline = false, today, targets = [] } = request;
  if (isDryRun && fix === undefined)
    throw new UserError('--dry-run needs --fix or --fix-unsafe', 'it shows what they would do');
  if (isDryRun && updatesBaseline)
    throw new UserError('--dry-run writes nothing, and --update-baseline does', 'remove one');
  const config = await configOf(request, rules);
  const [configured] = pathsOf(config.baseline);
  const { baseline: file = configured } = request;
  if (file === undefined && updatesBaseline)
    throw new UserError('--update-baseline needs a file', 'add --baseline edgewise.baseline.json');
  const baseline = file === undefined ? undefined : { file, isUpdated: updatesBaseline };
  const accepted = baseline ? readBaseline(baseline.file, baseline.isUpdated) : [];
  const own = [...config.paths, file ?? []].flat();
  const { failOn = config.failOn, maxWarnings = config.maxWarnings } = request;
  return Object.freeze({
    ...{ started, rules, config, own, targets, view: viewOf(request) },
    inputs: { ...inputsOf(request, config, own), ...defined({ sourceDecoder }) },
    choice: chooseRules(config, askedRules(request, rules), process.cwd()),
    acceptance: {
      suppressions: config.suppressions,
      baseline: new Set(accepted.map(({ fingerprint }) => fingerprint)),
      today: today === undefined ? new Date().toISOString().slice(0, 10) : checkDay(today),
    },
    threshold: defined({ failOn, maxWarnings }),
    ...defined({ baseline, fix: fix && { safety: fix, isDryRun } }),
  });
}

export const viewOf = ({ isQuiet, showsAccepted, maxFindings, color }: Request): View => ({
  ...{ quiet: isQuiet === true, showAccepted: showsAccepted === true },
  maxFindings: maxFindings ?? MOST_FINDINGS,
  ...defined({ color }),
});

async function configOf({ config }: Request, rules: RuleSet): Promise<Config> {
  if (config === false) return NO_CONFIG;
  const path = config === undefined ? findConfig(process.cwd()) : resolve(config);
  if (path !== undefined) {
    // A pull request could add a link to a file of secrets, which messages would quote.
    if (config === undefined) refuseOutside(dirname(path), CONFIG_NAME, `${CONFIG_NAME}, a link,`);
    return readConfig(path, rules);
  }
  const other = misnamedConfig();
  if (other !== undefined)
    await note([`edgewise: ${other} is not read: a configuration is called ${CONFIG_NAME}`]);
  return NO_CONFIG;
}

function inputsOf(request: Request, config: Config, own: readonly string[]): InputPlan {
  const { instead, paths: given = [], events: asked = [] } = request;
  const configured = instead === undefined ? pathsOf(config.files) : [];
  const chosen: Pick<InputPlan, 'paths' | 'from'> =
    given.length > 0 || instead === 'program'
      ? { paths: given, from: 'arguments' }
      : configured.length > 0
        ? { paths: configured, from: 'configuration' }
        : { paths: instead === 'account' ? [] : ['.'], from: 'default' };
  const configuredEvents = asked.length > 0 ? [] : pathsOf(config.events);
  for (const path of [...configured, ...configuredEvents]) refuseOther(path);
  // Whoever reads the account knows that it was asked for.
  const named = asked.length > 0 ? asked.filter((each) => each !== 'live') : configuredEvents;
  const takesEvents = !named.includes('none');
  if (!takesEvents && (named.length > 1 || asked.length > 1))
    throw new UserError('--events none leaves no room for other --events', 'remove one of them');
  if (request.stdinName !== undefined && ![...chosen.paths, ...named].includes('-'))
    throw new UserError('--stdin-filename needs standard input', 'add - to the paths');
  const ignored = { folder: process.cwd(), values: request.ignore ?? [] };
  return {
    ...chosen,
    ignores: createIgnores(own, [config.ignore, ignored]),
    events: takesEvents ? named : [],
    takesEvents,
    workflows: request.workflows ?? [],
    stdinName: request.stdinName ?? '-',
    allowsEmpty: request.allowsEmpty === true,
  };
}

function createIgnores(
  own: readonly string[],
  patterns: readonly (Patterns | undefined)[],
): InputPlan['ignores'] {
  const files = new Set(own.map((file) => realpathOr(resolve(file))));
  const matchers = patterns.flatMap((each) => (each?.values.length ? createPathMatcher(each) : []));
  return (path) => {
    if (files.has(path)) return 'own';
    return matchers.some((matches) => matches(path)) ? 'ignored' : undefined;
  };
}

/** Paths and patterns of the configuration, from the working directory. `none` is no path. */
function pathsOf(given: Patterns | undefined): readonly string[] {
  if (given === undefined) return [];
  const folder = relative('', given.folder).replaceAll('\\', '/');
  return given.values.map((value) => {
    if (value !== 'none') refuseOutside(given.folder, value);
    if (folder === '' || value === 'none') return value;
    const isPath = existsSync(join(given.folder, value));
    return `${isPath ? folder : folder.replace(/[$^*+?()[\]{}!|@]/g, '\\$&')}/${value}`;
  });
}

function askedRules(
  { preset, severities = new Map(), only = [] }: Request,
  { rules, mandatory }: RuleSet,
) {
  const ids = rules.map(({ id }) => id);
  for (const id of [...severities.keys(), ...only]) checkRule(id, ids);
  for (const [id, severity] of severities)
    if (mandatory.has(id) && severity !== 'error')
      throw new UserError(
        `${quote(id)} is always an error: what was not checked must not pass as clean`,
        'leave the file out, or correct it',
      );
  return { severities, ...defined({ preset, only: only.length > 0 ? new Set(only) : undefined }) };
}

/** Throws for the id of no rule, with the nearest one. */
export function checkRule(id: string, ids: readonly string[]): void {
  if (ids.includes(id)) return;
  const near = nearest(id, ids);
  const all = 'edgewise explain lists all rules';
  const plugin = 'if a plugin has it, name the plugin: --plugin FILE';
  const hint =
    near === undefined ? (id.includes('/') ? plugin : all) : `${didYouMean(near)} ${all}`;
  throw new UserError(`unknown rule ${quote(id)}`, hint);
}

function checkDay(given: string): string {
  if (isDateText(given)) return given.slice(0, 10);
  throw new UserError(`--now needs a day, not ${quote(given)}`, 'such as 2027-01-31');
}
