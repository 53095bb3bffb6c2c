/** The built server with a real client. */
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { expect, onTestFinished, test } from 'vitest';
import { CLEAN, EVENTS, FAULTY, folderOf, PROGRAM } from '../cli/program.ts';

interface Options {
  readonly words?: readonly string[];
  /** What the client has as roots. */
  readonly roots?: readonly string[];
}

async function connect(cwd: string, { words = [], roots }: Options = {}) {
  const capabilities = roots === undefined ? {} : { roots: {} };
  const client = new Client({ name: 'test', version: '1' }, { capabilities });
  if (roots !== undefined)
    client.setRequestHandler(ListRootsRequestSchema, () => ({
      roots: roots.map((root) => ({ uri: pathToFileURL(root).href })),
    }));
  const args = [PROGRAM, 'mcp', ...words];
  const server = { command: process.execPath, args, cwd, env: {}, stderr: 'pipe' } as const;
  await client.connect(new StdioClientTransport(server));
  onTestFinished(() => client.close());
  const call = async (name: string, given: Record<string, unknown>) => {
    const { isError, content } = await client.callTool({ name, arguments: given });
    const [{ text }] = content as [{ text: string }];
    return { isError: isError === true, text };
  };
  return { client, call };
}

test('the tools are read-only', async () => {
  const { client } = await connect(folderOf({}));
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(['lint', 'explain', 'simulate']);
  for (const { annotations } of tools) expect(annotations?.readOnlyHint).toBe(true);
});

test('lint takes a text or a path, with the configuration of the root', async () => {
  const files = { 'events.json': EVENTS, 'welcome.json': FAULTY };
  const { call } = await connect(folderOf(files));
  for (const args of [{ text: FAULTY }, { path: '.' }, { path: 'welcome.json' }])
    expect(await call('lint', args)).toMatchObject({
      isError: false,
      text: expect.stringMatching(
        /^edgewise: 1 error[\s\S]*\[dangling-edge\][\s\S]*rule dangling-edge: /,
      ),
    });
  const unknown = await call('lint', {
    text: CLEAN,
    events: EVENTS.replace('user.created', 'a.b'),
  });
  expect(unknown.text).toContain('[unknown-event]');
  const off = { ...files, 'edgewise.config.json': '{"rules":{"dangling-edge":"off"}}' };
  const { call: other } = await connect(folderOf({}), { roots: [folderOf(off)] });
  expect((await other('lint', { path: 'welcome.json' })).text).not.toContain('[dangling-edge]');
});

test('explain and simulate give the texts of the commands', async () => {
  const { call } = await connect(folderOf({ 'welcome.json': CLEAN }));
  expect((await call('explain', { rule: 'cycle' })).text).toMatch(/^## cycle\n[\s\S]*\*\*Fix\*\*/);
  const contact = { unsubscribed: false };
  const simulated = await call('simulate', { event: 'user.created', path: '.', contact });
  expect(simulated.text).toContain('1 email from 1 workflow');
  const draft = { event: 'user.created', text: CLEAN.replace('enabled', 'disabled'), contact };
  expect((await call('simulate', { ...draft, all: true })).text).toContain('1 email from 1');
  const broken = await call('simulate', { event: 'a', text: '{"steps": [' });
  expect(broken.text).toContain('not simulated: text is not JSON');
});

test.each([
  ['lint', {}, 'give either "text" or "path"\nhelp: text: JSON; path: a file or a folder'],
  [
    'lint',
    { path: '.', fix: true },
    'unknown name "fix" in the call\nhelp: allowed: text, path, events',
  ],
  ['simulate', { path: '.' }, 'the call has no "event"'],
  [
    'simulate',
    { event: 'user.craeted', path: '.' },
    'no workflow starts on "user.craeted" or waits for it, and no definition has it\nhelp: did you mean "user.created"?',
  ],
  ['explain', { rule: '\u001b[31m' }, 'unknown rule "\\u001b[31m"'],
  ['lint', { path: 'empty' }, '"empty" is no file or folder in '],
  ['remove', {}, 'there is no tool "remove"'],
])('%s %j is refused', async (name, args, message) => {
  const { call } = await connect(folderOf({ 'welcome.json': CLEAN }));
  const { isError, text } = await call(name, args);
  expect(isError).toBe(true);
  expect(text).toContain(message);
});

test('files outside of the roots are not read by path, link or configuration', async () => {
  const outside = folderOf({ 'secret.json': FAULTY });
  const cwd = folderOf({
    ...{ '.git/HEAD': '', 'events.json': EVENTS, 'root/welcome.json': FAULTY },
    'root/edgewise.config.json': JSON.stringify({ events: ['../events.json'] }),
  });
  symlinkSync(join(outside, 'secret.json'), join(cwd, 'root/link.json'));
  symlinkSync(outside, join(cwd, 'root/folder'));
  const { call } = await connect(cwd, { words: ['root'] });
  const others = [join(outside, 'secret.json'), '..', '../events.json', 'link.json', 'folder'];
  for (const path of [...others, 'folder/secret.json', 'welcome.json'])
    expect(await call('lint', { path }), path).toMatchObject({
      isError: true,
      text: expect.stringContaining('is no file or folder in'),
    });
});
