import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rules } from '../../rules/index.ts';
import { findConfig } from '../../src/load/config/find.ts';
import { loadConfig } from '../../src/load/config/load.ts';
import { SHARED_FLAG_NAMES } from '../../src/run/flags.ts';
import { folderOf } from '../cli/run.ts';

function mistakesOf(
  text: string | Uint8Array,
  others: Record<string, string> = {},
): readonly string[] {
  const folder = folderOf({ 'edgewise.config.json': text, ...others });
  const loaded = loadConfig(join(folder, 'edgewise.config.json'), folder, rules, SHARED_FLAG_NAMES);
  return 'mistakes' in loaded
    ? loaded.mistakes.map(
        ({ at, message }) => `${at.replace('edgewise.config.json:', '')}: ${message}`,
      )
    : [];
}

const NO_JSON =
  'this is not JSON: a configuration starts with "{", and has keys and strings in double quotes; edgewise init writes one';
const DATA_ONLY =
  'a configuration is data only and cannot run code: add your own rules with --plugin on the command line';
const NO_ADDRESS =
  'the address of the service is set only by --base-url or EDGEWISE_BASE_URL, so that a configuration cannot redirect the key';
const NO_KEY =
  'a configuration must not contain a key: set EDGEWISE_API_KEY or RESEND_API_KEY, or use --api-key-file';

