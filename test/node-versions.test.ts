import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import pkg from '../package.json' with { type: 'json' };

// The built program on the versions of Node that are promised: the oldest, and the current LTS
// releases. `npm run test:rest` installs them below .ci/node-versions.

const root = fileURLToPath(new URL('..', import.meta.url));
const { optionalDependencies } = JSON.parse(
  readFileSync(join(root, '.ci/node-versions/package.json'), 'utf8'),
) as { optionalDependencies: Record<string, string> };
const majors = new Set(
  Object.keys(optionalDependencies).map((name) => Number(/^node-(\d+)-/.exec(name)?.[1])),
);

const home = mkdtempSync(join(tmpdir(), 'edgewise-node-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));
const FAULTY = '{ "name": "Welcome", "steps": [], "connections": [] }';
writeFileSync(join(home, 'faulty.json'), FAULTY);
writeFileSync(
  join(home, 'plugin.mjs'),
  `export default {
    id: 'house/short-name', severity: 'error', preset: 'recommended', category: 'document', since: '1.0.0',
    summary: 'A short name.', why: 'Nobody finds it.', remedy: 'Write more.', whenOff: 'Never.',
    workflow({ workflow }, report) { report({ at: [workflow, 'name'], message: 'the name is short' }); },
  };`,
);
writeFileSync(
  join(home, 'library.mjs'),
  `import { lintText } from ${JSON.stringify(join(root, 'dist/index.js'))};
  import { lintText as inBrowser } from ${JSON.stringify(join(root, 'dist/browser.js'))};
  for (const lint of [lintText, inBrowser]) console.log(lint(process.argv[2]).findings.map(({ rule }) => rule).join());`,
);

writeFileSync(
  join(home, 'count.mjs'),
  `import { registerHooks } from 'node:module';
  let count = 0;
  const load = (url, context, next) => ((count += url.includes('/dist/') ? 1 : 0), next(url, context));
  registerHooks({ load });
  process.on('exit', () => console.error(count));`,
);

/** Of the HTML report. */
const SAME_DATE = { SOURCE_DATE_EPOCH: '1801387800' };

test('the oldest version is that of package.json, and each version has a test', () => {
  const versions = Object.values(optionalDependencies).map((range) => range.split('@').at(-1));
  expect([...majors]).toEqual([20, 22, 24]);
  expect(pkg.engines.node).toBe('>=20.19');
  expect(versions.filter((version) => version?.startsWith('20.'))).toEqual(['20.19.0', '20.19.0']);
});

const binary = (name: string) => join(root, '.ci/node-versions/node_modules', name, 'bin/node');

// A download can fail by chance; when all do, nothing is tested.
test.skipIf(process.env['CI'] === undefined)('a version is installed in CI', () => {
  const names = Object.keys(optionalDependencies);
  const isForPlatform = names.some((name) => name.endsWith(`-${process.platform}-${process.arch}`));
  expect(names.some((name) => existsSync(binary(name)))).toBe(isForPlatform);
});

for (const major of majors) {
  const name = `node-${major}-${process.platform}-${process.arch}`;
  const node = binary(name);
  const isForPlatform = name in optionalDependencies;
  // `npm run test:rest` installs them, and says which it cannot install.
  const isSkipped = !isForPlatform || !existsSync(node);
  const why = isForPlatform ? 'not installed: npm run test:rest does so' : `there is no ${name}`;

  describe.skipIf(isSkipped)(`Node ${major}${isSkipped ? `: ${why}` : ''}`, () => {
    const run = (args: readonly string[], input?: string) => {
      const { status, stdout, stderr } = spawnSync(node, args, {
        cwd: root,
        encoding: 'utf8',
        env: { ...SAME_DATE, PATH: process.env['PATH'], HOME: home, TMPDIR: home },
        ...(input !== undefined && { input }),
      });
      return { status, stdout, stderr };
    };
    const edgewise = (...args: string[]) => run(['dist/bin.js', ...args]);

    test('is this version', () => {
      expect(run(['--version']).stdout).toMatch(new RegExp(`^v${major}\\.`));
    });

    test('--version', () => {
      expect(edgewise('--version')).toEqual({
        status: 0,
        stdout: `${pkg.version}\n`,
        stderr: '',
      });
    });

    test('lint prints the same as on the Node of the tests', () => {
      for (const format of ['text', 'json', 'sarif', 'html', 'markdown']) {
        const args = ['lint', 'examples', '--now', '2027-01-31', '-f', format];
        const expected = spawnSync(process.execPath, ['dist/bin.js', ...args], {
          cwd: root,
          encoding: 'utf8',
          env: { ...process.env, ...SAME_DATE },
        });
        const { status, stdout, stderr } = edgewise(...args);
        expect({ status, stderr }).toEqual({ status: 1, stderr: '' });
        expect(withoutTime(stdout)).toBe(withoutTime(expected.stdout));
      }
    });

    test('a faulty file and standard input are linted', () => {
      const found = { status: 1, stdout: expect.stringContaining('[empty-workflow]'), stderr: '' };
      expect(edgewise(join(home, 'faulty.json'), '-f', 'compact')).toEqual(found);
      expect(run(['dist/bin.js', '-', '-f', 'compact'], FAULTY)).toEqual(found);
    });

    test.each([
      ['simulate cart.abandoned examples', 'cart.abandoned'],
      ['graph examples/automations/brewing-course.json -f svg', '<svg'],
      ['explain cycle', 'Why it matters'],
      ['lint --help', '--format'],
      ['lint examples/**/*.json -f compact --fail-on never', 'brewing-course.json'],
      ['diff examples examples', ''],
    ])('%s', (command, expected) => {
      const { status, stdout, stderr } = edgewise(...command.split(' '));
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout).toContain(expected);
    });

    // Opening a file costs more than reading it: see LINT in build.js.
    test.skipIf(major < 24)('a lint loads few files of the program', () => {
      const file = 'examples/automations/brewing-course.json';
      const { stderr } = run(['--import', join(home, 'count.mjs'), 'dist/bin.js', file]);
      expect(Number(stderr)).toBeGreaterThan(1);
      expect(Number(stderr)).toBeLessThan(16);
    });

    test('a plugin is loaded', () => {
      const args = [join(home, 'faulty.json'), '--plugin', join(home, 'plugin.mjs')];
      const { status, stdout, stderr } = edgewise(...args, '-f', 'compact');
      expect({ status, stderr }).toEqual({ status: 1, stderr: '' });
      expect(stdout).toContain('[house/short-name]');
    });

    test('the library can be imported', () => {
      const { status, stdout, stderr } = run([join(home, 'library.mjs'), FAULTY]);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout).toMatch(/^.*\bempty-workflow\b.*\n.*\bempty-workflow\b.*\n$/);
    });
  });
}

function withoutTime(report: string): string {
  return report.replace(/\d+(?:\.\d+)? m?s\b/g, '0 ms');
}
