import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

// Third-party code in the package, and reproducible builds.

const root = fileURLToPath(new URL('..', import.meta.url));
const PERMISSIVE = /^(?:MIT|MIT-0|ISC|0BSD|BSD-2-Clause|BSD-3-Clause|Apache-2\.0|BlueOak-1\.0\.0)$/;

test.each(['dist/THIRD-PARTY.txt', 'dist/playground/THIRD-PARTY.txt'])(
  '%s has the licence of each bundled package, all of them permissive',
  (file) => {
    const [head, ...notices] = readFileSync(join(root, file), 'utf8').split(
      `\n${'-'.repeat(80)}\n\n`,
    );
    expect(head).toBe('This program contains the following packages.\n');
    expect(notices.length).toBeGreaterThan(5);
    for (const notice of notices) {
      const [title = ''] = notice.split('\n', 1);
      expect(/^\S+ \d\S+ \((.+)\)$/.exec(title)?.[1], title).toMatch(PERMISSIVE);
      expect(notice, title).toMatch(/copyright/i);
      expect(notice, title).toMatch(/permission|redistribution/i);
    }
  },
);

test('no development tool has a GPL licence', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { readonly license?: string }>;
  };
  const all = Object.entries(packages);
  expect(all.length).toBeGreaterThan(100);
  expect(all.filter(([, { license = 'none' }]) => /GPL|none/.test(license))).toEqual([]);
});

test('two builds give the same bytes', async () => {
  const builds = join(root, 'coverage/builds');
  mkdirSync(builds, { recursive: true });
  const homes = ['one', 'two'].map((name) => mkdtempSync(join(builds, `${name}-`)));
  try {
    for (const home of homes) await buildIn(home);
    const [one, two] = homes.map((home) => filesOf(join(home, 'dist')));
    expect(one?.size).toBeGreaterThan(20);
    expect(two).toEqual(one);
  } finally {
    for (const home of homes) rmSync(home, { recursive: true });
  }
});

/** Below the repository, so that its packages are found. */
async function buildIn(home: string): Promise<void> {
  for (const name of [
    'src',
    'rules',
    'playground',
    'examples',
    'docs/rules',
    'schemas',
    'package.json',
    'tsconfig.json',
  ])
    cpSync(join(root, name), join(home, name), { recursive: true });
  for (const name of readdirSync(root).filter((each) => each.endsWith('.js')))
    cpSync(join(root, name), join(home, name));
  await promisify(execFile)(process.execPath, ['build.js'], { cwd: home });
}

function filesOf(folder: string): ReadonlyMap<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  const files = names.filter((name) => statSync(join(folder, name)).isFile());
  return new Map(files.map((name) => [name, readFileSync(join(folder, name), 'latin1')]));
}
