import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { folderOf, type RunOptions, run } from './run.ts';

/** Runs `edgewise record` in a folder with these files. */
export const record = (
  files: Record<string, string>,
  args: readonly string[],
  env: RunOptions['env'] = {},
) => run(['record', ...args], { cwd: folderOf(files), env });

/** Why a test of a program is skipped. */
export const isMissing = (program: string, ...args: readonly string[]): boolean =>
  spawnSync(program, args.length > 0 ? args : ['--version'], { stdio: 'ignore' }).status !== 0;

export const STEPS = [{ key: 'start', type: 'trigger', config: { event_name: 'user.created' } }];
export const BODY = JSON.stringify({ name: 'Welcome', steps: STEPS, connections: [] });

/** A listener in place of the service. */
export async function listen() {
  let connections = 0;
  const listener = createServer((socket) => {
    connections++;
    socket.destroy();
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  return { port, listener, base: `http://127.0.0.1:${port}`, connections: () => connections };
}