test.each([
  // Text that is no JSON
  ['', '1:1: the file is empty; the smallest configuration is {}'],
  ['// nothing yet\n', '1:1: the file is empty; the smallest configuration is {}'],
  ['{\n  "preset": "strict"\n  "files": ["a"]\n}', '3:3: expected a comma or "}", found "files"'],
  ['{ "files": ["a",,] }', '1:17: expected a value, found ","'],
  ['{ "maxWarnings": -1 }', '1:18: "maxWarnings" must be at least 0, not -1'],
  ['{ "maxWarnings": "3" }', '1:18: "maxWarnings" must be a whole number, not "3"'],
  [
    '{ "failOn": "warn" }',
    '1:13: "failOn" cannot be "warn"; did you mean "warning"? allowed: error, warning, info, never',
  ],
  [
    '{ "events": "live" }',
    '1:13: "live" is refused: only --events live on the command line asks the live API for event definitions',
  ],
  ['{ "baseline": "*.json" }', '1:15: "*.json" is a pattern: name one file'],
  [
    "{ 'preset': 1 }",
    '1:3: found \' instead of a straight double quote; use " around keys and strings',
  ],
  ['{ "rules": { /* "cycle": "off" */ ', '1:13: unexpected end of file: 2 unclosed brackets'],
  ['[]', '1:1: the configuration must be an object, not an array'],
  [`${'['.repeat(300)}`, '1:201: nesting is deeper than 200 levels'],
  [
    '{ "preset": "strict", "preset": "recommended" }',
    '1:23: "preset" is a duplicate key; the earlier value would be ignored',
  ],
  ['{} }', '1:4: unmatched "}"; remove it, or add the missing opening bracket'],
  ['{} {}', '1:4: unexpected "{" after the end of the JSON value; remove the text after it'],
  ['preset: strict', `1:1: ${NO_JSON}`],
  ['module.exports = {}', `1:1: ${NO_JSON}`],
  ['{ # comment\n}', '1:3: a comment starts with // here, not with #'],
  [
    '{\n  "preset": "strict" /* to be discussed\n}',
    '2:22: this comment has no end; close it with */',
  ],
  ['{ "files": ["/* */ // a"] // the end', '1:26: unexpected end of file: 1 unclosed bracket'],
  ['"strict"', '1:1: the configuration must be an object, not "strict"'],
  // Unknown settings
  [
    '{ "rulez": {} }',
    '1:3: unknown setting "rulez"; did you mean "rules"? allowed: $schema, extends, preset, files, ignore, events, failOn, maxWarnings, baseline, rules, overrides, suppressions',
  ],
  ['{ "exclude": ["a"] }', '1:3: unknown setting "exclude"; it is called "ignore" here'],
  ['{ "cycle": "off" }', '1:3: "cycle" is a rule: put it into "rules"'],
  [
    '{ "showSuppressed": true }',
    '1:3: "showSuppressed" is not a setting, but a flag of the command line: --show-suppressed',
  ],
  [
    '{ "zzz": 1 }',
    '1:3: unknown setting "zzz"; allowed: $schema, extends, preset, files, ignore, events, failOn, maxWarnings, baseline, rules, overrides, suppressions',
  ],
  [
    '{ "a/b~c": 1 }',
    '1:3: unknown setting "a/b~c"; allowed: $schema, extends, preset, files, ignore, events, failOn, maxWarnings, baseline, rules, overrides, suppressions',
  ],
  // Settings that a pull request must not be able to use
  ['{ "plugins": ["./evil.js"] }', `1:3: "plugins" is refused: ${DATA_ONLY}`],
  ['{ "code": "1" }', `1:3: "code" is refused: ${DATA_ONLY}`],
  ['{ "base_url": "https://evil.example" }', `1:3: "base_url" is refused: ${NO_ADDRESS}`],
  ['{ "baseUrl": "https://evil.example" }', `1:3: "baseUrl" is refused: ${NO_ADDRESS}`],
  ['{ "apiKey": "re_123" }', `1:3: "apiKey" is refused: ${NO_KEY}`],
  ['{ "key": "re_123" }', `1:3: "key" is refused: ${NO_KEY}`],
  [
    '{ "overrides": [{ "status": "disabled", "plugin": "x", "rules": { "cycle": "off" } }] }',
    `1:41: "plugin" is refused: ${DATA_ONLY}`,
  ],
  [
    '{ "extends": "https://evil.example/base.json" }',
    '1:14: "https://evil.example/base.json" is refused: "extends" takes local files only, so that the checks cannot be changed from outside',
  ],
  [
    '{ "extends": ["//host/share.json"] }',
    '1:15: "//host/share.json" is refused: "extends" takes local files only, so that the checks cannot be changed from outside',
  ],
  ['{ "EDGEWISE_API_KEY": "re_123" }', `1:3: "EDGEWISE_API_KEY" is refused: ${NO_KEY}`],
  ['{ "server": "https://evil.example" }', `1:3: "server" is refused: ${NO_ADDRESS}`],
  ['{ "preprocessor": "./evil.js" }', `1:3: "preprocessor" is refused: ${DATA_ONLY}`],
  // Extended files
  [
    '{ "extends": "recommended" }',
    '1:14: "recommended" is not a file; for a set of rules write "preset": "recommended"',
  ],
  [
    '{ "extends": ["edgewise:strict"] }',
    '1:15: "edgewise:strict" is not a file; for a set of rules write "preset": "strict"',
  ],
  [
    '{ "extends": "/etc/base.json" }',
    '1:14: "/etc/base.json" is refused: "extends" takes paths from the folder of this file, such as "./base.config.json"',
  ],
  [
    '{ "extends": "..\\\\base.json" }',
    '1:14: "..\\base.json" has a backslash: folders are separated by /',
  ],
  ['{ "extends": "./*.json" }', '1:14: "./*.json" is a pattern: "extends" takes files, one by one'],
  [
    '{ "extends": "./base.js" }',
    '1:14: "./base.js" is not a JSON file: a configuration is data, such as "./base.config.json"',
  ],
  [
    '{ "extends": "a\\u0000b" }',
    '1:14: "a\0b" has a control character, which no file of an export has',
  ],
  ['{ "extends": "./gone.json" }', '1:14: "./gone.json" does not exist'],
  [
    '{ "extends": "edgewise-config" }',
    '1:14: "edgewise-config" does not exist: "extends" takes paths of files, from the folder of this one, and no packages',
  ],
  ['{ "extends": "." }', '1:14: "." is a folder'],
  [
    '{ "extends": "./edgewise.config.json" }',
    '1:14: "./edgewise.config.json" leads back to where it started: edgewise.config.json → edgewise.config.json',
  ],
  // Presets and rules
  [
    '{ "preset": "recomended" }',
    '1:13: "preset" cannot be "recomended"; did you mean "recommended"? allowed: correctness, recommended, strict',
  ],
  [
    '{ "preset": true }',
    '1:13: "preset" cannot be true; allowed: correctness, recommended, strict',
  ],
  [
    '{ "rules": ["cycle"] }',
    '1:12: "rules" must be an object, not an array: write { "RULE": "off" }, with the ids of rules',
  ],
  [
    '{\n  "rules": {\n    "dangling-egde": "off"\n  }\n}',
    '3:5: unknown rule "dangling-egde"; did you mean "dangling-edge"?',
  ],
  ['{ "rules": { "zzzzz": "off" } }', '1:14: unknown rule "zzzzz"; edgewise rules lists them all'],
  ['{ "rules": { "*": "off" } }', '1:14: unknown rule "*": for a set of rules, use "preset"'],
  [
    '{ "rules": { "cycle": "warn" } }',
    '1:23: the severity of "cycle" cannot be "warn"; did you mean "warning"? allowed: error, warning, info, off',
  ],
  [
    '{ "rules": { "cycle": 1 } }',
    '1:23: the severity of "cycle" cannot be 1: write "warning"; allowed: error, warning, info, off',
  ],
  [
    '{ "rules": { "cycle": 7 } }',
    '1:23: the severity of "cycle" cannot be 7; allowed: error, warning, info, off',
  ],
  [
    '{ "rules": { "cycle": false } }',
    '1:23: the severity of "cycle" cannot be false: write "off"; allowed: error, warning, info, off',
  ],
  [
    '{ "rules": { "cycle": true } }',
    '1:23: the severity of "cycle" cannot be true: write "error"; allowed: error, warning, info, off',
  ],
  [
    '{ "rules": { "cycle": "FATAL" } }',
    '1:23: the severity of "cycle" cannot be "FATAL": write "error"; allowed: error, warning, info, off',
  ],
  [
    '{ "rules": { "endless-wait": "on" } }',
    '1:30: the severity of "endless-wait" cannot be "on": write "warning"; allowed: error, warning, info, off',
  ],
  ['{ "rules": { "cycle": [] } }', '1:23: "cycle" has no severity: write "error" or another'],
  [
    '{ "rules": { "invalid-json": "off" } }',
    '1:30: "invalid-json" is always an error, since what could not be read was not checked: leave it out',
  ],
  // Options
  [
    '{ "rules": { "excessive-delay": { "max": "1 day" } } }',
    '1:33: "excessive-delay" has options but no severity: write ["error", { … }]',
  ],
  [
    '{ "rules": { "excessive-delay": {} } }',
    '1:33: "excessive-delay" has options but no severity: write ["error", { }]',
  ],
  [
    '{ "rules": { "excessive-delay": ["error", { "max": "90d" }] } }',
    '1:52: option "max" of "excessive-delay" cannot be "90d"; it is the maximum delay or timeout, such as "14 days"',
  ],
  [
    '{ "rules": { "excessive-delay": ["error", { "maxx": "1 day" }] } }',
    '1:45: "excessive-delay" has no option "maxx"; did you mean "max"?',
  ],
  [
    '{ "rules": { "too-many-emails": ["error", { "limit": 1 }] } }',
    '1:45: "too-many-emails" has no option "limit"; it has "max", "within"',
  ],
  [
    '{ "rules": { "too-many-emails": ["error", { "max": "5" }] } }',
    '1:52: option "max" of "too-many-emails" must be a whole number, not "5"; it is the maximum number of emails within this time',
  ],
  [
    '{ "rules": { "too-many-emails": ["error", { "max": 0 }] } }',
    '1:52: option "max" of "too-many-emails" must be at least 1, not 0',
  ],
  [
    '{ "rules": { "too-many-emails": ["error", { "max": 101 }] } }',
    '1:52: option "max" of "too-many-emails" must be at most 100, not 101',
  ],
  [
    '{ "rules": { "cycle": ["error", { "max": 3 }] } }',
    '1:35: "cycle" has no option "max"; it has none',
  ],
  [
    '{ "rules": { "cycle": ["error", "max"] } }',
    '1:33: the options of "cycle" must be an object, not "max"',
  ],
  [
    '{ "rules": { "cycle": ["error", {}, {}] } }',
    '1:37: "cycle" takes only a severity and one object of options',
  ],
  [
    '{ "rules": { "unknown-step-type": ["error", { "known": ["sms", 5] }] } }',
    '1:64: option "known" of "unknown-step-type", entry 2, must be text, not 5; it is additional step types that are valid',
  ],
  [
    '{ "rules": { "unknown-step-type": ["error", { "known": ["sms", "sms"] }] } }',
    '1:56: option "known" of "unknown-step-type" lists the same twice',
  ],
  [
    '{ "rules": { "too-many-steps": [{ "max": 9 }, "error"] } }',
    '1:33: the severity of "too-many-steps" comes first, then its options: ["error", { … }]',
  ],
  [
    '{ "rules": { "too-many-steps": ["error", { "max": 1e999 }] } }',
    '1:51: option "max" of "too-many-steps" is too large a number',
  ],
  [
    '{ "rules": { "event-name-style": ["error", { "pattern": "(a" }] } }',
    '1:57: option "pattern" of "event-name-style" is not a valid regular expression: unterminated group',
  ],
  [
    '{ "rules": { "event-name-style": ["error", { "pattern": "^(?!resend:)" }] } }',
    '1:57: option "pattern" of "event-name-style" uses "(?"; lookaround and backreferences are not supported',
  ],
  [
    '{ "rules": { "sender-domain": ["error", { "allow": ["me@acme.com"] }] } }',
    '1:53: option "allow" of "sender-domain", entry 1, cannot be "me@acme.com"; it is the allowed sender domains, such as "acme.com"; "*.acme.com" means all subdomains',
  ],
  // Files
  ['{ "files": [] }', '1:12: "files" is empty: add an item, or remove it'],
  ['{ "files": "" }', '1:12: "files" is blank'],
  ['{ "files": ["workflows", " "] }', '1:26: "files[1]" is blank'],
  ['{ "files": { "a": 1 } }', '1:12: "files" must be text, or an array of texts, not an object'],
  [
    '{ "files": ["!archive"] }',
    '1:13: "!archive" starts with "!": what is to be left out goes into "ignore"',
  ],
  [
    '{ "ignore": ["/etc"] }',
    '1:14: "/etc" is absolute: patterns start in the folder of the configuration',
  ],
  ['{ "ignore": ["a\\\\b"] }', '1:14: "a\\b" has a backslash: folders are separated by /'],
  [`{ "ignore": "${'a'.repeat(501)}" }`, '1:13: this pattern is longer than 500 characters'],
  [
    '{ "files": ["workflows/[ab"] }',
    '1:13: "workflows/[ab" has a "[" without "]"; where the name has one, write [[]',
  ],
  [
    '{ "ignore": ["{a,(b}"] }',
    '1:14: "{a,(b}" has a "(" without ")"; where the name has one, write [(]',
  ],
  [
    '{ "ignore": ["[[]a", "[!]]", "{a,[(]b}", "x)"], "files": ["a\\nb"] }',
    '1:59: "a\nb" has a control character, which no file of an export has',
  ],
  // Overrides
  ['{ "overrides": {} }', '1:16: "overrides" must be an array, not an object: put [ ] around it'],
  ['{ "overrides": [5] }', '1:17: "overrides[0]" must be an object, not 5'],
  [
    '{ "overrides": [{ "rules": { "cycle": "off" } }] }',
    '1:17: this override has no condition: give "workflows", "files" or "status"; what holds everywhere goes into "rules" of the whole file',
  ],
  [
    '{ "overrides": [{ "files": "a" }] }',
    '1:17: this override has no "rules": say which rules are different there, such as { "cycle": "off" }',
  ],
  ['{ "overrides": [{ "files": "a", "rules": {} }] }', '1:42: this override changes no rule'],
  [
    '{ "overrides": [{ "status": "enable", "rules": { "cycle": "off" } }] }',
    '1:29: "overrides[0].status" cannot be "enable"; did you mean "enabled"? allowed: enabled, disabled',
  ],
  [
    '{ "overrides": [{ "status": "enabled", "rules": { "cycel": "off" } }] }',
    '1:51: unknown rule "cycel"; did you mean "cycle"?',
  ],
  [
    '{ "overrides": [{ "workflow": "Onboarding*", "rules": { "cycle": "off" } }] }',
    '1:19: unknown setting "workflow" in "overrides[0]"; did you mean "workflows"? allowed: workflows, files, status, rules',
  ],
  // Suppressions
  [
    '{ "suppressions": [{ "rules": ["cycle"], "reason": "x" }] }',
    '1:22: unknown setting "rules" in "suppressions[0]"; did you mean "rule"? allowed: rule, workflow, step, edge, event, fingerprint, reason, expires',
  ],
  ['{ "suppressions": ["cycle"] }', '1:20: "suppressions[0]" must be an object, not "cycle"'],
  [
    '{ "suppressions": [{ "rule": "cycle", "fingerprint": "abc", "reason": "x" }] }',
    '1:54: "abc" is not a fingerprint: it has 16 digits and letters a to f, and is in the JSON report',
  ],
  [
    '{ "suppressions": [{ "rule": "cycle" }] }',
    '1:20: this suppression has no "reason": write why the finding is accepted',
  ],
  [
    '{ "suppressions": [{ "rule": "cycle", "reason": " " }] }',
    '1:49: "suppressions[0].reason" is blank',
  ],
  [
    '{ "suppressions": [{ "rule": "cycl", "reason": "x" }] }',
    '1:30: unknown rule "cycl"; did you mean "cycle"?',
  ],
  [
    '{ "suppressions": [{ "rule": "invalid-json", "reason": "x" }] }',
    '1:30: "invalid-json" cannot be suppressed: what could not be read was not checked',
  ],
  [
    '{ "suppressions": [{ "rule": "cycle", "reason": "x", "until": "2027-01-31" }] }',
    '1:54: unknown setting "until" in "suppressions[0]"; it is called "expires" here',
  ],
  [
    '{ "suppressions": [{ "rule": "cycle", "reason": "x", "expires": "2027-02-30" }] }',
    '1:65: "2027-02-30" is not a valid date',
  ],
  [
    '{ "suppressions": [{ "rule": "cycle", "reason": "x", "expires": "31.1.2027" }] }',
    '1:65: "31.1.2027" is not a date: write year, month and day, such as "2027-01-31"',
  ],
])('%s', (text, expected) => {
  expect(mistakesOf(text)).toEqual([expected]);
});

