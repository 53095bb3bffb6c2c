import { expect, test } from 'vitest';
import { rules } from '../../rules/index.ts';
import { checkConfig } from '../../src/core/config/check.ts';
import { type Config, mergeConfigs, NO_CONFIG } from '../../src/core/config/config.ts';
import { isDate } from '../../src/core/config/date.ts';

const check = (value: unknown): readonly string[] =>
  checkConfig(value, rules).map(({ pointer, message }) => `${pointer}: ${message}`);
const isAllowed = (value: unknown): boolean => checkConfig(value, rules).length === 0;

const rule = (id: string, entry: unknown) => ({ rules: { [id]: entry } });
const suppression = (more: object) => ({ suppressions: [{ rule: 'cycle', reason: 'r', ...more }] });
const override = (more: object) => ({ overrides: [{ rules: { cycle: 'off' }, ...more }] });
const NO_CONDITION =
  '/overrides/0: this override has no condition: give "workflows", "files" or "status"; what holds everywhere goes into "rules" of the whole file';

test.each<[unknown]>([
  [{}],
  [rule('cycle', 'off')],
  [rule('cycle', ['warning'])],
  [rule('excessive-delay', ['error', { max: '9 days' }])],
  [rule('invalid-json', 'error')],
  [suppression({ fingerprint: '0123456789abcdef', expires: '2028-02-29' })],
  [override({ workflows: ['Welcome'] })],
  [override({ files: ['a/**'] })],
  [override({ status: 'disabled' })],
  [{ files: ['a', 'b/*.json'], events: ['events.json'], baseline: 'baseline.json' }],
  [{ extends: ['./a.json', '../b.jsonc', 'c', './d.JSON', 'e//f.json', 'g/~hi:j.json'] }],
])('%j has no mistakes', (value) => {
  expect(check(value)).toEqual([]);
});

test.each<[unknown, string]>([
  [
    rule('excessive-delay', { max: '9 days' }),
    '/rules/excessive-delay: "excessive-delay" has options but no severity: write ["error", { … }]',
  ],
  [
    rule('excessive-delay', {}),
    '/rules/excessive-delay: "excessive-delay" has options but no severity: write ["error", { }]',
  ],
  [
    rule('excessive-delay', [{ max: '9 days' }, 'error']),
    '/rules/excessive-delay/0: the severity of "excessive-delay" comes first, then its options: ["error", { … }]',
  ],
  [rule('cycle', []), '/rules/cycle: "cycle" has no severity: write "error" or another'],
  [
    rule('cycle', ['off', {}, 1]),
    '/rules/cycle/2: "cycle" takes only a severity and one object of options',
  ],
  [rule('cycle', ['off', 5]), '/rules/cycle/1: the options of "cycle" must be an object, not 5'],
  [
    rule('invalid-json', 'off'),
    '/rules/invalid-json: "invalid-json" is always an error, since what could not be read was not checked: leave it out',
  ],
  [rule('all', 'off'), '/rules/all: unknown rule "all": for a set of rules, use "preset"'],
  [rule('cycel', 'off'), '/rules/cycel: unknown rule "cycel"; did you mean "cycle"?'],
  [rule('zzzzzz', 'off'), '/rules/zzzzzz: unknown rule "zzzzzz"; edgewise explain lists them all'],
  [rule('/x', 'off'), '/rules/~1x: unknown rule "/x"; edgewise explain lists them all'],
  [
    rule('house/x', 'off'),
    '/rules/house~1x: rule "house/x" is not loaded and is not checked; name its plugin on the command line: --plugin FILE',
  ],
  [
    suppression({ rule: 'invalid-json' }),
    '/suppressions/0/rule: "invalid-json" cannot be suppressed: what could not be read was not checked',
  ],
  [
    suppression({ expires: '2027-02-29' }),
    '/suppressions/0/expires: "2027-02-29" is not a valid date',
  ],
  [override({}), NO_CONDITION],
  [
    { overrides: [{ status: 'disabled', rules: {} }] },
    '/overrides/0/rules: this override changes no rule',
  ],
  [{ baseline: 'a[1].json' }, '/baseline: "a[1].json" is a pattern: name one file'],
  [5, ': the configuration must be an object, not 5'],
  [{ maxWarnings: -1 }, '/maxWarnings: "maxWarnings" must be at least 0, not -1'],
  [{ files: [] }, '/files: "files" is empty: add an item, or remove it'],
  [{ files: [''] }, '/files/0: "files[0]" is blank'],
  [{ files: ['a*b*c*d*e'] }, '/files/0: "a*b*c*d*e" has more than 3 "*" in one name'],
  [{ files: ['a**b**c**d'] }, '/files/0: "a**b**c**d" has more than 2 "**" before its end'],
  [{ rules: null }, '/rules: "rules" must be an object, not null'],
  [
    { rules: [] },
    '/rules: "rules" must be an object, not an array: write { "RULE": "off" }, with the ids of rules',
  ],
  [
    { suppressions: [{ rule: 'cycle', resaon: 'r' }] },
    '/suppressions/0/resaon: unknown setting "resaon" in "suppressions[0]"; did you mean "reason"? allowed: rule, workflow, step, edge, event, fingerprint, reason, expires',
  ],
  [
    rule('unknown-event', ['info', { sytem: 'x' }]),
    '/rules/unknown-event/1/sytem: "unknown-event" has no option "sytem"; did you mean "system"? it has "system", "severityOnPartial"',
  ],
  [
    rule('unknown-event', ['info', { severityOnPartial: 'x' }]),
    '/rules/unknown-event/1/severityOnPartial: option "severityOnPartial" of "unknown-event" cannot be "x"; allowed: error, warning, info',
  ],
  [
    rule('cycle', ['error', { max: 5 }]),
    '/rules/cycle/1/max: "cycle" has no option "max"; it has none',
  ],
  [
    rule('too-many-emails', ['error', { x: 1 }]),
    '/rules/too-many-emails/1/x: "too-many-emails" has no option "x"; it has "max", "within"',
  ],
  [
    rule('too-many-emails', ['error', { max: 1000 }]),
    '/rules/too-many-emails/1/max: option "max" of "too-many-emails" must be at most 100, not 1000',
  ],
  [
    rule('too-many-emails', ['error', { max: 'x' }]),
    '/rules/too-many-emails/1/max: option "max" of "too-many-emails" must be a whole number, not "x"; it is the maximum number of emails within this time',
  ],
  [
    rule('sender-domain', ['error', { allow: ['a', 'a'] }]),
    '/rules/sender-domain/1/allow: option "allow" of "sender-domain" lists the same twice',
  ],
  [
    rule('sender-domain', ['error', { allow: [5] }]),
    '/rules/sender-domain/1/allow/0: option "allow" of "sender-domain", entry 1, must be text, not 5; it is the allowed sender domains, such as "acme.com"; "*.acme.com" means all subdomains',
  ],
])('%j has one mistake', (value, expected) => {
  expect(check(value)).toEqual([expected]);
});

