import { FORMATS } from '../report/formats.ts';

const text = { type: 'string', requiresArg: true, nargs: 1 } as const;

const WHAT = 'What to check:';
const HOW = 'How to report:';
const LIVE = 'The live API:';
const PULL = 'How to pull:';
const DRAW = 'How to draw (graph):';
const SIMULATE = 'How to simulate:';

export const FLAGS = {
  format: {
    ...text,
    alias: 'f',
    group: HOW,
    description: `NAME or NAME=FILE; repeatable. ${[...FORMATS.keys()].join(', ')}; text is the default; graph: mermaid (default), dot, svg; simulate: text, json, markdown, mermaid, svg`,
  },
  out: { ...text, alias: 'o', group: DRAW, description: 'one file per workflow into this folder (default format: svg)' },
  focus: { ...text, group: DRAW, description: 'only the step of this key, or #3 for the third, and what is within two edges of it' },
  quiet: { type: 'boolean', group: HOW, description: 'show errors only; the counts stay the same' },
  stats: { type: 'boolean', group: HOW, description: 'say on stderr how much was checked, and where the time went' },
  color: { type: 'boolean', group: HOW, description: 'colour, whatever the terminal says; --no-color for none' },
  annotations: { type: 'boolean', group: HOW, description: 'in GitHub Actions, text annotates and writes the summary; --no-annotations: not' },
  config: { ...text, alias: 'c', group: WHAT, description: 'the configuration; default: edgewise.config.json, here or above; --no-config for none' },
  preset: { ...text, group: WHAT, description: 'correctness, recommended (default) or strict' },
  rule: { ...text, group: WHAT, description: 'ID=error|warning|info|off; repeatable' },
  only: { ...text, group: WHAT, description: 'run this rule and no other; repeatable' },
  events: {
    ...text,
    group: WHAT,
    description: 'where the event definitions are; live: those of the live API; none; repeatable. graph: the map of events, without a value',
  },
  status: { ...text, group: WHAT, description: 'only workflows that are enabled, or disabled' },
  workflow: { ...text, group: WHAT, description: 'only the workflow of this id or name; repeatable' },
  'changed-since': { ...text, group: WHAT, description: 'report only what changed since a revision of git, and what depends on it' },
  plugin: { ...text, group: WHAT, description: 'a JavaScript file with rules of your own; it is run, so trust it; repeatable' },
  'plugin-timeout': { ...text, group: WHAT, description: 'seconds that one check of a plugin may take (default 10)' },
  shard: { ...text, group: WHAT, description: 'I/N or auto: check a share of the workflows, for edgewise merge; needs -f blob=FILE' },
  threads: { ...text, group: WHAT, description: 'threads that check files: a number, or auto (default): as many as pay' },
  'stdin-filename': { ...text, group: WHAT, description: 'what to call standard input in the report' },
  baseline: { ...text, group: 'When to fail:', description: 'a file of findings that are accepted: only new ones count' },
  'update-baseline': { type: 'boolean', group: 'When to fail:', description: 'write the findings of today to it, and drop those that are gone' },
  'show-suppressed': { type: 'boolean', group: HOW, description: 'list findings that are suppressed or in the baseline, too (text, json, jsonl, sarif)' },
  reason: { ...text, group: 'How to suppress:', description: 'why the finding is fine; required' },
  expires: { ...text, group: 'How to suppress:', description: 'the last day on which it is, such as 2027-01-31' },
  now: { ...text, group: WHAT, description: 'the day to go by, such as 2027-01-31, instead of today' },
  'fail-on': { ...text, group: 'When to fail:', description: 'error (default), warning, info or never' },
  'max-warnings': { ...text, group: 'When to fail:', description: 'more warnings than this fail as well' },
  live: { type: 'boolean', group: LIVE, description: 'check what is in the account' },
  'base-url': { ...text, group: LIVE, description: 'https://api.resend.com unless this or EDGEWISE_BASE_URL says otherwise' },
  'api-key-file': { ...text, group: LIVE, description: 'a file with the key, when neither EDGEWISE_API_KEY nor RESEND_API_KEY is set' },
  'auth-header': { ...text, group: LIVE, description: "how the key travels: 'NAME: SCHEME {key}'; default 'Authorization: Bearer {key}'" },
  resource: { ...text, group: LIVE, description: 'workflows, automations or auto (default): what the service calls them' },
  rate: { ...text, group: LIVE, description: 'requests a second (default 10)' },
  concurrency: { ...text, group: LIVE, description: 'requests under way at once' },
  refresh: { type: 'boolean', group: LIVE, description: 'read everything anew, whatever the cache holds' },
  save: { ...text, group: LIVE, description: 'write what was read to this folder, and point findings at the files' },
  progress: { type: 'boolean', group: LIVE, description: 'a progress bar on the terminal, also in CI; --no-progress for none' },
  bundle: { ...text, group: PULL, description: 'write one FILE with everything in it' },
  prune: { type: 'boolean', group: PULL, description: 'delete files of earlier pulls whose workflows are gone' },
  'dry-run': { type: 'boolean', group: PULL, description: 'say what would be written, and write nothing' },
  payload: { ...text, group: SIMULATE, description: 'the payload of the event: JSON, or a file of it; decides conditions on event.…' },
  contact: { ...text, group: SIMULATE, description: 'what is known of the contact: JSON, or a file of it; decides conditions on contact.…' },
  when: { ...text, group: SIMULATE, description: "a further event, 'EVENT@+2 days', with a payload 'EVENT@+2 days {…}', or 'EVENT@never'; repeatable" },
  at: { ...text, group: SIMULATE, description: 'when the event happens, such as 2026-03-28T09:00: offsets become dates' },
  zone: { ...text, group: SIMULATE, description: 'the time zone of the dates, such as Europe/Berlin; default: UTC' },
  all: { type: 'boolean', group: SIMULATE, description: 'workflows that are not enabled as well' },
  test: { type: 'boolean', group: SIMULATE, description: 'run the tests in *.sim.json files: what is received must be what they expect' },
  port: { ...text, group: 'How to serve:', description: 'where to listen; without it, a free port' },
  latency: { ...text, group: 'How to serve:', description: 'milliseconds before each answer' },
  faults: { ...text, group: 'How to serve:', description: 'comma list: rate=5, 503=0.1, 403=/events, truncate=/PATH, break=/PATH, drip, vanish=ID …' },
  'allow-empty': { type: 'boolean', group: 'When to fail:', description: 'finding nothing to check is no failure' },
} as const;