test('all mistakes of all files are reported, in document order', () => {
  const text =
    '{ "extends": "base.json",\n  "preset": "recomended",\n  "rules": { "cycel": "off" } }';
  expect(mistakesOf(text, { 'base.json': '{ "rules": { "cycle": "never" } }' })).toEqual([
    '2:13: "preset" cannot be "recomended"; did you mean "recommended"? allowed: correctness, recommended, strict',
    '3:14: unknown rule "cycel"; did you mean "cycle"?',
    'base.json:1:23: the severity of "cycle" cannot be "never": write "off"; allowed: error, warning, info, off',
  ]);
});

test('a mistake in a file that two others extend is reported once', () => {
  const text = '{ "extends": ["a.json", "b.json"] }';
  const both = '{ "extends": "./base.json" }';
  expect(mistakesOf(text, { 'a.json': both, 'b.json': both, 'base.json': '[]' })).toEqual([
    'base.json:1:1: the configuration must be an object, not an array',
  ]);
});

test('a cycle of extended files is refused', () => {
  const text = '{ "extends": "a.json" }';
  expect(
    mistakesOf(text, {
      'a.json': '{ "extends": "./b.json" }',
      'b.json': '{\n "extends": "./a.json" }',
    }),
  ).toEqual(['b.json:2:13: "./a.json" leads back to where it started: a.json → b.json → a.json']);
});

