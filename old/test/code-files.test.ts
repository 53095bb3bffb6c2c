/** Which parts of files are read as code, and which file an import names. */
import { expect, test } from 'vitest';
import { readCode } from '../src/features/code/code.ts';
import { startEvaluation } from '../src/features/code/evaluate.ts';
import { createModules } from '../src/features/code/modules.ts';
import { memberOf } from '../src/features/code/named.ts';
import { isCode, isJson, isOtherLanguage, isTestCode } from '../src/features/code/names.ts';
import { siteOf } from '../src/features/code/values.ts';
import { textOf } from './code-tables.ts';

type Files = Readonly<Record<string, string>>;

/** The value of `it` in the first file, or why that cannot be read. */
function read(files: Files): string {
  const paths = Object.keys(files);
  const modules = createModules({ paths, read: (path) => files[path] as string });
  const module = modules.load(paths[0] as string);
  if (module === undefined) return [...modules.failures.values()].join();
  const site = siteOf(module.syntax.program, module);
  const use = { site, module, evaluation: startEvaluation(modules), depth: 0 };
  return textOf(memberOf({ kind: 'module', module, site }, 'it', use));
}

const script = (text: string, attributes = ''): string => `<script${attributes}>${text}</script>`;

test.each<[path: string, text: string, expected: string]>([
  ['/a.ts', 'export const it = <number>1', '1'],
  ['/a.ts', 'export const it = 1 satisfies number', '1'],
  ['/a.ts', 'export const it = (1 as number)!', '1'],
  ['/a.mts', 'export const it = <number>1', '1'],
  ['/a.cts', 'export const it = <number>1', '1'],
  ['/a.tsx', 'const a = <p>{1}</p>; export const it = 1', '1'],
  ['/a.tsx', 'const a: number = 1; export const it = a', '1'],
  ['/a.jsx', 'const a = <p>{1}</p>; export const it = 1', '1'],
  ['/a.js', 'const a = <p>{1}</p>; export const it = 1', '1'],
  ['/a.js', 'const a: number = (1: any); export const it = a', '1'],
  ['/a.js', 'export const it = await 1', '1'],
  ['/a.js', 'exports.it = 1', '1'],
  ['/a.js', 'module.exports.it = 1', '1'],
  ['/a.js', 'module.exports = { it: 1 }', '1'],
  ['/a.js', 'other.exports = { it: 1 }', 'unknown'],
  ['/a.js', 'other.it = 1', 'unknown'],
  ['/a.js', 'exports = { it: 1 }', '1'],
  ['/a.js', 'const it = 1; export { it }', '1'],
  ['/a.js', "const a = 1; export { a as 'it' }", '1'],
  ['/a.js', 'export const [{ it }] = [{ it: 1 }]', '1'],
  ['/a.js', 'export function it() {}', 'function'],
  ['/a.js', 'export class it {}', 'instance'],
  ['/a.ts', "export enum it { a = 'b' }", '{a: "b"}'],
  ['/a.ts', '@decorated class A {} export const it = 1', '1'],
  ['/a.ts', 'export const it = ', 'Unexpected token (1:18)'],
  ['/a.ts', 'const a = 1;\r\n\r\n  const = 2', 'Unexpected token (3:8)'],
  ['/a.ts', 'const p = <p>{1}</p>', 'Unexpected token (1:15)'],
  [
    '/a.vue',
    `<template><p>it</p></template>\n${script('export const it: number = 1', ' lang="ts"')}`,
    '1',
  ],
  ['/a.vue', script('export const it = <number>1'), '1'],
  [
    '/a.vue',
    `${script('const a = 1;')}\n<p>a</p>\n${script('export const it = a', ' setup')}`,
    '1',
  ],
  ['/a.vue', '<script>export const it = 1', 'unknown'],
  ['/a.vue', '<script', 'unknown'],
  ['/a.vue', '<p>it</p>', 'unknown'],
  ['/a.svelte', `${script('export const it = 1')}\n<style>p { }</style>`, '1'],
])('%s: %s → %s', (path, text, expected) => {
  expect(read({ [path]: text })).toBe(expected);
});

test.each<[specifier: string, paths: readonly string[], expected: string]>([
  ['./b', ['/src/b.ts'], '"/src/b.ts"'],
  ['./b', ['/src/b.tsx'], '"/src/b.tsx"'],
  ['./b', ['/src/b.ts', '/src/b.js'], '"/src/b.ts"'],
  ['./b', ['/src/b/index.ts'], '"/src/b/index.ts"'],
  ['./b.js', ['/src/b.ts'], '"/src/b.ts"'],
  ['./b.mjs', ['/src/b.mts'], '"/src/b.mts"'],
  ['./b.jsx', ['/src/b.tsx'], '"/src/b.tsx"'],
  ['./b.jsc', ['/src/b.ts'], 'unknown'],
  ['./b.vue', ['/src/b.vue'], '"/src/b.vue"'],
  ['../b', ['/b.ts'], '"/b.ts"'],
  ['.././/b', ['/b.ts'], '"/b.ts"'],
  ['./b', ['/b.ts'], 'unknown'],
  ['@/c/b', ['/app/c/b.ts'], '"/app/c/b.ts"'],
  ['~/b', ['/app/b.ts'], '"/app/b.ts"'],
  ['#/b', ['/app/b.ts'], '"/app/b.ts"'],
  ['$lib/b', ['/src/lib/b.ts'], '"/src/lib/b.ts"'],
  ['@/b.js', ['/app/b.ts'], '"/app/b.ts"'],
  ['@/b', ['/app/b/index.ts'], '"/app/b/index.ts"'],
  ['@/b', ['/one/b.ts', '/two/b.ts'], 'unknown'],
  ['@acme/b', ['/packages/b/src/index.ts'], '"/packages/b/src/index.ts"'],
  ['@acme/b', ['/packages/b/index.ts'], '"/packages/b/index.ts"'],
  ['@acme/b/c', ['/packages/b/src/c.ts'], '"/packages/b/src/c.ts"'],
  ['@acme/b/c', ['/packages/b/c.ts'], '"/packages/b/c.ts"'],
  ['@acme/b', ['/packages/c/src/index.ts'], 'unknown'],
  ['lib/b', ['/src/lib/b.ts'], '"/src/lib/b.ts"'],
  ['b', ['/src/b.ts'], 'unknown'],
  ['a~b', ['/src/b.ts'], 'unknown'],
  ['@/index/b', ['/src/index/b.ts'], '"/src/index/b.ts"'],
  ['x@/b', ['/src/b.ts'], 'unknown'],
])('the import %s with %s → %s', (specifier, paths, expected) => {
  const others = paths.map((path) => {
    const text = `export const path = '${path}'`;
    return [path, path.endsWith('.vue') ? script(text) : text] as const;
  });
  const own = `import { path } from '${specifier}'; export const it = path;`;
  expect(read({ '/src/a.ts': own, ...Object.fromEntries(others) })).toBe(expected);
});

