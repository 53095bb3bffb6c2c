import { execFile, execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { transformSync } from 'rolldown/utils';
import { afterAll, beforeAll, expect, test } from 'vitest';

// The examples of docs/api.md, run against the built package as installed, and type checked with its types.

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(join(root, 'docs/api.md'), 'utf8');
const examples = [...page.matchAll(/^```ts\n([\s\S]*?)^```\n```text\n([\s\S]*?)^```$/gm)].map(
  ([, code = '', output = ''], index) => ({
    name: `example-${index + 1}`,
    code,
    output,
  }),
);

const home = mkdtempSync(join(tmpdir(), 'edgewise-api-'));

beforeAll(() => {
  cpSync(join(root, 'examples'), home, { recursive: true });
  mkdirSync(join(home, 'node_modules'));
  symlinkSync(root, join(home, 'node_modules/edgewise'), 'junction');
  symlinkSync(join(root, 'node_modules/@types'), join(home, 'node_modules/@types'), 'junction');
  symlinkSync(
    join(root, 'node_modules/undici-types'),
    join(home, 'node_modules/undici-types'),
    'junction',
  );
  writeFileSync(join(home, 'package.json'), '{ "type": "module" }');
  for (const { name, code } of examples) {
    writeFileSync(join(home, `${name}.ts`), code);
    writeFileSync(join(home, `${name}.js`), transformSync(`${name}.ts`, code).code);
  }
});

afterAll(() => {
  rmSync(home, { recursive: true, force: true });
});

test('every code block of the page is an example with its output', () => {
  expect(examples.length).toBeGreaterThan(2);
  expect(page.match(/^```ts$/gm)).toHaveLength(examples.length);
});

test.each(examples)('$name prints what the page shows', async ({ name, output }) => {
  const env = { ...process.env, NO_COLOR: '1' };
  const { stdout } = await promisify(execFile)(process.execPath, [`${name}.js`], {
    cwd: home,
    env,
  });
  expect(stdout.trimEnd()).toBe(output.trimEnd());
});

test('the examples compile under the strictest TypeScript settings', () => {
  const flags = [
    '--noEmit',
    '--strict',
    '--exactOptionalPropertyTypes',
    '--noUncheckedIndexedAccess',
    '--module',
    'nodenext',
    '--target',
    'es2023',
    '--types',
    'node',
  ];
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  try {
    execFileSync(process.execPath, [tsc, ...flags, ...examples.map(({ name }) => `${name}.ts`)], {
      cwd: home,
      encoding: 'utf8',
    });
  } catch (error) {
    expect.fail(String((error as { stdout?: string }).stdout ?? error));
  }
});

test('all wrong options are reported at once', async () => {
  const { lintText, printTexts, lintPaths } = await import('../../src/features/library/node.ts');
  const given = { preset: 'loud' as 'strict', rules: { cycle: 'x' as 'off' }, only: ['cycel'] };
  const options = { max: 'long', most: 3 };
  expect(() => lintText('{}', { rules: { 'invalid-duration': ['error', options] } })).toThrow(
    /^invalid-duration: The longest .*\ninvalid-duration: no option "most"$/,
  );
  expect(() => lintText('{}', given)).toThrow(
    /"loud"\nunknown rule "cycel"; did you mean "cycle"\?\ncycle: unknown severity "x"/,
  );
  await expect(printTexts({}, 'sariff')).rejects.toThrow('formats: text, compact');
  await expect(lintPaths(['.'], { config: 'gone.json' })).rejects.toThrow('does not exist');
});
