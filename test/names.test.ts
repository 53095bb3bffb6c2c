import { readdirSync, readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

// An exported name has one meaning in the whole tree, and is exported because another file uses it.

/** The exports of these files are for users of the package. */
const ENTRIES = ['src/index.ts', 'src/browser.ts', 'src/node.ts'];
const root = fileURLToPath(new URL('..', import.meta.url));
const sources = filesOf('src', 'rules', 'playground').filter(
  (file) => !file.endsWith('.generated.ts'),
);
const texts = new Map(
  [...sources, ...filesOf('test', 'bench'), 'generate.js'].map((file) => [
    file,
    withoutComments(file),
  ]),
);
const exported = sources.flatMap((file) =>
  exportsOf(texts.get(file) as string).map((name) => ({ file, name })),
);

test('no two files export the same name', () => {
  const files = new Map<string, string[]>();
  for (const { file, name } of exported.filter(({ file }) => !ENTRIES.includes(file)))
    files.set(name, [...(files.get(name) ?? []), file]);
  const shared = [...files].filter(([, declaring]) => declaring.length > 1);
  expect(
    shared.map(([name, declaring]) => `${name}: ${declaring.join(', ')}`),
    'move what is the same into one file, and rename what is not',
  ).toEqual([]);
});

test('every export is used by another file', () => {
  const wordsOfImporters = new Map<string, Set<string>>();
  for (const [file, text] of texts) {
    const words = text.match(/[\w$]+/g) ?? [];
    for (const target of importsOf(file, text)) {
      const known = wordsOfImporters.get(target) ?? new Set();
      wordsOfImporters.set(target, known);
      for (const word of words) known.add(word);
    }
  }
  const unused = exported.filter(
    ({ file, name }) => !ENTRIES.includes(file) && !wordsOfImporters.get(file)?.has(name),
  );
  expect(
    unused.map(({ file, name }) => `${file}: ${name}`),
    'delete these, or the word "export" before them',
  ).toEqual([]);
});

function filesOf(...folders: readonly string[]): readonly string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.[jt]s$/.test(file) && !file.includes('node_modules'))
      .map((file) => `${folder}/${file.replaceAll('\\', '/')}`),
  );
}

function withoutComments(file: string): string {
  return readFileSync(join(root, file), 'utf8').replace(/^\s*(?:\/\*[\s\S]*?\*\/|\/\/.*$)/gm, '');
}

/** The names a file declares and exports; what it passes on from others is declared there. */
function exportsOf(text: string): readonly string[] {
  const declared = text.matchAll(
    /^export (?:declare )?(?:abstract )?(?:async )?(?:const|let|class|enum|interface|type|function\*?) ([\w$]+)/gm,
  );
  const listed = text.matchAll(/^export (?:type )?\{([^}]*)\}(?! from)/gm);
  const names = [...listed].flatMap(([, list = '']) =>
    list.split(',').map((item) => item.trim().split(' ').at(-1) as string),
  );
  return [...new Set([...[...declared].map(([, name]) => name as string), ...names])].filter(
    (name) => name !== '' && name !== 'default',
  );
}

/** The files that a file imports, statically, when first needed, or for their types. */
function importsOf(file: string, text: string): readonly string[] {
  return [...text.matchAll(/(?:from |import |import\(\s*)'(\.[^']+)'/g)].map(([, path]) =>
    normalize(join(file, '..', path as string)).replaceAll('\\', '/'),
  );
}
