import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkRule } from '../../node/plan.ts';
import { note, writeOut } from '../../node/streams.ts';
import { explainFileError, UserError } from '../../node/user-error.ts';
import { type Arguments, defineCommand, wordsOf } from '../command.ts';
import { readCount, text } from '../options.ts';
import { packageFile } from '../package-file.ts';
import { loadRules } from '../parts.ts';

const OPTIONS = { port: text('N: where to listen; without it, a free port') };

export const playground = defineCommand({
  name: 'playground',
  describe: 'a page that checks, draws and simulates while you type',
  usage: `edgewise playground [RULE]

Serves a page on this machine, which sends no data, until Ctrl-C; with the example of a rule.`,
  options: OPTIONS,
  mostWords: 1,
  run: runPlayground,
});

/** The files of the page, and their types. */
const TYPES = new Map([
  ['index.html', 'text/html'],
  ['main.css', 'text/css'],
  ['main.js', 'text/javascript'],
]);

async function runPlayground(argv: Arguments<typeof OPTIONS>): Promise<undefined> {
  const [rule] = wordsOf(argv);
  const { rules } = await loadRules();
  const ids = rules.map(({ id }) => id);
  if (rule !== undefined) checkRule(rule, ids);
  // Every start of the program would wait for it.
  const { createServer } = await import('node:http');
  const server = createServer(answerWith(readPages()));
  server.listen(readPort(argv.port), '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new UserError(`cannot listen: ${explainFileError(error)}`, 'choose another --port');
  }
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}${rule === undefined ? '' : `/#rule=${rule}`}`;
  await note(['edgewise: the playground runs on this machine and sends no data; Ctrl-C ends it']);
  await writeOut([`${url}\n`]);
  await once(server, 'close');
}

function readPort(given: string | undefined): number {
  const port = readCount('--port', given) ?? 0;
  if (port <= 65_535) return port;
  throw new UserError(`--port ${port} is too large`, 'the largest port is 65535');
}

/** `main.js` → its content. */
function readPages(): ReadonlyMap<string, Buffer> {
  const files = [...TYPES.keys()].map((name) => {
    const file = packageFile(`dist/playground/${name}`);
    if (!existsSync(file))
      throw new UserError('the playground is not built', 'in a checkout, run: npm run build');
    return [name, readFileSync(file)] as const;
  });
  return new Map(files);
}

function answerWith(pages: ReadonlyMap<string, Buffer>): RequestListener {
  return ({ url = '' }, response) => {
    const [path = ''] = url.split('?');
    const name = path === '/' ? 'index.html' : path.slice(1);
    const type = TYPES.get(name);
    response.writeHead(type === undefined ? 404 : 200, {
      'content-type': type === undefined ? 'text/plain' : `${type}; charset=utf-8`,
      'cache-control': 'no-cache',
    });
    response.end(pages.get(name) ?? 'not found\n');
  };
}