test('an encoding other than UTF-8 is reported', () => {
  expect(mistakesOf(Buffer.from('\ufeff{}', 'utf16le'))).toEqual([
    '1:1: file is UTF-16 (little endian), not UTF-8; save the file as UTF-8; in PowerShell: Out-File -Encoding utf8',
  ]);
  expect(mistakesOf(Buffer.from([0x7b, 0xff, 0x7d]))).toEqual([
    '1:2: invalid UTF-8 at byte 1; save the file as UTF-8',
  ]);
});

test('names such as __proto__ and constructor are unknown settings', () => {
  expect(mistakesOf('{ "__proto__": { "preset": "strict" }, "constructor": 1 }')).toHaveLength(2);
  expect(mistakesOf('{ "rules": { "__proto__": "off", "toString": "off" } }')).toEqual([
    '1:14: unknown rule "__proto__"; edgewise rules lists them all',
    '1:34: unknown rule "toString"; edgewise rules lists them all',
  ]);
});

test('an unreadable configuration is an error with the reason', () => {
  const folder = folderOf({ 'big.json': ' '.repeat(1_000_001) });
  mkdirSync(join(folder, 'folder.json'));
  const refusal = (name: string) => {
    const loaded = loadConfig(join(folder, name), folder, rules);
    return 'mistakes' in loaded ? loaded.mistakes : [];
  };
  expect(refusal('gone.json')).toEqual([{ at: 'gone.json', message: 'does not exist' }]);
  expect(refusal('folder.json')).toEqual([{ at: 'folder.json', message: 'is a folder' }]);
  expect(refusal('big.json')).toEqual([
    { at: 'big.json', message: 'is larger than 1 MB, which no configuration is' },
  ]);
  writeFileSync(join(folder, 'ok.json'), '\ufeff{} // that is all');
  expect(refusal('ok.json')).toEqual([]);
});

