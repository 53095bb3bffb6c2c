import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { CLEAN, EVENTS, FAULTY, folderOf, runBuilt } from './run.ts';

// Code that the build compiled ahead is taken up where it fits, and changes nothing but the time.

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = folderOf({
  'clean.json': CLEAN,
  'faulty.json': FAULTY,
  'events.json': EVENTS,
  'lines.ndjson': `${JSON.stringify(JSON.parse(CLEAN))}\n`.repeat(500),
});
const SPY = `const vm = process.getBuiltinModule('node:vm');
vm.Script = class extends vm.Script {
  constructor(source, options) {
    super(source, options);
    process.getBuiltinModule('node:fs').writeSync(2, String(options.cachedData?.length > 0) + ' ' + this.cachedDataRejected + '\\n');
  }
};`;

/** What each thread of a run said of the code: whether there was any, and whether it was rejected. */
function takenUp(args: readonly string[], flags = ''): string {
  const home = folderOf({ 'spy.mjs': SPY });
  const { err } = runBuilt(args, { cwd: folder, env: { NODE_OPTIONS: `--import=${pathToFileURL(join(home, 'spy.mjs')).href} ${flags}` } });
  return err;
}

test('compiled code is taken up, by each thread', () => {
  expect(takenUp(['clean.json', 'events.json'])).toBe('true false\n');
  expect(takenUp(['.', '--threads', '4', '--fail-on', 'never'])).toBe('true false\n'.repeat(4));
});

test('with other flags it is not, and nothing is said of it', () => {
  expect(takenUp(['clean.json', 'events.json'], '--max-old-space-size=2000 --interpreted-frames-native-stack')).toBe('true true\n');
});

test('without compiled code, and with what is none, the program says the same', () => {
  const program = folderOf({});
  cpSync(join(root, 'dist'), join(program, 'dist'), { recursive: true });
  cpSync(join(root, 'package.json'), join(program, 'package.json'));
  const start = join(program, 'dist/bin.js');
  const args = ['faulty.json', 'events.json', '-f', 'json'];
  const compiled = join(program, 'dist/chunks/always.bin');
  const expected = runBuilt(args, { cwd: folder });
  expect(expected.code).toBe(1);
  writeFileSync(compiled, 'no code');
  expect(runBuilt(args, { cwd: folder, program: start })).toEqual(expected);
  rmSync(compiled);
  expect(runBuilt(args, { cwd: folder, program: start })).toEqual(expected);
});
