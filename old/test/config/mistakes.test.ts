import { expect, test } from 'vitest';
import { mistakesOf } from './mistakes.ts';

const NO_JSON =
  'this is not JSON: a configuration starts with "{", and has keys and strings in double quotes; edgewise init writes one';

test.each([
  // Text that is no JSON
  ['', '1:1: the file is empty; the smallest configuration is {}'],
  ['// nothing yet\n', '1:1: the file is empty; the smallest configuration is {}'],
  ['{\n  "preset": "strict"\n  "files": ["a"]\n}', '3:3: expected a comma or "}", found "files"'],
  ['{ "files": ["a",,] }', '1:17: expected a value, found ","'],
  ['{ "maxWarnings": -1 }', '1:18: "maxWarnings" must be at least 0, not -1'],
  ['{ "baseline": 1e999 }', '1:15: "baseline" must be text, not a number of this size'],
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
  ['\n  preset: strict', `2:3: ${NO_JSON}`],
  ['[]', '1:1: the configuration must be an object, not an array'],
  [`${'['.repeat(300)}`, '1:201: nesting is deeper than 200 levels'],
  [`{"files":${'['.repeat(300)}${']'.repeat(300)}}`, '1:209: nesting is deeper than 200 levels'],
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
    '{ "rules": { "cycel": "off" },\n  "maxWarnings": -1, "preset": "recomended",\n  "extends": ["base.json", "../x.json"] }';
  expect(mistakesOf(text, { 'base.json': '{ "rules": { "cycle": "never" } }' })).toEqual([
    '1:14: unknown rule "cycel"; did you mean "cycle"?',
    '2:18: "maxWarnings" must be at least 0, not -1',
    '2:32: "preset" cannot be "recomended"; did you mean "recommended"? allowed: correctness, recommended, strict',
    '3:28: "../x.json" is refused: it leads out of the repository, and a configuration is only about what is in it',
    'base.json:1:23: the severity of "cycle" cannot be "never"; allowed: error, warning, info, off',
  ]);
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
    '1:14: unknown rule "__proto__"; edgewise explain lists them all',
    '1:34: unknown rule "toString"; edgewise explain lists them all',
  ]);
});
