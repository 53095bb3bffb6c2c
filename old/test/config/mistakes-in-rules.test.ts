import { expect, test } from 'vitest';
import { mistakesOf } from './mistakes.ts';

test.each([
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
  [
    '{ "rules": { "zzzzz": "off" } }',
    '1:14: unknown rule "zzzzz"; edgewise explain lists them all',
  ],
  ['{ "rules": { "*": "off" } }', '1:14: unknown rule "*": for a set of rules, use "preset"'],
  [
    '{ "rules": { "cycle": "warn" } }',
    '1:23: the severity of "cycle" cannot be "warn"; did you mean "warning"? allowed: error, warning, info, off',
  ],
  [
    '{ "rules": { "cycle": 1 } }',
    '1:23: the severity of "cycle" cannot be 1; allowed: error, warning, info, off',
  ],
  [
    '{ "rules": { "cycle": 7 } }',
    '1:23: the severity of "cycle" cannot be 7; allowed: error, warning, info, off',
  ],
  [
    '{ "rules": { "cycle": false } }',
    '1:23: the severity of "cycle" cannot be false; allowed: error, warning, info, off',
  ],
  [
    '{ "rules": { "cycle": true } }',
    '1:23: the severity of "cycle" cannot be true; allowed: error, warning, info, off',
  ],
  [
    '{ "rules": { "cycle": "FATAL" } }',
    '1:23: the severity of "cycle" cannot be "FATAL"; allowed: error, warning, info, off',
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
    '{ "rules": { "unknown-event": ["error", { "pattern": "^a$" }] } }',
    '1:43: "unknown-event" has no option "pattern"; it has "system", "severityOnPartial"',
  ],
  [
    '{ "rules": { "sender-domain": ["error", { "allow": ["me@acme.com"] }] } }',
    '1:53: option "allow" of "sender-domain", entry 1, cannot be "me@acme.com"; it is the allowed sender domains, such as "acme.com"; "*.acme.com" means all subdomains',
  ],
])('%s', (text, expected) => {
  expect(mistakesOf(text)).toEqual([expected]);
});
