import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BIN, CLEAN, FAULTY, folderOf, run, runBuilt } from './run.ts';

const shell = (command: string, cwd: string) =>
  spawnSync('sh', ['-c', command], {
    cwd,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '', EDGEWISE: BIN, NODE: process.execPath },
  });

test('several megabytes of JSON reach a slow reader completely', async () => {
  const lines = Array.from({ length: 4000 }, (_, i) =>
    FAULTY.replace('wf_welcome', `wf_${i}`),
  ).join('\n');
  const folder = folderOf({ 'a.ndjson': lines });
  const child = spawn(process.execPath, [BIN, 'a.ndjson', '-f', 'json'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let out = '';
  for await (const chunk of child.stdout) {
    out += chunk;
    if (out.length < 500_000) await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect(out.length).toBeGreaterThan(2_000_000);
  expect((JSON.parse(out) as { findings: unknown[] }).findings.length).toBeGreaterThanOrEqual(4000);
});

test('a closed pipe causes no error message', () => {
  const lines = Array.from({ length: 4000 }, (_, i) =>
    FAULTY.replace('wf_welcome', `wf_${i}`),
  ).join('\n');
  const { stdout, stderr, status } = shell(
    '"$NODE" "$EDGEWISE" a.ndjson -f compact | head -1',
    folderOf({ 'a.ndjson': lines }),
  );
  expect(stdout.split('\n')).toHaveLength(2);
  expect(stderr).toBe('');
  expect(status).toBe(0);
});

test('a full disk under stdout is exit 2 with the reason', () => {
  const { stderr, status } = shell(
    '"$NODE" "$EDGEWISE" a.json >/dev/full',
    folderOf({ 'a.json': FAULTY }),
  );
  expect(status).toBe(2);
  expect(stderr).toBe('edgewise: cannot write the report: no space left\n');
});

test('a report file that cannot be written is exit 2, and the old report is kept', async () => {
  const folder = folderOf({ 'a.json': FAULTY, 'old/report.json': 'old' });
  expect(await run(['a.json', '-f', 'json=gone/report.json'], { cwd: folder })).toMatchObject({
    code: 2,
    err: expect.stringContaining('the folder does not exist'),
  });
  expect(await run(['a.json', '-f', 'json=/dev/full'], { cwd: folder })).toMatchObject({
    code: 2,
    err: expect.stringContaining('no space left'),
  });
  const { status } = shell(
    'ulimit -f 0; trap "" XFSZ; "$NODE" "$EDGEWISE" a.json -f json=old/report.json',
    folder,
  );
  expect(status).toBe(2);
  expect(readFileSync(join(folder, 'old/report.json'), 'utf8')).toBe('old');
  expect(readdirSync(join(folder, 'old'))).toEqual(['report.json']);
});

test('several reports in one run', async () => {
  const folder = folderOf({ 'a.json': FAULTY });
  mkdirSync(join(folder, 'reports'));
  writeFileSync(join(folder, 'reports/r.json'), 'old');
  const { code, out } = await run(
    ['a.json', '-f', 'compact', '-f', 'json=reports/r.json', '-f', 'sarif=reports/r.sarif'],
    { cwd: folder },
  );
  expect(code).toBe(1);
  expect(out).toContain('[dangling-edge]');
  expect(JSON.parse(readFileSync(join(folder, 'reports/r.json'), 'utf8'))).toMatchObject({
    version: 1,
  });
  expect(existsSync(join(folder, 'reports/r.sarif'))).toBe(true);
  expect(readdirSync(join(folder, 'reports'))).toEqual(['r.json', 'r.sarif']);
});

test.each([
  [{}, false],
  [{ FORCE_COLOR: '1' }, true],
  [{ FORCE_COLOR: '0' }, false],
  [{ FORCE_COLOR: 'false' }, false],
  [{ FORCE_COLOR: '1', NO_COLOR: '1' }, false],
  [{ FORCE_COLOR: '1', NO_COLOR: '' }, true],
  [{ CI: '1' }, false],
])('colour through a pipe with %o: %s', async (env, coloured) => {
  const folder = folderOf({ 'a.json': FAULTY });
  expect(runBuilt(['a.json'], { cwd: folder, env }).out.includes('\u001b[')).toBe(coloured);
  expect((await run(['a.json', '--color'], { cwd: folder, env })).out).toContain('\u001b[');
  expect((await run(['a.json', '--no-color'], { cwd: folder, env })).out).not.toContain('\u001b[');
});

test('files and machine formats have no colour', async () => {
  const folder = folderOf({ 'a.json': FAULTY });
  expect((await run(['a.json', '--color', '-f', 'json'], { cwd: folder })).out).not.toContain(
    '\u001b',
  );
  await run(['a.json', '--color', '-f', 'text=r.txt'], { cwd: folder });
  expect(readFileSync(join(folder, 'r.txt'), 'utf8')).not.toContain('\u001b');
});

test('only the report goes to stdout', async () => {
  const folder = folderOf({ 'a.json': CLEAN });
  const { out, err } = await run(['a.json', 'gone.json', '-f', 'json'], { cwd: folder });
  expect(() => JSON.parse(out)).not.toThrow();
  expect(err).toBe('edgewise: gone.json: no such file\n');
});
