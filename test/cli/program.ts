import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
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
    vi.restoreAllMocks();
  });
  const [out, err] = [capture('stdout'), capture('stderr')];
  const code = await main(words);
  return { code, out: out(), err: err() };
}

/** What is written to a standard stream from now on. */
export function capture(name: 'stdout' | 'stderr'): () => string {
  let text = '';
  const take = (piece: unknown, done: unknown): boolean => {
    text += String(piece);
    if (typeof done === 'function') done();
    return true;
  };
  vi.spyOn(process[name], 'write').mockImplementation(take);
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
