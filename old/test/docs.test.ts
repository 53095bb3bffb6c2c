import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastGlob from 'fast-glob';
import { parse } from 'jsonc-parser';
import { afterAll, expect, test } from 'vitest';
import { rules } from '../rules/index.ts';
import { checkConfig } from '../src/core/config/check.ts';
import { maskTime } from './pages.ts';
import { REST } from './rest.ts';

// What the documentation shows is what the program prints. test/docs-commands.test.ts runs its commands.

const root = fileURLToPath(new URL('../..', import.meta.url));
const program = `node ${join(root, 'dist/bin.js')}`;
const pages = ['README.md', 'docs/input.md', 'docs/reports.md', 'docs/ci.md', 'docs/graph.md']
  .map(read)
  .join('\n');
const simulation = read('docs/simulate.md');
const blocks = (language: string, page = pages) =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
    ([, text]) => text as string,
  );

// The commands are about a folder `workflows`: here it is the bundled example.
const home = mkdtempSync(join(tmpdir(), 'edgewise-docs-'));
cpSync(join(root, 'examples'), join(home, 'workflows'), { recursive: true });
afterAll(() => rmSync(home, { recursive: true, force: true }));

test('npm start prints the report of the examples, and the exit code that lint has', () => {
  const { status, stdout } = spawnSync(process.execPath, ['start.js'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', GITHUB_ACTIONS: '' },
  });
  expect(status).toBe(0);
  const [first = '', ...lines] = stdout.trimEnd().split('\n');
  const lint = spawnSync(first.replace('$ ', ''), { cwd: root, shell: true });
  expect(lint.status).toBe(1);
  expect(lines.join('\n')).toContain('error  dangling-edge');
  expect(lines.at(-1)).toContain(`exit code of this lint is ${lint.status}`);
});

test('every pattern of test/rest.ts names a test', () => {
  for (const pattern of REST)
    expect(fastGlob.globSync(pattern, { cwd: join(root, 'old') }), pattern).not.toEqual([]);
});

const runs = [...blocks('text'), ...blocks('text', simulation)]
  .filter((text) => text.startsWith('$ '))
  .map((text) => text.split('\n'));

test.each(runs)('%s: the shown output is that of the built program', (command, ...shown) => {
  const line = command?.slice(2).replace('node dist/bin.js', program) ?? '';
  const { stdout } = spawnSync(line, {
    cwd: root,
    shell: true,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', GITHUB_ACTIONS: '' },
  });
  expect(maskTime(stdout).trimEnd()).toBe(shown.join('\n').trimEnd());
});

test('the recipe for the job summary adds pictures', () => {
  const [, shown = ''] =
    /- run: \|\n( .*GITHUB_STEP_SUMMARY.*)\n/.exec(read('docs/graph.md')) ?? [];
  const line = shown.replace('edgewise graph', `${program} graph`);
  const { status } = spawnSync(line, {
    cwd: home,
    shell: true,
    env: { ...process.env, GITHUB_STEP_SUMMARY: 'summary.md' },
  });
  expect(status).toBe(0);
  expect(readFileSync(join(home, 'summary.md'), 'utf8')).toMatch(
    /^```mermaid\nflowchart TD\n[\s\S]+\n```\n$/,
  );
});

test('the test in docs/simulate.md matches the example', () => {
  expect(blocks('json', simulation)).toEqual([read('examples/tests/review-request.sim.json')]);
});

test('every configuration on the pages of the rules is valid', () => {
  const pages = rules.flatMap(({ id }) =>
    [...read(`docs/rules/${id}.md`).matchAll(/^\{ "rules": .*$/gm)].map(([text]) => text),
  );
  expect(pages.length).toBeGreaterThan(0);
  expect(pages.flatMap((text) => checkConfig(JSON.parse(text), rules))).toEqual([]);
});

test('the configuration shown in docs/configuration.md is valid', () => {
  const [, shown = ''] = /```jsonc\n([\s\S]*?)```/.exec(read('docs/configuration.md')) ?? [];
  expect(checkConfig(parse(shown), rules)).toEqual([]);
});

test('links between the pages have a target', () => {
  const documents = [
    'README.md',
    'CHANGELOG.md',
    ...['docs', 'docs/rules'].flatMap((folder) =>
      readdirSync(join(root, folder)).map((file) => `${folder}/${file}`),
    ),
  ];
  const broken = documents
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) =>
      [...read(file).matchAll(/\]\((?!https?:)([^)#\s]+)[^)]*\)/g)]
        .map(([, target = '']) => join(root, file, '..', target))
        .filter((target) => !existsSync(target))
        .map((target) => `${file} → ${target.slice(root.length)}`),
    );
  expect(broken).toEqual([]);
});

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}
