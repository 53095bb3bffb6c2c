/** Every command of the pages, in a folder that has what they name, against an account on loopback. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { CLEAN, EVENTS, FAULTY, folderOf, PROGRAM } from './cli/program.ts';
import { account, KEY, serve } from './live/server.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const pages = [
  ...['README.md', 'SECURITY.md', 'CHANGELOG.md', 'editors/vscode/README.md'],
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md') && name !== 'rules.md')
    .map((name) => `docs/${name}`),
];

/** First words of command lines. */
const PROGRAMS = /^(?:edgewise|npm|npx|node|git|docker|code|cat|cd|ls)(?: |$)/;
/** `EVENT`, `[dir]`, `REPORT.json…`, `FLAG=N`: for the reader to fill in. */
const PLACEHOLDER = /\b[A-Z]{2,}\b|[…[]/;

/** The lines of shell blocks, the steps of jobs, and what stands in a sentence. */
function commandsOf(page: string): readonly string[] {
  const text = read(page);
  const blocks = [...text.matchAll(/^```(?:sh)?\n([\s\S]*?)^```/gm)].map(([, body = '']) => body);
  const lines = blocks.flatMap((body) => body.replaceAll('$ ', '').split('\n'));
  const steps = [...text.matchAll(/^ *- run: (.*)/gm)].map(([, step = '']) => step);
  const quoted = [...text.matchAll(/`([^`\n]+)`/g)].map(([, words = '']) => words);
  const named = quoted
    .filter((words) => !PLACEHOLDER.test(words))
    // In a sentence, `edgewise graph` is the name of a command.
    .map((words) => words.replace(/^edgewise [a-z]+$/, '$& --help'));
  const commands = [...lines, ...steps, ...named].map((line) => line.replace(/ +# .*$/, '').trim());
  return [...new Set(commands.filter((line) => PROGRAMS.test(line)))];
}

/** Run by a test of their own, or in need of a registry, a repository or another program. */
const ELSEWHERE = [
  /^(?:git|docker|code|cd) /,
  /^npx @vscode\/vsce /,
  // test/package/install.rest.test.ts
  /^(?:npx --yes|npm install .*) (?:\.\/edgewise-[\d.]+\.tgz|git\+https:)/,
  // test/cli/recipes.rest.test.ts
  /^ls accounts|accounts\/\$/,
];

const SEND = `await fetch('https://api.resend.com/events', {
  method: 'POST',
  body: JSON.stringify({ name: 'user.created', schema: { plan: 'string' } }),
});
`;

/** A folder with all files that the pages name, and a folder with `edgewise` and `npx`. */
function prepare() {
  const plugins = read('docs/plugins.md').matchAll(/`([\w-]+\.js)`[^`]*\n```js\n([\s\S]*?)^```$/gm);
  const cwd = folderOf({
    ...{ 'events.json': EVENTS, 'welcome.json': CLEAN, 'provision.js': SEND, 'setup.ts': SEND },
    ...{ 'before/a.json': CLEAN, 'after/a.json': FAULTY, 'pulled/a.json': CLEAN },
    'package.json': '{ "type": "module", "scripts": { "provision": "node provision.js" } }',
    'src/app.js': `import { Resend } from 'resend';
      await new Resend(key).events.send({ event: 'user.created', email: 'a@b.example' });`,
    ...Object.fromEntries(Array.from(plugins, ([, name = '', text = '']) => [name, text])),
  });
  for (const name of ['examples', 'workflows'])
    cpSync(join(root, 'examples'), join(cwd, name), { recursive: true });
  const bin = folderOf({});
  const programs = {
    edgewise: `exec "${process.execPath}" "${PROGRAM}" "$@"`,
    // `npx tsx setup.ts`, without tsx.
    npx: `exec "${process.execPath}" --input-type=module < "$2"`,
  };
  for (const [name, body] of Object.entries(programs)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${body}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  return { cwd, path: `${bin}${delimiter}${process.env['PATH']}` };
}

/** Ends when the command does, or by Ctrl-C when it waits for more. */
async function run(command: string, cwd: string, env: Readonly<Record<string, string>>) {
  const child = spawn('sh', ['-c', command], {
    ...{ cwd, env, detached: true },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stderr.on('data', (piece) => {
    err += piece;
  });
  child.stdout.on('data', (piece) => {
    out += piece;
    // The shell and its program.
    if (/--watch|playground/.test(command)) process.kill(-(child.pid as number), 'SIGINT');
  });
  const [code, signal] = await once(child, 'close');
  return { code: code ?? signal, out, err };
}

test.each(pages)('the commands of %s run', async (page) => {
  const { url } = await serve(account('a', 'b'));
  const { cwd, path } = prepare();
  const env = { PATH: path, EDGEWISE_API_KEY: KEY, EDGEWISE_BASE_URL: url, HOME: cwd };
  for (const command of commandsOf(page)) {
    if (ELSEWHERE.some((pattern) => pattern.test(command))) continue;
    if (/^(?:npm|npx|node)\b/.test(command)) {
      expectParts(command);
      continue;
    }
    const { code, err } = await run(command, cwd, env);
    expect([0, 1, 3, 130, 'SIGINT'], `${command}\n${err}`).toContain(code);
  }
});

/** Of this repository: the scripts and files that a command names are there. */
function expectParts(command: string): void {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  for (const part of command.split(' && ')) {
    const [, script] = /^npm (?:run )?([\w:]+)/.exec(part) ?? [];
    if (script !== undefined && !['ci', 'pack'].includes(script))
      expect(scripts, part).toHaveProperty([script]);
    for (const [file] of part.matchAll(/(?<= )[\w./-]+\.(?:ts|js)\b/g))
      expect(existsSync(join(root, file)), file).toBe(true);
  }
}
