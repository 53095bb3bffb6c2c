import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { rules } from '../rules/index.ts';
import { filesOf } from './pages.ts';
import { checkScene, expectedFile, mayCrash, scenes } from './scenes.ts';

// One folder a rule, and the file name is the assertion: <scene>.ok.json must be silent, <scene>.bad.json must fire, with
// the findings, and what was not decided, in <scene>.bad.txt (`vitest -u` writes them, but cannot bless a rule that went silent).
// <scene>.options.json holds options. A scene of code (`.ts`) has its events and workflows in <scene>.events.json and <scene>.workflows.json. `.ndjson` instead of `.json` where the scene is about lines.

const home = new URL('rules/', import.meta.url);
const folders = readdirSync(home);

for (const rule of rules) {
  describe(rule.id, () => {
    const files = existsSync(new URL(rule.id, home)) ? readdirSync(new URL(rule.id, home)) : [];
    const own = scenes.filter((scene) => scene.rule === rule.id);

    test('has a bad and a good scene', () => {
      expect(
        own.some(({ isBad }) => isBad) && own.some(({ isBad }) => !isBad),
        `add test/rules/${rule.id}/<scene>.bad.json and <scene>.ok.json`,
      ).toBe(true);
    });

    for (const scene of own) {
      test(scene.file, async () => {
        const { printed, crashed } = checkScene(scene);
        expect(crashed).toBe(mayCrash(scene));
        if (!scene.isBad) return expect(printed).toBe('');
        expect(printed, 'a .bad scene must fire').not.toBe('');
        await expect(printed).toMatchFileSnapshot(fileURLToPath(expectedFile(scene)));
      });
    }

    test('there are no stray files', () => {
      const known = new Set(
        own.flatMap(({ file }) => [
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

test('every rule has a text that says when to disable it', () => {
  expect(rules.filter(({ whenOff }) => !whenOff).map(({ id }) => id)).toEqual([]);
});

test('every folder belongs to a rule', () => {
  expect(folders.filter((folder) => !rules.some(({ id }) => id === folder))).toEqual([]);
});