test.each([
  ['{ "b": [1, null, "c"] }', '{b: [1, null, "c"]}'],
  ['[1, 2', 'unknown'],
  ['', 'unknown'],
])('imported JSON %s → %s', (text, expected) => {
  expect(read({ '/a.ts': "import b from './b.json'; export const it = b;", '/b.json': text })).toBe(
    expected,
  );
});

const kinds = { isCode, isJson, isOtherLanguage, isTestCode };

test.each<[name: string, is: readonly (keyof typeof kinds)[]]>([
  ['a.ts', ['isCode']],
  ['a.mts', ['isCode']],
  ['a.cjs', ['isCode']],
  ['a.tsx', ['isCode']],
  ['a.jsx', ['isCode']],
  ['a.vue', ['isCode']],
  ['a.svelte', ['isCode']],
  ['a.d.ts', []],
  ['a.d.mts', []],
  ['a.d.tsx', ['isCode']],
  ['a.min.js', []],
  ['a-min.mjs', []],
  ['admin.js', ['isCode']],
  ['a.min.jsx', ['isCode']],
  ['a.ts.txt', []],
  ['ts', []],
  ['a.md.ts', ['isCode']],
  ['a.json', ['isJson']],
  ['a.ndjson', ['isJson']],
  ['a.jsonl.gz', ['isJson']],
  ['a.json.ts', ['isCode']],
  ['a.py', ['isOtherLanguage']],
  ['a.sh', ['isOtherLanguage']],
  ['a.py.txt', []],
  ['a.test.ts', ['isCode', 'isTestCode']],
  ['a.spec.js', ['isCode', 'isTestCode']],
  ['a.stories.tsx', ['isCode', 'isTestCode']],
  ['b/__tests__/a.ts', ['isCode', 'isTestCode']],
  ['b\\__mocks__\\a.ts', ['isCode', 'isTestCode']],
  ['a.test.b.ts', ['isCode']],
  ['test.ts', ['isCode']],
])('%s is %j', (name, is) => {
  const found = Object.entries(kinds).filter(([, isKind]) => isKind(name));
  expect(found.map(([kind]) => kind)).toEqual([...is]);
});

test.each([
  ['// edgewise-disable-next-line a-rule a reason', 'a-rule, 1 to 2: a reason'],
  ['// edgewise-disable-next-line a-rule -- a reason', 'a-rule, 1 to 2: a reason'],
  ['// edgewise-disable-next-line a-rule: a reason', 'a-rule:, 1 to 2: a reason'],
  ['// edgewise-disable-next-line a-rule — a  --  reason', 'a-rule, 1 to 2: a -- reason'],
  ['//edgewise-disable-next-line   a-rule', 'a-rule, 1 to 2: '],
  ['// edgewise-disable-next-line', ', 1 to 2: '],
  ['/* edgewise-disable-next-line a-rule */', 'a-rule, 1 to 2: '],
  ['/**\n * edgewise-disable-next-line a-rule b\n */', 'a-rule, 1 to 4: b'],
  ['// see edgewise-disable-next-line a-rule', 'none'],
  ['// anything', 'none'],
])('the comment %j → %s', (text, expected) => {
  const { comments = [] } =
    createModules({ paths: ['/a.ts'], read: () => text }).load('/a.ts')?.syntax ?? {};
  const found = comments.map(
    ({ rule, line, nextLine, reason }) => `${rule}, ${line} to ${nextLine}: ${reason}`,
  );
  expect(found.join() || 'none').toBe(expected);
});

/** What is said about what cannot be resolved. */
function reasonsOf(files: Files): readonly string[] {
  const run = readCode({
    paths: Object.keys(files),
    read: (path) => files[path] as string,
    nameOf: (path) => path.slice(1),
  });
  return run.unresolved.map(({ rules, reason }) => `${rules.join()}: ${reason}`);
}

const open = "resend.events.send({ event: x, email: 'b' });\n";

test('calls that are not resolved are named by line, of each kind at most 20', () => {
  const workflow = 'resend.automations.create(x);\n';
  expect(
    reasonsOf({ '/a.ts': open.repeat(22) + workflow, '/b.ts': open + open.trim() + open }),
  ).toEqual([
    `sent-unknown-event,unsent-event,*: not resolved: the event (a.ts:${Array.from({ length: 20 }, (_, i) => i + 1).join(', ')} and 2 more), the workflow (a.ts:23); edgewise record runs the code`,
    'sent-unknown-event,unsent-event: not resolved: the event (b.ts:1, 2)',
  ]);
});