test('paths of a configuration stay inside its repository', () => {
  const folder = folderOf({
    'key.json': '"re_secret"',
    'base.json': '{}',
    'repo/edgewise.config.json':
      '{ "extends": ["../base.json", "./own.json"],\n  "files": ["../key.json", "..", "../*.json", "link.json", "gone/../../x.json", "a/../b.json", "..b.json"] }',
    'repo/own.json': '{}',
  });
  symlinkSync(join(folder, 'key.json'), join(folder, 'repo/link.json'));
  const load = () =>
    loadConfig(join(folder, 'repo/edgewise.config.json'), join(folder, 'repo'), rules);
  // Outside of a repository, the folder of the configuration is the bound.
  const outside = load();
  mkdirSync(join(folder, 'repo/.git'));
  const loaded = load();
  expect(outside).toEqual(loaded);
  const out =
    'is refused: it leads out of the repository, and a configuration is only about what is in it';
  expect('mistakes' in loaded ? loaded.mistakes.map(({ message }) => message) : []).toEqual(
    ['../base.json', '../key.json', '..', '../*.json', 'link.json', 'gone/../../x.json'].map(
      (path) => `"${path}" ${out}`,
    ),
  );
});

test.each([
  '{workflows,../secretdir}/*.json',
  '{/abs,workflows}/*',
  'workflows/{.,x}/../../*.json',
  'workflows/*/../../../x.json',
  '{..,a}/x.json',
  'a/{b,..}/*.json',
])('the pattern %s is refused, since it is outside of the repository', (pattern) => {
  expect(mistakesOf(JSON.stringify({ files: [pattern] }))[0]).toMatch(
    /leads out of the repository/,
  );
});