test('at most three stars in a name and two globstars before the end are no mistake', () => {
  expect(check({ files: ['a*b*c*d', 'x/a**/b/*c*', 'a/**/b/**/c/**'] })).toEqual([]);
});

test('a flag of the command line, a key and a rule are not settings', () => {
  const said = (value: unknown) =>
    checkConfig(value, rules, ['quiet', 'auth-header']).map(({ message }) => message);
  expect(said({ quiet: true })).toEqual([
    '"quiet" is not a setting, but a flag of the command line: --quiet',
  ]);
  expect(said({ apiKey: 'key' }).join()).toContain('must not contain a key');
  expect(said({ cycle: 'off' })).toEqual(['"cycle" is a rule: put it into "rules"']);
  expect(said(override({ quiet: true })).join()).toContain('unknown setting "quiet"');
});

test.each(['only', 'once on', 'truest', {}, undefined])('nothing is meant by %j', (severity) => {
  expect(check(rule('cycle', [severity])).join()).not.toMatch(/: write "/);
});

test.each([
  '0123456789abcde',
  '0123456789abcdef0',
  ' 0123456789abcdef',
  '0123456789abcdeF',
  'ghijklmnopqrstuv',
  'a',
])('%j is not a fingerprint', (fingerprint) => {
  expect(check(suppression({ fingerprint }))).toEqual([
    `/suppressions/0/fingerprint: "${fingerprint}" is not a fingerprint: it has 16 digits and letters a to f, and is in the JSON report`,
  ]);
});

test.each(['tomorrow', '2027-1-31', 'on 2027-01-31', '2027-01-31T00:00', '27-01-31'])(
  '%j is not a date',
  (expires) => {
    expect(isDate(expires)).toBe(false);
    expect(check(suppression({ expires }))).toEqual([
      `/suppressions/0/expires: "${expires}" is not a date: write year, month and day, such as "2027-01-31"`,
    ]);
  },
);

test('a rule of a plugin is unknown only when others of it are loaded', () => {
  const [first] = rules;
  const loaded = [...rules, { ...first, id: 'house/x' }] as typeof rules;
  const said = (id: string) => checkConfig(rule(id, 'off'), loaded).map(({ message }) => message);
  expect(said('house/x')).toEqual([]);
  expect(said('house/y')).toEqual(['unknown rule "house/y"; did you mean "house/x"?']);
  expect(said('other/x').join()).toContain('rule "other/x" is not loaded');
});

test('a misspelt condition is one mistake, and a misspelt rule does not hide that there is none', () => {
  expect(check(override({ workflow: ['a'] }))).toHaveLength(1);
  expect(check({ overrides: [{ rules: { cycel: 'off' } }] })).toContain(NO_CONDITION);
  expect(
    check({ overrides: [{ workflow: ['a'], rules: { cycle: 'off' } }, override({}).overrides[0]] }),
  ).toContain(NO_CONDITION.replace('/0:', '/1:'));
});

test.each([
  ['?', 'a?.json'],
  ['{', '{a,b}.json'],
  ['*', '*.json'],
])('a baseline with %s is refused', (_, baseline) => {
  expect(isAllowed({ baseline })).toBe(false);
});

test.each(['a.js', 'a.json.js', 'a.jsonx', 'a.xjson'])('%s is not extended', (path) => {
  expect(check({ extends: path })).toEqual([expect.stringContaining('is not a JSON file')]);
});

test('each setting of a file is kept where another file that extends it has none', () => {
  const full: Config = {
    ...NO_CONFIG,
    ...{ preset: 'strict', files: ['a'], ignore: ['b'], events: ['c'] },
    ...{ failOn: 'info', maxWarnings: 3, baseline: 'd' },
  } as unknown as Config;
  const other = {
    ...NO_CONFIG,
    ...{ preset: 'correctness', files: ['e'], ignore: ['f'], events: ['g'] },
    ...{ failOn: 'never', maxWarnings: 0, baseline: 'h' },
  } as unknown as Config;
  const merge = (base: Config, over: Config) => ({
    ...mergeConfigs(base, over),
    from: NO_CONFIG.from,
  });
  expect(merge(full, NO_CONFIG)).toEqual(full);
  expect(merge(NO_CONFIG, full)).toEqual(full);
  expect(merge(full, other)).toEqual(other);
});
