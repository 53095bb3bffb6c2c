import { mkdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { rules } from '../../rules/index.ts';
import { type Config, NO_CONFIG, type Patterns } from '../../src/core/config/config.ts';
import { isDate } from '../../src/core/config/date.ts';
import {
  configuredPaths,
  findConfig,
  ignoredFiles,
  readConfigBytes,
} from '../../src/load/config/find.ts';
import { loadConfig } from '../../src/load/config/load.ts';
import { folderOf } from '../cli/run.ts';

function load(files: Record<string, string>, name = 'edgewise.config.json', from = '.'): Config {
  const folder = folderOf(files);
  const loaded = loadConfig(join(folder, name), join(folder, from), rules);
  if ('mistakes' in loaded) throw new Error(JSON.stringify(loaded.mistakes));
  return loaded.config;
}

test('the configuration is found in parent folders, up to the root of the repository', () => {
  const folder = folderOf({
    'edgewise.config.json': '{}',
    'repository/inner/deep/a.json': '',
    'other/a.json': '',
  });
  mkdirSync(join(folder, 'repository/.git'));
  expect(findConfig(join(folder, 'other'))).toBe(join(folder, 'edgewise.config.json'));
  expect(findConfig(folder)).toBe(join(folder, 'edgewise.config.json'));
  expect(findConfig(join(folder, 'repository/inner/deep'))).toBeUndefined();
});

test('a configuration that is no readable file is refused', () => {
  const folder = folderOf({ a: '' });
  symlinkSync('loop', join(folder, 'loop'));
  expect(
    ['.', 'gone', 'loop', '/dev/null'].map((name) => readConfigBytes(resolve(folder, name))),
  ).toEqual(['is a folder', 'does not exist', 'too many symbolic links', 'is not a regular file']);
});

test('paths of the configuration are relative to its folder, which may have a special name', () => {
  const cwd = folderOf({ '[a]/b.json': '{}' });
  const files = { value: ['b.json', '*.json'], folder: join(cwd, '[a]') } as unknown as Patterns;
  expect(configuredPaths(files, cwd)).toEqual(['[a]/b.json', '\\[a\\]/*.json']);
});

test('a file is left out by both lists of patterns, each with its reason, and as the configuration', async () => {
  const text = '{ "files": "flows",\n  "ignore": ["old", "*.tmp.json"] }';
  const config = load({ 'edgewise.config.json': text, 'known.json': '', 'sub/a.json': '' });
  const { folder = '' } = config.ignore ?? {};
  const reasonsOf = async (given: Config, cwd: string, baseline?: string) => {
    const reasonFor = await ignoredFiles(given, cwd, baseline);
    return ['edgewise.config.json', 'known.json', 'old/a.json', 'sub/old/a.json', 'sub/a.json']
      .map((name) => reasonFor?.(join(folder, name)) ?? '')
      .map((reason) => reason.replace('left out by ', ''));
  };
  const own = await reasonsOf(config, folder);
  expect(own.slice(1)).toEqual(['', '"ignore", edgewise.config.json:2:3', '', '']);
  const ignoredByFlag = { value: ['old', 'a.json'], folder: join(folder, 'sub') };
  expect(await reasonsOf({ ...config, ignoredByFlag }, folder, 'known.json')).toEqual([
    ...[own[0], own[0], own[2], '--ignore', '--ignore'],
  ]);
  expect(await reasonsOf({ ...NO_CONFIG, ignoredByFlag }, folder)).toEqual([
    ...['', '', '', '--ignore', '--ignore'],
  ]);
  expect(await reasonsOf(NO_CONFIG, join(folder, 'sub'), '../known.json')).toEqual([
    ...['', own[0], '', '', ''],
  ]);
  expect(await ignoredFiles(NO_CONFIG, folder)).toBeUndefined();
});

test('every value has a source', () => {
  const config = load({
    'edgewise.config.json':
      '{\n  "preset": "strict", // all of it\n  "rules": { "excessive-delay": ["error", { "max": "14 days" }], "cycle": "off" },\n  "ignore": "archive"\n}',
  });
  const { from } = config;
  expect([config.preset, from('/preset')]).toEqual(['strict', 'edgewise.config.json:2:3']);
  expect([config.ignore?.value, from('/ignore')]).toEqual([
    ['archive'],
    'edgewise.config.json:4:3',
  ]);
  expect(config.rules.get('excessive-delay')).toEqual({
    severity: 'error',
    options: { max: '14 days' },
  });
  expect(from('/rules/excessive-delay/0', '/rules/excessive-delay')).toMatch(/:3:34$/);
  expect(from('/rules/excessive-delay/1/max')).toMatch(/:3:52$/);
  expect(from('/rules/cycle/0', '/rules/cycle')).toMatch(/:3:75$/);
  expect([from('/files'), from('/rules/cycle/1/max'), from('/rules/gone')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('a trailing comma is left out, but not a comma in a string', () => {
  const config = load({ 'edgewise.config.json': '{ "ignore": ["a,]", "b",], }' });
  expect(config.ignore?.value).toEqual(['a,]', 'b']);
});

test('a list of a rule may have a severity alone', () => {
  const config = load({ 'edgewise.config.json': '{ "rules": { "cycle": ["info"] } }' });
  expect(config.rules.get('cycle')?.severity).toBe('info');
});

test('with extends, lists of files are replaced, rules are merged, overrides and suppressions are appended', () => {
  const override = (rule: string) =>
    `"overrides": [{ "status": "disabled", "rules": { "${rule}": "off" } }]`;
  const suppression = (rule: string) =>
    `"suppressions": [{ "rule": "${rule}", "reason": "known" }]`;
  const config = load({
    'shared/base.json': `{ "preset": "strict", "files": ["a"], "ignore": "x", "rules": { "cycle": "off", "too-many-emails": ["info", { "max": 9, "within": "2 days" }] }, ${override('cycle')}, ${suppression('cycle')} }`,
    'edgewise.config.json': `{ "extends": "shared/base.json", "files": ["b"], "rules": { "self-loop": "off", "too-many-emails": ["error", { "max": 8 }] }, ${override('self-loop')}, ${suppression('self-loop')} }`,
  });
  expect(config.names).toEqual(['shared/base.json', 'edgewise.config.json']);
  expect(config.preset).toBe('strict');
  expect(config.files?.value).toEqual(['b']);
  expect(config.ignore?.folder).toMatch(/shared$/);
  expect([...config.rules.keys()]).toEqual(['cycle', 'too-many-emails', 'self-loop']);
  expect(config.rules.get('too-many-emails')).toEqual({
    severity: 'error',
    options: { max: 8, within: '2 days' },
  });
  expect(config.from('/rules/too-many-emails/0')).toMatch(/^edgewise.config.json:/);
  expect(config.from('/rules/too-many-emails/1/within')).toMatch(/^shared\/base.json:/);
  expect(config.overrides.map(({ rules: changed }) => [...changed.keys()])).toEqual([
    ['cycle'],
    ['self-loop'],
  ]);
  expect(config.suppressions.map(({ rule, from }) => `${rule} ${from.split(':')[0]}`)).toEqual([
    'cycle shared/base.json',
    'self-loop edgewise.config.json',
  ]);
});

test('a file that two files extend is applied once', () => {
  const config = load({
    'base.json':
      '{ "suppressions": [{ "rule": "cycle", "reason": "known" }], "overrides": [{ "files": "a", "rules": { "cycle": "off" } }] }',
    'a.json': '{ "extends": "base.json" }',
    'b.json': '{ "extends": ["base.json"] }',
    'edgewise.config.json': '{ "extends": ["a.json", "./b.json"] }',
  });
  expect(config.names).toEqual(['base.json', 'a.json', 'b.json', 'edgewise.config.json']);
  expect(config.from('/overrides')).toMatch(/^base.json:/);
  expect(config.suppressions).toHaveLength(1);
  expect(config.overrides).toHaveLength(1);
});

test('overrides have the path of their folder relative to the root of sources', () => {
  const text = '{ "overrides": [{ "files": "a", "rules": { "cycle": "off" } }] }';
  const basePathOf = (from: string) =>
    load({ 'edgewise.config.json': text, 'inner/deep/a.json': '' }, undefined, from).overrides[0]
      ?.basePath;
  expect(basePathOf('.')).toBe('');
  expect(basePathOf('inner/deep')).toBe('inner/deep');
  expect(load({ 'ci/edgewise.json': text }, 'ci/edgewise.json').overrides[0]?.basePath).toBe('..');
});

test.each([
  ['2027-01-31', true],
  ['2028-02-29', true],
  ['2027-02-29', false],
  ['2027-13-01', false],
  ['2027-1-1', false],
  ['2027-01-31T00:00:00Z', false],
])('isDate(%s)', (text, expected) => {
  expect(isDate(text)).toBe(expected);
});