test.each([
  ['{a,b}'.repeat(24), 'expands to more than 1000 patterns'],
  ['{a,b,{c}}'.repeat(24), 'expands to more than 1000 patterns'],
  ['{1..999}/{1..999}/{1..999}.json', 'expands to more than 1000 patterns'],
  ['{1..100000000}.json', 'expands to more than 1000 patterns'],
  ['w/*a*a*a*a*a*a*ab.json', 'has more than 3 "*" in one name'],
  ['+(a|aa).json', 'repeats a group'],
])('the pattern %s is refused, since it is too expensive to match', (pattern, fault) => {
  for (const key of ['files', 'ignore', 'events'])
    expect(mistakesOf(JSON.stringify({ [key]: pattern }))[0]).toContain(fault);
});

test.each([
  '**/*.json',
  'a/{b,c}/*.json',
  'w{1..9}.json',
  '*-*.v*.json',
  '[ab]*.json',
  '@(a|b).json',
])('the pattern %s is accepted', (pattern) =>
  expect(mistakesOf(JSON.stringify({ files: pattern, ignore: pattern }))).toEqual([]),
);

test('a misspelt file in extends is reported with the nearest existing one', () => {
  const text = '{ "extends": "./shared/bsae.json" }';
  expect(mistakesOf(text, { 'shared/base.json': '{}' })).toEqual([
    '1:14: "./shared/bsae.json" does not exist; did you mean "./shared/base.json"?',
  ]);
  expect(mistakesOf(text, { 'shared/other.txt': '{}' })).toEqual([
    '1:14: "./shared/bsae.json" does not exist',
  ]);
});

test('a configuration that is a broken link is an error', () => {
  const folder = folderOf({ 'a.txt': '' });
  symlinkSync('gone.json', join(folder, 'edgewise.config.json'));
  expect(findConfig(folder)).toBe(join(folder, 'edgewise.config.json'));
});
