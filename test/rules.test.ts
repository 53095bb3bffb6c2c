import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { rules } from '../rules/index.ts';
import { lintTexts, printFinding } from './lint-text.ts';
import { filesOf } from './pages.ts';

// One folder a rule, and the file name is the assertion: <scene>.ok.json must be silent, <scene>.bad.json must fire, with
// the findings in <scene>.bad.txt (`vitest -u` writes them, but cannot bless a rule that went silent).
// <scene>.options.json holds options. A scene of code (`.ts`) has its events and workflows in <scene>.events.json and <scene>.workflows.json. `.ndjson` instead of `.json` where the scene is about lines.

const SCENE = /\.(ok|bad)\.(json|ndjson|ts)$/;
const home = new URL('rules/', import.meta.url);
const folders = readdirSync(home);

for (const rule of rules) {
  describe(rule.id, () => {
    const files = existsSync(new URL(rule.id, home)) ? readdirSync(new URL(rule.id, home)) : [];
    const scenes = files.filter((file) => SCENE.test(file));

    test('has a bad and a good scene', () => {
      expect(
        scenes.some((file) => file.includes('.bad.')) &&
          scenes.some((file) => file.includes('.ok.')),
        `add test/rules/${rule.id}/<scene>.bad.json and <scene>.ok.json`,
      ).toBe(true);
    });

    for (const file of scenes) {
      test(file, async () => {
        const scene = file.replace(/\.(ok|bad)\.\w+$/, '');
        const optionsFile = new URL(`${rule.id}/${scene}.options.json`, home);
        const options = existsSync(optionsFile)
          ? new Map([[rule.id, JSON.parse(readFileSync(optionsFile, 'utf8')) as object]])
          : undefined;
        const { findings, crashed } = lintTexts(filesOf(rule.id, file), {
          only: new Set([rule.id]),
          options,
        });
        const own = findings.filter((finding) => finding.rule === rule.id);
        expect(crashed).toBe(rule.id === 'rule-crashed' && file.includes('.bad.'));
        if (file.includes('.ok.')) return expect(own.map(printFinding)).toEqual([]);
        expect(own.length, 'a .bad scene must fire').toBeGreaterThan(0);
        await expect(`${own.map(printFinding).join('\n')}\n`).toMatchFileSnapshot(
          `rules/${rule.id}/${scene}.bad.txt`,
        );
      });
    }

    test('no stray files', () => {
      const known = new Set(
        scenes.flatMap((file) => [
          file,
          file.replace(/\.bad\.\w+$/, '.bad.txt'),
          file.replace(/\.(ok|bad)\.\w+$/, '.options.json'),
          ...Object.keys(filesOf(rule.id, file)),
        ]),
      );
      expect(files.filter((file) => !known.has(file))).toEqual([]);
    });
  });
}

test('every rule has its first version, and when to disable it', () => {
  expect(rules.filter(({ since, whenOff }) => !since || !whenOff).map(({ id }) => id)).toEqual([]);
});

test('every folder belongs to a rule', () => {
  expect(folders.filter((folder) => !rules.some(({ id }) => id === folder))).toEqual([]);
});
