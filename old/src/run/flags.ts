import { FORMATS } from '../core/report/formats.ts';
import { RESOURCE_TYPES } from '../core/resources/registry.ts';
import {
  choiceFlag,
  type FlagValues,
  grouped,
  lintFormatFlag,
  listFlag,
  negatableFlag,
  numberFlag,
  spelling,
  switchFlag,
  textFlag,
  toggleFlag,
} from './flag.ts';

const CHECK = grouped('What to check:', {
  config: {
    ...negatableFlag(
      'FILE',
      'the configuration; default: edgewise.config.json, here or above; --no-config: none',
    ),
    alias: 'c',
  },
  preset: choiceFlag(
    ['correctness', 'recommended', 'strict'],
    'which rules are on (recommended unless the configuration names another)',
  ),
  rule: listFlag('ID=SEVERITY', 'the severity of a rule: error, warning, info or off'),
  only: listFlag('ID', 'run this rule and no other'),
  ignore: listFlag('GLOB', 'leave out files that are found in folders and by globs'),
  events: listFlag('PATH', 'where the event definitions are; live: those of the live API; none'),
  status: choiceFlag(['enabled', 'disabled'], 'only workflows of this status'),
  workflow: listFlag('ID|NAME', 'only the workflow of this id or name'),
  plugin: listFlag('FILE', 'a JavaScript file with rules of your own; it is run, so trust it'),
  stdinFilename: textFlag('NAME', 'what to call standard input in the report'),
  now: textFlag('DAY', 'the date to use instead of today, such as 2027-01-31'),
});

const REPORT = grouped('How to report:', {
  format: lintFormatFlag([...FORMATS.keys()]),
  quiet: switchFlag('show errors only; the counts stay the same'),
  maxFindings: numberFlag('N', 'how many groups of like findings text prints; 0: all; default: 50'),
  showSuppressed: switchFlag(
    'list findings that are suppressed or in the baseline, too (text, json, sarif)',
  ),
});

const FAIL = grouped('When to fail:', {
  failOn: choiceFlag(
    ['error', 'warning', 'info', 'never'],
    'the least severity that fails (error unless the configuration names another)',
  ),
  maxWarnings: numberFlag('N', 'more warnings than this fail as well'),
  baseline: textFlag('FILE', 'a file of accepted findings: only new ones count'),
  updateBaseline: switchFlag('write the current findings to it, and remove those that are fixed'),
  allowEmpty: switchFlag('accept a pattern that matches nothing, and input without workflows'),
});

const LIVE = grouped('The live API:', {
  live: switchFlag('read the account behind the API key'),
  baseUrl: textFlag('URL', 'of the API; default: EDGEWISE_BASE_URL, else https://api.resend.com'),
  authHeader: textFlag(
    'FORM',
    "how the key is sent: 'NAME: SCHEME {key}'; default: 'Authorization: Bearer {key}'",
  ),
  resources: textFlag(
    'all|none|LIST',
    `${RESOURCE_TYPES.map(({ path }) => path).join(', ')}; default: what the rules need (pull and diff: all)`,
  ),
  rate: numberFlag('N', 'requests a second; default: 10', [0.1, 1000]),
  concurrency: numberFlag('N', 'requests under way at once', [1, 100, 'whole']),
  progress: toggleFlag('a progress bar on the terminal, also in CI; --no-progress for none'),
});

const SERVER = {
  timeout: numberFlag(
    'SECONDS',
    'how long one check may take before it is ended, and the client gets an error; default: 10',
    [0.001, 999_999],
  ),
};

/** The flags that several commands have. A flag of one command only is in the file of that command. */
const FLAGS = { ...CHECK, ...REPORT, ...FAIL, ...LIVE, ...SERVER };

type SharedFlag = keyof typeof FLAGS;

export function pick<K extends SharedFlag>(...names: readonly K[]): Pick<typeof FLAGS, K> {
  return Object.fromEntries(names.map((name) => [name, FLAGS[name]])) as Pick<typeof FLAGS, K>;
}

export type SharedArgs<K extends SharedFlag> = FlagValues<Pick<typeof FLAGS, K>>;

export const RULE_FLAGS = pick('config', 'preset', 'rule', 'only', 'plugin', 'now');

export const LIVE_FLAGS = {
  ...pick('baseUrl', 'authHeader', 'resources'),
  ...pick('rate', 'concurrency', 'progress'),
};

export const COMMON_FLAGS = grouped('General:', {
  color: toggleFlag('colour, whatever the terminal says; --no-color for none'),
  help: { ...switchFlag('show this help'), alias: 'h' },
  version: { ...switchFlag('show the version'), alias: 'V' },
});

/** The spelling of shared flags, which are not settings of a configuration. */
export const SHARED_FLAG_NAMES = [...Object.keys(FLAGS), 'color'].map(spelling);
