import { spawn } from 'node:child_process';
import { chmodSync, cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BIN, folderOf } from './cli/run.ts';
import { type Served, serveFiles } from './live/service.ts';

// Every command of these pages is run, in a project as the pages describe it. Other tests run those of the other pages: test/api.test.ts,
// test/install.test.ts, test/shard-recipes.test.ts and test/cli/plugin.test.ts.

const root = fileURLToPath(new URL('../..', import.meta.url));
const PAGES = [
  'README.md',
  ...['ci', 'configuration', 'graph', 'html-report', 'input', 'live', 'playground'].map(
    (name) => `docs/${name}.md`,
  ),
  ...['reports', 'sdk', 'simulate', 'ways'].map((name) => `docs/${name}.md`),
];
/** They end when they are interrupted. */
const ENDLESS = / --watch|^edgewise playground/;
/** Programs that are not among the tools of development. */
const NOT_INSTALLED = /npx tsx|npx --yes|npm ci/;

const commands = PAGES.flatMap((page) =>
  [...readFileSync(join(root, page), 'utf8').matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)]
    .filter(([, language = '']) => ['', 'sh', 'yaml'].includes(language))
    .flatMap(([, , text = '']) => text.split('\n'))
    .map((line) =>
      line
        .replace(/^ *- run: /, '')
        .replace(/ +#.*/, '')
        .trim(),
    )
    .filter((line) => /(?:^|\| |[A-Z_]+=\S+ )(?:edgewise|node \S*bin\.js)(?: |$)/.test(line))
    .filter((line) => !NOT_INSTALLED.test(line))
    .map((line) => [line, page] as const),
);

const SCRIPT = `await fetch('https://api.resend.com/automations', {
  method: 'POST',
  headers: { authorization: \`Bearer \${process.env.RESEND_API_KEY}\`, 'content-type': 'application/json', 'user-agent': 'docs' },
  body: JSON.stringify({
    name: 'Welcome',
    steps: [{ key: 'start', type: 'trigger', config: { event_name: 'user.created' } }],
    connections: [],
  }),
});
`;
const home = folderOf({
  'bin/edgewise': `#!/bin/sh\nexec "${process.execPath}" "${BIN}" "$@"\n`,
  'package.json': '{ "private": true, "scripts": { "provision": "node provision.js" } }',
  'provision.js': SCRIPT,
  'src/send.js':
    "import { Resend } from 'resend';\nnew Resend().events.send({ event: 'order.delivered', email: 'a@b.co' });\n",
});
let served: Served;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  chmodSync(join(home, 'bin/edgewise'), 0o755);
  for (const name of ['workflows', 'pulled'])
    cpSync(join(root, 'examples'), join(home, name), { recursive: true });
  cpSync(join(root, 'examples/events.json'), join(home, 'events.json'));
  cpSync(join(root, 'dist'), join(home, '.edgewise/dist'), { recursive: true });
  served = await serveFiles(join(home, 'pulled'));
  env = {
    ...process.env,
    PATH: `${join(home, 'bin')}:${process.env['PATH']}`,
    HOME: home,
    EDGEWISE_API_KEY: 'test',
    EDGEWISE_BASE_URL: served.url,
    GITHUB_ACTIONS: '',
    NO_COLOR: '1',
  };
});
afterAll(() => {
  served.stop();
  rmSync(home, { recursive: true, force: true });
});

test('the pages contain commands', () => {
  const pages = new Set(commands.map(([, page]) => page));
  expect(PAGES.filter((page) => !pages.has(page))).toEqual([]);
  expect(commands.length).toBeGreaterThan(50);
});

test.each(commands)('%s (%s)', async (command) => {
  // The server of this test answers in place of the one that the page starts.
  const line = command.replace(/ --port \d+/, '');
  const { code, out, err } = await runShell(line);
  if (ENDLESS.test(command)) expect(code, err).toBe(130);
  else expect(code, err).toBeLessThanOrEqual(1);
  const files = [...command.matchAll(/-f \w+=(\S+)/g)].map(([, file]) => file as string);
  for (const file of files) expect(existsSync(join(home, file)), file).toBe(true);
  if (files.length === 0 && !/ (?:-o|mcp|--update-baseline)\b/.test(command))
    expect(out).not.toBe('');
});

/** Runs a line in a shell. What does not end by itself is interrupted when it has written something. */
function runShell(line: string): Promise<{ code: number | null; out: string; err: string }> {
  return new Promise((resolve) => {
    const isEndless = ENDLESS.test(line);
    const child = spawn('sh', ['-c', isEndless ? `exec ${line}` : line], {
      cwd: home,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const written = { out: '', err: '' };
    child.stdout.on('data', (text) => (written.out += text));
    child.stderr.on('data', (text) => (written.err += text));
    if (isEndless) {
      const interrupt = (): void => {
        if (/Ctrl-C/.test(written.err) && written.out !== '') child.kill('SIGINT');
      };
      child.stdout.on('data', interrupt);
      child.stderr.on('data', interrupt);
    }
    child.on('close', (code) => resolve({ code, ...written }));
  });
}
