import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { defineCommand, type Runtime } from '../../command.ts';
import { numberFlag } from '../../run/flag.ts';
import { isCi } from '../../run/is-ci.ts';
import { serveLoopback } from '../../run/loopback.ts';
import { writeStream } from '../../run/output.ts';
import { packagePath } from '../../run/package-path.ts';
import { knownRule } from '../../run/setup.ts';
import { UserError } from '../../run/user-error.ts';

/** The files of the page, and their types. */
const TYPES = new Map([
  ['index.html', 'text/html'],
  ['main.css', 'text/css'],
  ['main.js', 'text/javascript'],
]);

export default defineCommand({
  name: 'playground',
  summary: 'open the playground in a browser; it checks, draws and simulates a pasted export',
  positionals: ['[RULE]'],
  flags: {
    port: numberFlag('N', 'where to listen; without it, a free port', [0, 65_535, 'whole']),
  },
  examples: [
    ['edgewise playground', 'opens a page of this machine, until Ctrl-C'],
    ['edgewise playground cycle', 'with the example of a rule'],
  ],
  async run({ port = 0, positional: [rule] }, { runtime, rules }) {
    const path = rule === undefined ? '' : `/#rule=${knownRule(rule, await rules()).id}`;
    const pages = readPages();
    await writeStream(runtime.stderr, [
      'edgewise: the playground runs on this machine and sends no data; Ctrl-C ends it\n',
    ]);
    return serveLoopback(
      (message, response) => answer(message, response, pages),
      { port, path },
      runtime,
      (url) => openBrowser(url, runtime),
    );
  },
});

interface Page {
  readonly type: string;
  readonly body: Uint8Array;
}

function readPages(): ReadonlyMap<string, Page> {
  return new Map(
    [...TYPES].map(([name, type]) => {
      const path = packagePath(`dist/playground/${name}`);
      if (path === undefined)
        throw new UserError('the playground is not built', 'in a checkout, run: npm run build');
      return [`/${name}`, { type: `${type}; charset=utf-8`, body: readFileSync(path) }];
    }),
  );
}

function answer(
  { url = '' }: IncomingMessage,
  response: ServerResponse,
  pages: ReadonlyMap<string, Page>,
): void {
  const [path = ''] = url.split('?');
  const page = pages.get(path === '/' ? '/index.html' : path);
  response.writeHead(page === undefined ? 404 : 200, {
    'content-type': page?.type ?? 'text/plain',
    'cache-control': 'no-cache',
  });
  response.end(page?.body ?? 'not found\n');
}

const OPENERS = new Map<NodeJS.Platform, string>([
  ['darwin', 'open'],
  ['win32', 'explorer.exe'],
]);

/** Only for a person at a terminal. Where no browser can be started, the printed address is enough. */
function openBrowser(url: string, { stdout, env, platform }: Runtime): void {
  if (stdout.isTTY !== true || isCi(env)) return;
  const opener = spawn(OPENERS.get(platform) ?? 'xdg-open', [url], {
    stdio: 'ignore',
    detached: true,
    env,
  });
  opener.on('error', () => {});
  opener.unref();
}
