import { spawnSync } from 'node:child_process';
import fs, { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished, vi } from 'vitest';
import { main } from '../../src/cli/main.ts';

export const PROGRAM = fileURLToPath(new URL('../../dist/bin.js', import.meta.url));

interface RunOptions {
  readonly cwd?: string;
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs the built program, without variables of the machine. */
export function edgewise(words: readonly string[], { cwd, input = '', env }: RunOptions = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...words], {
    ...{ cwd, input, encoding: 'utf8', maxBuffer: 1 << 28 },
    env: { PATH: process.env['PATH'] ?? '', ...env },
  });
  return { code: status, out: stdout, err: stderr };
}

/** The same in this process, which is sooner: of command lines that end before they read. */
export async function refuse(words: readonly string[], cwd: string) {
  const before = process.cwd();
  process.chdir(cwd);
  vi.stubEnv('NO_COLOR', '1');
  onTestFinished(() => {
    process.chdir(before);
    vi.unstubAllEnvs();
  });
  const [out, err] = [capture('stdout'), capture('stderr')];
  const code = await main(words);
  return { code, out: out(), err: err() };
}

/** What is written to a standard stream until the test ends. */
export function capture(name: 'stdout' | 'stderr'): () => string {
  const captured = name === 'stdout' ? 1 : 2;
  let text = '';
  const real = fs.writeSync;
  const replace = (write: typeof real): void => {
    fs.writeSync = write;
    syncBuiltinESMExports();
  };
  replace(((to: number, bytes: Buffer, ...rest: never[]): number => {
    if (to !== captured) return real(to, bytes, ...rest);
    text += String(bytes);
    return bytes.length;
  }) as typeof real);
  onTestFinished(() => replace(real));
  return () => text;
}

/** A new folder with these files: name → text. */
export function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'edgewise-test-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** A workflow without a fault. */
export const CLEAN = `{
  "id": "wf_welcome", "name": "Welcome", "status": "enabled",
  "steps": [
    { "key": "start", "type": "trigger", "config": { "event_name": "user.created" } },
    { "key": "hello", "type": "send_email", "config": { "template": { "id": "tpl_hello" } } }
  ],
  "connections": [{ "from": "start", "to": "hello" }]
}
`;

/** An edge to nowhere, which a fix corrects. */
export const FAULTY = CLEAN.replace('"to": "hello"', '"to": "helo"');

/** A warning. */
export const WARNING = CLEAN.replace('"enabled"', '"activ"');

export const EVENTS = JSON.stringify({
  ...{ object: 'list', has_more: false },
  data: [{ object: 'event', id: 'ev_1', name: 'user.created', schema: null }],
});
