import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

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
