import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = `${root}editors/vscode/`;
const read = (path: string): string => readFileSync(path, 'utf8');
const manifest = JSON.parse(read(`${folder}package.json`)) as {
  version: string;
  main: string;
  dependencies?: object;
  contributes: { jsonValidation: { url: string }[] };
};

test('the extension for Visual Studio Code is built into what its package contains', () => {
  execFileSync(process.execPath, ['build.js'], { cwd: folder });
  const packed = read(`${folder}.vscodeignore`)
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1));
  for (const file of packed) expect(existsSync(folder + file), file).toBe(true);
  const named = [manifest.main, ...manifest.contributes.jsonValidation.map(({ url }) => url)];
  for (const path of named) expect(packed).toContain(path.replace('./', ''));
  expect(manifest.dependencies).toBeUndefined();
  const required = read(`${folder}dist/extension.js`).matchAll(/\brequire\(["`']([^"`']+)/g);
  const names = Array.from(required, ([, name = '']) => name.replace(/^node:/, ''));
  expect(names).toContain('vscode');
  expect(names.filter((name) => !['vscode', ...builtinModules].includes(name))).toEqual([]);
});

test('its version is that of the program, and docs/editor.md has its file name', () => {
  const { version } = JSON.parse(read(`${root}package.json`)) as { version: string };
  expect(manifest.version).toBe(version);
  expect(read(`${root}docs/editor.md`)).toContain(`edgewise-vscode-${version}.vsix`);
});
