import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { printFailure } from '../../src/cli/print-failure.ts';
import { wantsColor, writeStream } from '../../src/run/output.ts';
import type { OutputStream } from '../../src/run/runtime.ts';
import { explainWriteError, replaceFile } from '../../src/run/write-file.ts';
import { CLEAN, capture, folderOf, processOf } from '../cli/run.ts';

const errorOf = (code: string): Error => Object.assign(new Error(`${code}: no`), { code });

/** A stream that takes some pieces, and then fails. */
function failing(error: Error, after = 0): OutputStream & { readonly pieces: string[] } {
  const pieces: string[] = [];
  return {
    pieces,
    on: () => undefined,
    write(text, done) {
      pieces.push(text);
      done(pieces.length > after ? error : null);
      return true;
    },
  };
}

const LARGE = ['a', 'b', 'c'].map((letter) => letter.repeat(70_000));

test('nothing more is written to a reader that has gone, and that is no failure', async () => {
  const stream = failing(errorOf('EPIPE'), 1);
  await writeStream(stream, LARGE);
  expect(stream.pieces.map((piece) => piece[0])).toEqual(['a', 'b']);
});

test('pieces are gathered, an empty one is not written, and errors are listened to once', async () => {
  let listeners = 0;
  const stream = { ...failing(errorOf('EIO'), 9), on: () => void listeners++ };
  for (const pieces of [['a', '', 'b'], [], ['c'.repeat(65_535), 'd', 'e']])
    await writeStream(stream, pieces);
  expect(stream.pieces.map(({ length }) => length)).toEqual([2, 65_536, 1]);
  expect(listeners).toBe(1);
});

test('a full disk under the output is a failure with its reason', async () => {
  for (const [code, reason] of [
    ['ENOSPC', 'no space left'],
    ['EIO', 'EIO'],
  ] as const)
    await expect(writeStream(failing(errorOf(code)), LARGE)).rejects.toThrow(
      `cannot write the report: ${reason}`,
    );
  expect(explainWriteError(new RangeError('too long'))).toBe('RangeError: too long');
});

test('a file whose new content fails keeps its old content, without remains', () => {
  const folder = folderOf({ 'a.txt': 'old' });
  const content = function* () {
    yield 'new';
    throw new Error('no more');
  };
  expect(() => replaceFile(join(folder, 'a.txt'), content())).toThrow('no more');
  expect(() => replaceFile(join(folder, 'gone/a.txt'), ['new'])).toThrow('ENOENT');
  expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('old');
  expect(readdirSync(folder)).toEqual(['a.txt']);
  expect(existsSync(join(folder, 'gone'))).toBe(false);
});

test('a terminal has colours, unless it is dumb or the environment forbids them', () => {
  const wants = (env: Record<string, string>, isTTY = true) =>
    wantsColor(undefined, { env }, { ...capture(), isTTY });
  expect(wants({ TERM: 'xterm' })).toBe(true);
  expect(wants({ TERM: 'dumb' })).toBe(false);
  expect(wants({}, false)).toBe(false);
  expect(wants({ FORCE_COLOR: '1' }, false)).toBe(true);
  expect(wants({ FORCE_COLOR: 'false' })).toBe(false);
  expect(wants({ NO_COLOR: '1', FORCE_COLOR: '1' })).toBe(false);
});

test('a crash is reported as a fault of the program, in the reports as well', async () => {
  const [stdout, stderr] = [capture(), capture()];
  const cwd = (): string => {
    throw errorOf('ENOENT');
  };
  const streams = { stdin: (async function* () {})(), stdout, stderr };
  const code = await main(['a.json', '-f', 'json'], { ...processOf('.'), ...streams, cwd });
  expect(code).toBe(2);
  expect(stderr.text()).toBe(
    'edgewise: edgewise itself failed: ENOENT: no\n          this is a fault of edgewise, not of your workflows; please report it\n',
  );
  expect(JSON.parse(stdout.text())).toMatchObject({
    failures: [{ source: '-', message: 'edgewise itself failed: ENOENT: no' }],
  });
  const runtime = { ...processOf('.'), ...streams, tool: { name: '', version: '' } };
  expect(await printFailure('a text', { ...runtime, stderr: capture() }, true)).toBe(
    'edgewise itself failed: a text',
  );
});

test('an agent is asked for when no format is given', async () => {
  const lint = async (...args: string[]) => {
    const [stdout, stderr] = [capture(), capture()];
    const given = { ...processOf(folderOf({ 'a.json': CLEAN })), stdout, stderr };
    const findAgent = async () => 'helper';
    await main(['a.json', ...args], { ...given, stdin: (async function* () {})() }, { findAgent });
    return { out: stdout.text(), err: stderr.text() };
  };
  const chosen = await lint();
  expect(chosen.err).toBe(
    'edgewise: run by an agent (helper), so the format is agent; -f text prints the report for people\n',
  );
  expect(chosen.out).toBe((await lint('-f', 'agent')).out);
  expect((await lint('-f', 'text')).err).toBe('');
});
