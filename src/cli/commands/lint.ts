import { PRESETS } from '../../core/lint/settings.ts';
import { SEVERITIES, type Severity } from '../../core/model/finding.ts';
import { quote } from '../../core/model/text.ts';
import { makePlan, type SourceDecoder } from '../../node/plan.ts';
import { readAll, type Source } from '../../node/read.ts';
import type { Request, Target } from '../../node/request.ts';
import { run } from '../../node/run.ts';
import { UserError } from '../../node/user-error.ts';
import { refuseInputs } from '../../node/write.ts';
import { type Arguments, defineCommand, wordsOf } from '../command.ts';
import { reportFailure } from '../failure.ts';
import {
  ACCESS,
  accessOf,
  flag,
  formatFlag,
  negatable,
  oneOf,
  readCount,
  readTargets,
  refuseAccess,
  text,
  texts,
} from '../options.ts';
import { ALL_FORMATS, FORMAT_NAMES, loadRules, sourceDecoder } from '../parts.ts';

export const REPORT = {
  format: formatFlag(FORMAT_NAMES.join(', ')),
  quiet: flag('show errors only; counts stay the same'),
  'max-findings': text('N: groups of findings that text prints; 0: all'),
  'show-suppressed': flag('list accepted findings too'),
  'print-config': flag('print the configuration in force; check nothing'),
} as const;

export const RULES = {
  config: { ...negatable('FILE: default: edgewise.config.json, here or above'), alias: 'c' },
  preset: text(`NAME: ${PRESETS.join(' or ')}`),
  rule: texts('ID=SEVERITY', 'error, warning, info or off'),
  only: texts('ID', 'run this rule and no other'),
  plugin: texts('FILE', 'rules of your own; it is run'),
  now: text('DAY: in place of today, such as 2027-01-31'),
} as const;

export const INPUT = {
  ignore: texts('GLOB', 'leave out files of folders'),
  events: texts('PATH', 'of event definitions; live; none'),
  workflow: texts('ID|NAME', 'check this one only'),
  'stdin-filename': text('NAME: of standard input in the report'),
  live: flag('read the account behind the API key'),
  ...ACCESS,
} as const;

export const FAIL = {
  'fail-on': text('SEVERITY: error, warning, info or never'),
  'max-warnings': text('N: more warnings than this fail as well'),
  baseline: text('FILE: accepted findings: only new ones count'),
  'update-baseline': flag('write the findings of today to the baseline'),
  'allow-empty': flag('accept input without workflows'),
} as const;

const FIXES = {
  fix: flag('make the safe fixes in the files'),
  'fix-unsafe': flag('make fixes as well that need a review'),
  'dry-run': flag('with --fix: print the changes, and write nothing'),
  watch: flag('check again after each change; Ctrl-C ends it'),
} as const;

const OPTIONS = { ...REPORT, ...RULES, ...INPUT, ...FAIL, ...FIXES };

type LintArguments = Arguments<typeof OPTIONS>;

export const lint = defineCommand({
  name: 'lint',
  describe: 'check files, folders and patterns; needs no name',
  usage: `edgewise [lint] [paths…]

Check files, folders and patterns. - is standard input; no path is this folder.`,
  options: OPTIONS,
  groups: {
    'How to report:': REPORT,
    'Rules:': RULES,
    'What to check:': INPUT,
    'When to fail:': FAIL,
    'What to correct:': FIXES,
  },
  run: runLint,
});

async function runLint(argv: LintArguments): Promise<number | undefined> {
  const targets = readTargets(argv.format, FORMAT_NAMES);
  const request = { ...requestOf(argv), targets };
  const rules = await loadRules(request.plugins);
  if (argv['print-config']) {
    const { printConfig } = await import('../print-config.ts');
    return printConfig(request, rules);
  }
  const sources = await sourcesOf(request, argv);
  const extras = { sources, sourceDecoder, formats: ALL_FORMATS };
  if (!argv.watch) return (await run(request, rules, extras)).exitCode;
  const { watch } = await import('../../node/watch.ts');
  const again = () =>
    run(request, rules, extras).catch(async (error: unknown) => {
      await reportFailure(error, undefined, request.color);
      return undefined;
    });
  return watch(request, again, ALL_FORMATS);
}

type Given = Partial<LintArguments> & Pick<LintArguments, '_'>;

interface Inputs {
  readonly paths?: readonly string[];
  readonly decoder?: SourceDecoder;
  /** All resources of the account, also those that no rule asks for. */
  readonly all?: boolean;
}

/** What a command reads that has reports of its own. */
export async function readInputs(
  argv: Given,
  targets: readonly Target[],
  { paths, decoder, all }: Inputs = {},
) {
  const request = requestOf(argv, paths);
  const plan = await makePlan(request, await loadRules(request.plugins), decoder);
  const reading = await readAll(plan, await sourcesOf(request, argv, all));
  refuseInputs(targets, reading, plan);
  return { plan, reading };
}

/** The account, where it is asked for. */
export async function sourcesOf(
  { instead, events = [] }: Pick<Request, 'instead' | 'events'>,
  argv: Parameters<typeof accessOf>[0],
  all = false,
): Promise<readonly Source[]> {
  const isLive = instead === 'account';
  const hasEvents = events.includes('live');
  // A program gets the base URL.
  if (!isLive && !hasEvents && instead === undefined) refuseAccess(argv, 'add --live');
  if (!isLive && !hasEvents) return [];
  const { accountSource } = await import('../../features/live/index.ts');
  return [accountSource({ workflows: isLive, events: hasEvents, all, ...accessOf(argv) })];
}

/** Of a command that has some flags of lint. The reports are not read. */
export const requestOf = (argv: Given, paths = wordsOf(argv)): Request => ({
  paths,
  config: argv.config,
  preset: argv.preset === undefined ? undefined : oneOf('preset', argv.preset, PRESETS),
  severities: new Map((argv.rule ?? []).map(parseSeverity)),
  only: argv.only,
  plugins: argv.plugin,
  failOn:
    argv['fail-on'] === undefined
      ? undefined
      : oneOf('value of --fail-on', argv['fail-on'], FAIL_ON),
  maxWarnings: readCount('--max-warnings', argv['max-warnings']),
  isQuiet: argv.quiet,
  allowsEmpty: argv['allow-empty'],
  maxFindings: readCount('--max-findings', argv['max-findings']),
  ignore: argv.ignore,
  baseline: argv.baseline,
  updatesBaseline: argv['update-baseline'],
  showsAccepted: argv['show-suppressed'],
  fix: argv['fix-unsafe'] ? 'unsafe' : argv.fix ? 'safe' : undefined,
  isDryRun: argv['dry-run'],
  events: argv.events,
  instead: argv.live ? 'account' : undefined,
  workflows: argv.workflow,
  stdinName: argv['stdin-filename'],
  today: argv.now,
  color: argv.color,
});

const FAIL_ON = [...SEVERITIES, 'never'] as const;

function parseSeverity(given: string): [id: string, severity: Severity | 'off'] {
  const [id = '', severity, ...rest] = given.split('=');
  if (severity === undefined || rest.length > 0)
    throw new UserError(
      `--rule needs ID=SEVERITY, not ${quote(given)}`,
      'such as --rule unused-event=off',
    );
  return [id, oneOf('severity', severity, [...SEVERITIES, 'off'])];
}
