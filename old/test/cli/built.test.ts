import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CLEAN, EVENTS, FAULTY, folderOf, type RunOptions, run, runBuilt } from './run.ts';

// Most tests run the source in their own process. These run both, and the built program must print the same bytes.

const PLUGIN = `export default { id: 'acme/named', severity: 'info', preset: 'recommended', category: 'email', summary: 'S.', why: 'W.', remedy: 'R.',
  workflow({ workflow }, report) { report({ at: workflow, message: 'is named ' + workflow.name }); } };`;
const FILES = {
  'clean.json': CLEAN,
  'faulty.json': FAULTY,
  'events.json': EVENTS,
  'own.mjs': PLUGIN,
  'edgewise.config.json': '{ "preset": "strict" }',
};
const folder = folderOf(FILES);

const masked = (text: string): string =>
  text.replace(/(?<=· )\d[\d.]* m?s\b|\btime="[\d.]+"/g, '…');

async function expectSame(args: readonly string[], options: RunOptions = {}): Promise<void> {
  const built = runBuilt(args, { cwd: folder, ...options });
  const here = await run(args, { cwd: folder, ...options });
  expect({ ...built, out: masked(built.out) }).toEqual({ ...here, out: masked(here.out) });
}

test.each<[string, readonly string[], RunOptions?]>([
  ['no arguments', []],
  ['an empty folder', [], { cwd: folderOf({}) }],
  ['flags', ['faulty.json', '--only', 'dangling-edge', '--no-config', '--fail-on', 'never']],
  ['colour', ['faulty.json'], { env: { FORCE_COLOR: '1' } }],
  ['a machine format', ['.', '-f', 'sarif']],
  ['markup', ['.', '-f', 'html']],
  ['GitHub Actions', ['faulty.json'], { env: { GITHUB_ACTIONS: 'true' } }],
  ['standard input', ['-', '-f', 'json'], { input: FAULTY }],
  [
    'standard input in UTF-16',
    ['-', '-f', 'json'],
    { input: new Uint8Array([0xff, 0xfe, 0x7b, 0x00]) },
  ],
  ['empty standard input', ['-']],
  ['an unknown flag', ['--fromat', 'json', '-f', 'json']],
  ['a file that does not exist', ['gone.json', 'clean.json']],
  ['a mistake in the configuration', ['-c', 'events.json']],
  ['a plugin', ['.', '--plugin', 'own.mjs', '--only', 'acme/named']],
  [
    'a plugin and standard input',
    ['-', '--plugin', 'own.mjs', '--only', 'acme/named'],
    { input: CLEAN },
  ],
  ['a live account without a key', ['--live', '--base-url', 'https://api.example']],
  ['pull without a key', ['pull', '--base-url', 'https://api.example']],
  ['diff', ['diff', 'clean.json', 'faulty.json']],
  ['the configuration', ['--print-config', 'faulty.json', '-f', 'json']],
  ['the list of rules', ['explain']],
  ['explain', ['explain', 'dangling-edge']],
  ['help', ['--help']],
  ['version', ['--version']],
])('%s', (_, args, options) => expectSame(args, options));

test('the built program writes the same files', async () => {
  const formats = ['text', 'json', 'junit', 'gitlab'].flatMap((format) => [
    '-f',
    `${format}=r.${format}`,
  ]);
  const written = async (start: typeof runBuilt | typeof run) => {
    const cwd = folderOf(FILES);
    await start([...formats, '--baseline', 'accepted.json', '--update-baseline'], { cwd });
    rmSync(join(cwd, 'edgewise.config.json'));
    await start(['init'], { cwd });
    return ['r.text', 'r.json', 'r.junit', 'r.gitlab', 'accepted.json', 'edgewise.config.json'].map(
      (name) => masked(readFileSync(join(cwd, name), 'utf8')),
    );
  };
  expect(await written(runBuilt)).toEqual(await written(run));
});
