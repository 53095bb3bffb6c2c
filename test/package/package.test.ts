import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { type OutputOptions, rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, test } from 'vitest';

// The packed package, and the core in a browser.

const root = fileURLToPath(new URL('../..', import.meta.url));
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const home = mkdtempSync(join(tmpdir(), 'edgewise-pack-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly {
    readonly path: string;
    readonly size: number;
    readonly mode: number;
  }[];
}
let packed: Packed;
let paths: readonly string[];

beforeAll(() => {
  // Without scripts: the program is built already, and other tests are using it.
  const printed = execFileSync(
    'npm',
    ['pack', '--json', '--ignore-scripts', '--pack-destination', home],
    { cwd: root, encoding: 'utf8' },
  );
  packed = JSON.parse(printed)[0];
  paths = packed.files.map(({ path }) => path);
});

test('the package contains only the program, its types, the pages of the rules and the schemas', () => {
  const kinds = [
    /^(?:package\.json|README\.md|LICENSE|CHANGELOG\.md)$/,
    /^dist\/(?:(?:bin|index|browser)\.js|preload\.cjs)$/,
    /^dist\/(?:playground\/)?THIRD-PARTY\.txt$/,
    /^dist\/playground\/(?:index\.html|main\.(?:css|js))$/,
    /^dist\/chunks\/[\w.-]+\.js$/,
    /^dist\/types\/(?:src|rules)\/[\w./-]+\.d\.ts$/,
    /^(?:docs\/rules)\.md$/,
    /^schemas\/[\w.]+\.json$/,
  ];
  expect(paths.filter((path) => !kinds.some((kind) => kind.test(path)))).toEqual([]);
  const wanted = [
    ...[
      'package.json',
      'README.md',
      'LICENSE',
      'CHANGELOG.md',
      'dist/bin.js',
      'dist/index.js',
      'dist/browser.js',
      'dist/THIRD-PARTY.txt',
      ...['index.html', 'main.css', 'main.js', 'THIRD-PARTY.txt'].map(
        (name) => `dist/playground/${name}`,
      ),
      'docs/rules.md',
    ],
    ...readdirSync(join(root, 'schemas')).map((name) => `schemas/${name}`),
  ];
  expect(wanted.filter((path) => !paths.includes(path))).toEqual([]);
});

test('every file named in package.json is in the package', () => {
  const targets =
    JSON.stringify([manifest.exports, manifest.bin]).match(/(?:dist|schemas)\/[\w./-]+\w/g) ?? [];
  expect(targets.length).toBeGreaterThan(4);
  expect(targets.filter((target) => !paths.includes(target) && target !== 'schemas')).toEqual([]);
});

test('the command is executable', () => {
  expect(packed.files.find(({ path }) => path === 'dist/bin.js')?.mode ?? 0).toSatisfy(
    (mode: number) => (mode & 0o111) === 0o111,
  );
  expect(readFileSync(join(root, 'dist/bin.js'), 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
});

test('the package is small, and has no dependencies', () => {
  expect(packed.size).toBeLessThan(1_750_000);
  expect(packed.unpackedSize).toBeLessThan(6_500_000);
  for (const kind of [
    'dependencies',
    'optionalDependencies',
    'peerDependencies',
    'bundleDependencies',
  ])
    expect(manifest[kind]).toBeUndefined();
  for (const script of ['preinstall', 'install', 'postinstall'])
    expect(manifest.scripts[script]).toBeUndefined();
});

async function bundleForBrowser(input: string, output: OutputOptions) {
  const bundle = await rolldown({ input: join(root, input), platform: 'browser' });
  const built = await bundle.generate(output);
  await bundle.close();
  return built.output.filter((each) => each.type === 'chunk');
}

test('the core runs without Node', async () => {
  const output: OutputOptions = { format: 'iife', name: 'core', codeSplitting: false };
  const [script] = await bundleForBrowser('src/features/library/core.ts', output);
  expect(script?.imports).toEqual([]);

  // A new context has the language, and neither process nor Buffer.
  const world: { core?: typeof import('../../src/features/library/core.ts') } = {};
  runInNewContext(
    script?.code ?? '',
    Object.assign(world, { TextEncoder, TextDecoder, structuredClone }),
  );
  const { core } = world;
  const text = '{ "name": "Welcome", "steps": [], "connections": [] }';
  expect(core?.lintText(text).findings.map(({ rule }) => rule)).toContain('trigger-first');
  expect(await core?.drawTexts({ 'w.json': text })).toContain('trigger-first');
  for (const format of core?.formats ?? [])
    expect(await core?.printTexts({ 'w.json': text }, format)).toContain('trigger-first');
  const request = { event: 'user.created' };
  expect(await core?.simulateTexts({ 'w.json': text }, request)).toContain('no enabled workflow');
});

test('the built core imports its own chunks only', async () => {
  const chunks = await bundleForBrowser('dist/browser.js', {});
  expect(chunks.flatMap(({ imports }) => imports).filter((name) => name.includes(':'))).toEqual([]);
  const parts = chunks.flatMap(({ moduleIds }) => moduleIds);
  expect(parts.length).toBeGreaterThan(5);
  expect(parts.filter((path) => !/\/dist\/(?:browser|chunks\/core-[^/]+)\.js$/.test(path))).toEqual(
    [],
  );
});
