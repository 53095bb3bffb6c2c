import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rules } from '../../rules/index.ts';
import { findConfig } from '../../src/load/config/find.ts';
import { loadConfig } from '../../src/load/config/load.ts';
import { folderOf } from '../cli/run.ts';
import { mistakesOf } from './mistakes.ts';

const DATA_ONLY =
  'a configuration is data only and cannot run code: add your own rules with --plugin on the command line';
const NO_ADDRESS =
  'the address of the service is set only by --base-url or EDGEWISE_BASE_URL, so that a configuration cannot redirect the key';
const NO_KEY = 'a configuration must not contain a key: set EDGEWISE_API_KEY or RESEND_API_KEY';

test.each([
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
  ['{ "extends": "./gone/a.json" }', '1:14: "./gone/a.json" does not exist'],
  [
    '{ "extends": "edgewise-config" }',
    '1:14: "edgewise-config" does not exist: "extends" takes paths of files, from the folder of this one, and no packages',
  ],
  ['{ "extends": "." }', '1:14: "." is a folder'],
  [
    '{ "extends": "./edgewise.config.json" }',
    '1:14: "./edgewise.config.json" leads back to where it started: edgewise.config.json → edgewise.config.json',
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
])('%s', (text, expected) => {
  expect(mistakesOf(text)).toEqual([expected]);
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

test('a long chain of extended files is refused', () => {
  const links = Array.from({ length: 3000 }, (_, i) => [
    `${i}.json`,
    `{ "extends": "./${i + 1}.json" }`,
  ]);
  const cwd = folderOf({ ...Object.fromEntries(links), '3000.json': '{}' });
  expect(loadConfig(join(cwd, '0.json'), cwd, rules)).toEqual({
    mistakes: [
      { at: '100.json:1:14', message: '"./101.json" is extended through more than 100 files' },
    ],
  });
  expect(loadConfig(join(cwd, '2900.json'), cwd, rules)).toMatchObject({ warnings: [] });
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
  ['**/(a+)+$b', 'repeats a group'],
  ['(a)?(a)?.json', 'repeats a group'],
  ['[ab]+[ab]+.json', 'repeats a group'],
  ['{a,aa}+.json', 'repeats a group'],
  ['(a|a)'.repeat(60), 'expands to more than 1000 patterns'],
  ['?(a)b'.repeat(60), 'expands to more than 1000 patterns'],
  ['w!(a)!(a)!(a)!(a).json', 'has more than 3 "*" in one name'],
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
  'a+b?(c).json',
  '[a+]x?.json',
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
