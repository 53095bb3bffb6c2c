import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Layer → the layers that it may import, besides itself. A file is in the first layer whose path it begins with. */
const LAYERS: readonly (readonly [string, readonly string[]])[] = [
  ['src/core/model', []],
  ['src/core/steps', ['src/core/model']],
  ['src/core/resources', ['src/core/model']],
  ['src/core/graph', ['src/core/model']],
  ['src/core/run', ['src/core/model', 'src/core/graph']],
  ['src/core/document', ['src/core/model', 'src/core/steps', 'src/core/resources']],
  ['src/core', ['src/core']],
  ['rules', ['src/core']],
  ['src/node', ['src/core']],
  ['src/features', ['src/core', 'rules', 'src/node', 'src/features']],
  ['src/cli', ['src', 'rules']],
  ['test', ['src', 'rules']],
];
/** Types that a lower layer needs of a higher one: the model knows what a step type and the contract of a rule are. */
const TYPES_ONLY = ['src/core/rule.ts', 'src/core/workspace.ts', 'src/core/model'];

const files = ['src', 'rules', 'test'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `${folder}/${file}`),
);

const layerOf = (file: string) => LAYERS.find(([path]) => file.startsWith(`${path}/`));

function importsOf(file: string): readonly { readonly of: string; readonly isType: boolean }[] {
  const text = readFileSync(join(root, file), 'utf8');
  const statements = text.matchAll(/^(?:import|export)( type)?\b[^;]*?from '(\.[^']+)';/gm);
  return Array.from(statements, ([, type, path = '']) => ({
    of: relative(root, join(root, dirname(file), path)),
    isType: type !== undefined,
  }));
}

test('no file imports a layer above its own', () => {
  const wrong = files.flatMap((file) => {
    const [own = '', allowed = []] = layerOf(file) ?? [];
    return importsOf(file)
      .filter(({ of, isType }) => {
        const isAllowed = [own, ...allowed].some((path) => of.startsWith(`${path}/`));
        return !isAllowed && !(isType && TYPES_ONLY.some((path) => of.startsWith(path)));
      })
      .map(({ of }) => `${file} imports ${of}`);
  });
  expect(wrong).toEqual([]);
});

test('core uses no module of Node', () => {
  const pure = files.filter((file) => /^(?:src\/core|rules)\//.test(file));
  const wrong = pure.filter((file) => /from 'node:/.test(readFileSync(join(root, file), 'utf8')));
  expect(wrong).toEqual([]);
});
