import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const BIN = fileURLToPath(new URL('../../dist/bin.js', import.meta.url));

export interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the built program. A quiet environment, so that the machine's own does not show through. */
export function run(args: readonly string[], { cwd, input, env }: { cwd?: string; input?: string | Uint8Array; env?: Record<string, string> } = {}): Run {
  const result: SpawnSyncReturns<string> = spawnSync(process.execPath, [BIN, ...args], {
    cwd,
    input: input ?? '',
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    env: { PATH: process.env['PATH'] ?? '', ...env },
  });
  return { code: result.status, out: result.stdout, err: result.stderr };
}

/** A new folder with these files: name → text or bytes. */
export function folderOf(files: Record<string, string | Uint8Array>): string {
  const folder = mkdtempSync(join(tmpdir(), 'edgewise-test-'));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

export const CLEAN = JSON.stringify({
  object: 'workflow',
  id: 'wf_welcome',
  name: 'Welcome series',
  status: 'enabled',
  steps: [
    { id: 'start', type: 'trigger', config: { event_name: 'user.created' } },
    { id: 'welcome', type: 'send_email', config: { template_id: 'tpl_welcome', subject: 'Welcome!', from: 'Juniper <hello@juniper.io>' } },
  ],
  edges: [{ id: 'e1', from_step_id: 'start', to_step_id: 'welcome', edge_type: 'default' }],
});

export const FAULTY = CLEAN.replace('"to_step_id":"welcome"', '"to_step_id":"welcom"');

export const EVENTS = JSON.stringify({ object: 'list', has_more: false, data: [{ id: 'ev_1', name: 'user.created', schema: null }] });
