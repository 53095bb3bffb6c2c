import { PRESETS } from '../../core/lint/settings.ts';
import { SEVERITIES, type Severity } from '../../core/model/finding.ts';
import { quote } from '../../core/model/text.ts';
import type { Source } from '../../node/read.ts';
import type { Request } from '../../node/request.ts';
import { UserError } from '../../node/user-error.ts';
import { type Arguments, defineCommand, wordsOf } from '../command.ts';
import { reportFailure } from '../failure.ts';
import { ALL_FORMATS } from '../formats.ts';
import {
  ACCESS,
  accessOf,
  flag,
  negatable,
  oneOf,
  readCount,
  readTargets,
  text,
  texts,
} from '../options.ts';
import { sourceDecoder } from '../source-decoder.ts';

export const REPORT = {
  format: {
    ...texts('NAME[=FILE]', [...ALL_FORMATS.keys()].join(', ')),
    alias: 'f',
  },
  quiet: flag('show errors only; counts stay the same'),
  'max-findings': text('N: groups of findings that text prints; 0: all'),
  'show-suppressed': flag('list accepted findings too'),
  'print-config': flag('print the configuration in force; check nothing'),
} as const;

export const RULES = {
  config: {
    ...negatable('FILE: default: edgewise.config.json, here or above'),
    alias: 'c',
  },
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
  'fail-on': text('SEVERITY: the least that fails; or never'),
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
  const request = requestOf(argv);
  const [{ loadRules }, { run }] = await Promise.all([
    import('../load-rules.ts'),
    import('../../node/run.ts'),
  ]);
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
      await reportFailure(error, request.targets, request.color);
      return undefined;
    });
  return watch(request, again, ALL_FORMATS);
}

/** The account, where it is asked for. */
export async function sourcesOf(
  { instead, events }: Request,
  argv: Parameters<typeof accessOf>[0],
): Promise<readonly Source[]> {
  const isLive = instead === 'account';
  const hasEvents = events.includes('live');
  if (!isLive && !hasEvents) return [];
  const { accountSource } = await import('../../features/live/index.ts');
  return [accountSource({ workflows: isLive, events: hasEvents, ...accessOf(argv) })];
}

/** Of `lint`, and of a command that has some of its flags. */
export function requestOf(argv: Partial<LintArguments> & Pick<LintArguments, '_'>): Request {
  const fix = argv['fix-unsafe'] ? 'unsafe' : argv.fix ? 'safe' : undefined;
  const { config, preset, baseline, now, color } = argv;
  const failOn = argv['fail-on'];
  const maxWarnings = argv['max-warnings'];
  const maxFindings = argv['max-findings'];
  const stdinName = argv['stdin-filename'];
  return {
    paths: wordsOf(argv),
    targets: readTargets(argv.format ?? [], [...ALL_FORMATS.keys()]),
    severities: new Map((argv.rule ?? []).map(parseSeverity)),
    only: argv.only ?? [],
    plugins: argv.plugin ?? [],
    isQuiet: argv.quiet === true,
    allowsEmpty: argv['allow-empty'] === true,
    ignore: argv.ignore ?? [],
    updatesBaseline: argv['update-baseline'] === true,
    showsAccepted: argv['show-suppressed'] === true,
    isDryRun: argv['dry-run'] === true,
    events: argv.events ?? [],
    ...(argv.live && { instead: 'account' }),
    workflows: argv.workflow ?? [],
    ...(config !== undefined && { config }),
    ...(preset !== undefined && { preset: oneOf('preset', preset, PRESETS) }),
    ...(failOn !== undefined && {
      failOn: oneOf('value of --fail-on', failOn, [...SEVERITIES, 'never']),
    }),
    ...(maxWarnings !== undefined && {
      maxWarnings: readCount('--max-warnings', maxWarnings),
    }),
    ...(maxFindings !== undefined && {
      maxFindings: readCount('--max-findings', maxFindings),
    }),
    ...(baseline !== undefined && { baseline }),
    ...(fix !== undefined && { fix }),
    ...(stdinName !== undefined && { stdinName }),
    ...(now !== undefined && { today: now }),
    ...(color !== undefined && { color }),
  };
}

function parseSeverity(given: string): [id: string, severity: Severity | 'off'] {
  const [id = '', severity, ...rest] = given.split('=');
  if (severity === undefined || rest.length > 0)
    throw new UserError(
      `--rule needs ID=SEVERITY, not ${quote(given)}`,
      'such as --rule unused-event=off',
    );
  return [id, oneOf('severity', severity, [...SEVERITIES, 'off'])];
}
