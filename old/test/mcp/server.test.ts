import { spawnSync } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { applyPatch } from 'diff';
import { afterEach, describe, expect, test } from 'vitest';
import { BIN, CLEAN, EVENTS, FAULTY, folderOf } from '../cli/run.ts';

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** A client of the built server, which validates results by the schemas of the tools. */
async function openClient(
  cwd: string,
  { words = [], roots }: { words?: readonly string[]; roots?: readonly string[] } = {},
) {
  const client = new Client(
    { name: 'test', version: '1' },
    { capabilities: roots === undefined ? {} : { roots: {} } },
  );
  if (roots !== undefined)
    client.setRequestHandler(ListRootsRequestSchema, () => ({
      roots: roots.map((root) => ({ uri: pathToFileURL(root).href })),
    }));
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [BIN, 'mcp', ...words],
      cwd,
      env: {},
      stderr: 'pipe',
    }),
  );
  ends.push(() => client.close());
  await client.listTools();
  return async (name: string, args: Record<string, unknown>) => {
    const result = await client.callTool({ name, arguments: args });
    const [{ text }] = result.content as [{ text: string }];
    return { isError: result.isError === true, text, value: result.structuredContent as never };
  };
}

const DISABLED = CLEAN.replace('"enabled"', '"disabled"');
const FILES = { 'events.json': EVENTS, 'welcome.json': FAULTY };

test('the tools are read-only, and have schemas of their results', async () => {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [BIN, 'mcp'] }));
  ends.push(() => client.close());
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    'lint',
    'explain_rule',
    'simulate',
    'list_events',
    'fix_preview',
  ]);
  for (const { annotations, outputSchema } of tools) {
    expect(annotations?.readOnlyHint).toBe(true);
    expect(outputSchema).toBeDefined();
  }
});

test('lint takes a text or a path', async () => {
  const call = await openClient(folderOf(FILES));
  const finding = { rule: 'dangling-edge', severity: 'error', step: 'start' };
  for (const args of [{ text: FAULTY }, { path: '.' }, { path: 'welcome.json' }]) {
    const { value } = await call('lint', args);
    expect(value).toMatchObject({ summary: { errors: 1 }, complete: true, omittedFindings: 0 });
    expect((value as { findings: object[] }).findings).toContainEqual(
      expect.objectContaining({ rule: finding.rule, severity: finding.severity }),
    );
  }
  expect(await call('lint', {})).toMatchObject({
    isError: true,
    text: 'give either "text" or "path"\nhelp: text: JSON; path: a file or a folder',
  });
});

test('results are bounded', async () => {
  const call = await openClient(folderOf({}));
  const workflows = Array.from({ length: 3000 }, (_, i) =>
    JSON.parse(FAULTY.replaceAll('wf_welcome', `${'w'.repeat(500)}${i}`)),
  );
  const { value, text } = await call('lint', { text: JSON.stringify(workflows) });
  expect(text.length).toBeLessThan(30_000);
  expect(value).toMatchObject({ summary: { errors: 3000 } });
  expect((value as { omittedFindings: number }).omittedFindings).toBeGreaterThan(2900);
  const schema = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`${i}`, 'string']));
  const events = Array.from({ length: 300 }, (_, i) => ({
    object: 'event',
    name: `e${i}`,
    schema,
  }));
  const listed = await call('list_events', { text: JSON.stringify(events) });
  expect(listed.text.length).toBeLessThan(30_000);
  expect((listed.value as { omittedEvents: number }).omittedEvents).toBeGreaterThan(250);
});

test('unreadable input, and input without a workflow, are not reported as clean', async () => {
  const call = await openClient(folderOf({ 'other.json': '[1]', 'off.json': DISABLED }));
  const broken = await call('simulate', { event: 'user.created', text: 'hello' });
  expect(broken.value).toMatchObject({ complete: false, failures: [{ source: 'text' }] });
  const off = await call('simulate', { event: 'user.created', path: 'off.json' });
  expect(off.value).toMatchObject({ emails: { max: 0 }, notEnabled: ['Welcome series'] });
  const empty = await openClient(folderOf({ 'other.json': '[1]' }));
  expect(await empty('lint', { path: '.' })).toMatchObject({
    isError: true,
    text: 'no workflows or event definitions found in "."',
  });
  expect((await empty('explain_rule', { rule: '\u001b[31m' })).text).not.toContain('\u001b');
});

test('files outside of the roots are not read by path, link or configuration', async () => {
  const outside = folderOf({ 'secret.json': FAULTY, 'events.json': EVENTS });
  const cwd = folderOf({
    '.git/HEAD': '',
    'events.json': EVENTS,
    'root/welcome.json': FAULTY,
    'root/edgewise.config.json': JSON.stringify({ events: ['../events.json'] }),
  });
  symlinkSync(join(outside, 'secret.json'), join(cwd, 'root/link.json'));
  symlinkSync(outside, join(cwd, 'root/folder'));
  const call = await openClient(cwd, { words: ['root'] });
  for (const path of [
    join(outside, 'secret.json'),
    '..',
    '../events.json',
    'link.json',
    'folder',
    'folder/secret.json',
    'missing.json',
  ])
    for (const tool of ['lint', 'list_events', 'fix_preview'])
      expect(await call(tool, { path })).toMatchObject({
        isError: true,
        text: expect.stringContaining('is no file or folder in'),
      });
  expect(await call('simulate', { event: 'user.created', path: 'link.json' })).toMatchObject({
    isError: true,
  });
  const { value } = await call('lint', { path: 'welcome.json' });
  expect(value).toMatchObject({ failures: [{ message: 'is outside of the roots' }] });
});

test('the roots are those of the command line, else those of the client', async () => {
  const [first, second] = [folderOf(FILES), folderOf({ 'other.json': CLEAN })];
  const named = await openClient(first, { words: [second], roots: [first] });
  expect((await named('lint', { path: 'other.json' })).isError).toBe(false);
  expect((await named('lint', { path: 'welcome.json' })).isError).toBe(true);
  const asked = await openClient(first, { roots: [second] });
  expect((await asked('lint', { path: join(second, 'other.json') })).isError).toBe(false);
  expect((await asked('lint', { path: 'welcome.json' })).isError).toBe(true);
});

test('explain_rule returns the page, and suggests a similar rule', async () => {
  const call = await openClient(folderOf({}));
  const { value } = await call('explain_rule', { rule: 'dangling-edge' });
  expect(value).toMatchObject({ rule: 'dangling-edge', severity: 'error' });
  expect((value as { page: string }).page).toContain('# dangling-edge');
  const { isError, text } = await call('explain_rule', { rule: 'dangling-egde' });
  expect(isError).toBe(true);
  expect(text).toContain('did you mean "dangling-edge"?');
});

test('simulate returns the emails of an event', async () => {
  const call = await openClient(folderOf(FILES));
  const { value } = await call('simulate', { event: 'user.created', text: CLEAN });
  expect(value).toMatchObject({
    emails: { min: 1, max: 1 },
    sends: [{ workflow: 'Welcome series', step: 'welcome', template: 'tpl_welcome' }],
  });
  expect(await call('simulate', { event: 'user.craeted', text: CLEAN })).toMatchObject({
    isError: true,
    text: expect.stringContaining('did you mean "user.created"?'),
  });
});

test('with "events": ["none"], no tool reads definitions', async () => {
  const cwd = folderOf({
    'welcome.json': CLEAN,
    'events.json': EVENTS.replace('null', '{"plan":"string"}'),
  });
  const call = await openClient(cwd);
  const args = { path: '.', event: 'user.created', payload: { plan: 1 } };
  const simulated = async () => (await call('simulate', args)).value;
  expect(await simulated()).toMatchObject({ refused: [{ event: 'user.created' }] });
  writeFileSync(join(cwd, 'edgewise.config.json'), JSON.stringify({ events: ['none'] }));
  expect(await simulated()).toMatchObject({ refused: [] });
  expect((await call('list_events', { path: '.' })).value).toMatchObject({
    events: [{ name: 'user.created', isDefined: false }],
  });
});

test('list_events lists definitions and uses', async () => {
  const call = await openClient(folderOf(FILES));
  const { value } = await call('list_events', { path: '.' });
  expect(value).toEqual({
    events: [{ name: 'user.created', isDefined: true, starts: ['Welcome series'], awaitedBy: [] }],
    omittedEvents: 0,
  });
});

test('fix_preview shows a diff that applies, and writes nothing', async () => {
  const cwd = folderOf({ ...FILES, 'lines.ndjson': `${CLEAN}\n${FAULTY}\n` });
  const call = await openClient(cwd);
  const { value } = await call('fix_preview', { path: '.' });
  const { made, diffs } = value as { made: number; diffs: { source: string; diff: string }[] };
  expect(made).toBe(2);
  const patched = diffs.map(({ source, diff }) =>
    applyPatch(readFileSync(join(cwd, source), 'utf8'), diff),
  );
  expect(patched).toEqual([`${CLEAN}\n${CLEAN}\n`, CLEAN]);
  expect(readFileSync(join(cwd, 'welcome.json'), 'utf8')).toBe(FAULTY);
  const text = await call('fix_preview', { text: FAULTY });
  expect(
    applyPatch(FAULTY, (text.value as { diffs: { diff: string }[] }).diffs[0]?.diff ?? ''),
  ).toBe(CLEAN);
});

test('the next call reads a changed configuration and changed files', async () => {
  const cwd = folderOf(FILES);
  const call = await openClient(cwd);
  expect((await call('lint', { path: '.' })).value).toMatchObject({ summary: { errors: 1 } });
  writeFileSync(
    join(cwd, 'edgewise.config.json'),
    JSON.stringify({ rules: { 'dangling-edge': 'off' } }),
  );
  expect((await call('lint', { path: '.' })).value).toMatchObject({ summary: { errors: 0 } });
  writeFileSync(join(cwd, 'edgewise.config.json'), '{');
  expect((await call('lint', { path: '.' })).isError).toBe(true);
});

/** Does not end for a workflow of the name "endless", and ends its thread for one of the name "ended". */
const PLUGIN = `export default [{
  id: 'acme/endless', severity: 'warning', preset: 'recommended', since: '1.0.0', category: 'email',
  summary: 'S.', why: 'W.', remedy: 'R.',
  workflow({ workflow }) {
    for (; workflow.name === 'endless'; );
    if (workflow.name === 'ended') process.exit(0);
  },
}];`;

test('a call that does not end is answered with an error, and others are answered as well', async () => {
  const cwd = folderOf({ ...FILES, 'own.mjs': PLUGIN });
  const call = await openClient(cwd, { words: ['--plugin', 'own.mjs', '--timeout', '5'] });
  const [endless, next] = await Promise.all([
    call('lint', { text: FAULTY.replace('Welcome series', 'endless') }),
    call('lint', { path: '.' }),
  ]);
  expect(endless).toMatchObject({
    isError: true,
    text: expect.stringMatching(
      /^lint did not end within 5 seconds, so nothing was checked\nhelp: .*--timeout/,
    ),
  });
  expect(next.value).toMatchObject({ summary: { errors: 1 } });
  const ended = await call('fix_preview', { text: FAULTY.replace('Welcome series', 'ended') });
  expect(ended.text).toMatch(/^fix_preview ended, so nothing was checked\n/);
  expect((await call('lint', { text: FAULTY })).value).toMatchObject({ summary: { errors: 1 } });
});

test('unknown arguments are refused, with their names', async () => {
  const call = await openClient(folderOf(FILES));
  for (const [tool, args] of [
    ['lint', { path: '.', fix: true }],
    ['explain_rule', { rule: 'cycle', fix: true }],
    ['simulate', { event: 'user.created', path: '.', fix: true }],
    ['list_events', { path: '.', fix: true }],
    ['fix_preview', { path: '.', fix: true }],
  ] as const)
    expect(await call(tool, args)).toMatchObject({
      isError: true,
      text: expect.stringMatching(/unrecognized.*fix/i),
    });
});

describe('event definitions', () => {
  const other = EVENTS.replaceAll('user.created', 'user.born');
  const rulesOf = async (files: Record<string, string>, args: Record<string, unknown>) => {
    const call = await openClient(folderOf(files));
    const { value } = await call('lint', args);
    const { findings, notChecked } = value as {
      findings: { rule: string; location: { source: string } }[];
      notChecked: { rule: string }[];
    };
    return [...findings, ...notChecked].map(({ rule }) => rule).filter((id) => id === UNKNOWN);
  };
  const UNKNOWN = 'unknown-event';
  const files = { 'workflows/welcome.json': CLEAN, 'workflows/other.json': FAULTY };
  const path = 'workflows/welcome.json';

  test('of the root are those of a file in a folder', async () => {
    expect(await rulesOf(files, { path })).toEqual([UNKNOWN]);
    expect(await rulesOf({ ...files, 'events.json': EVENTS }, { path })).toEqual([]);
    expect(await rulesOf({ ...files, 'a/events.json': other }, { path })).toEqual([UNKNOWN]);
  });

  test('are a path, JSON or none', async () => {
    const all = { ...files, 'events.json': EVENTS, 'other.json': other };
    for (const events of ['events.json', EVENTS, `\n ${EVENTS}`])
      expect(await rulesOf(all, { path, events })).toEqual([]);
    for (const events of ['other.json', other, 'none'])
      expect(await rulesOf(all, { path, events })).toEqual([UNKNOWN]);
    expect(await rulesOf(files, { text: CLEAN, events: EVENTS })).toEqual([]);
    const call = await openClient(folderOf(files));
    expect(await call('lint', { path, events: '../events.json' })).toMatchObject({
      isError: true,
      text: expect.stringContaining('is no file or folder in'),
    });
  });

  test('are known to a simulation, and are not fixed', async () => {
    const call = await openClient(folderOf({ ...files, 'events.json': EVENTS }));
    const { value } = await call('list_events', { path });
    expect(value).toMatchObject({ events: [{ name: 'user.created', isDefined: true }] });
    const args = { event: 'user.created', path, payload: { plan: 3 }, events: EVENTS };
    expect((await call('simulate', args)).isError).toBe(false);
    const fixes = await call('fix_preview', { path: 'workflows/other.json' });
    expect(
      (fixes.value as { diffs: { source: string }[] }).diffs.map(({ source }) => source),
    ).toEqual(['workflows/other.json']);
  });
});

test('the end of the input ends the server, also when the client has not named its roots', () => {
  const client = {
    protocolVersion: '2024-11-05',
    capabilities: { roots: {} },
    clientInfo: { name: 'c', version: '1' },
  };
  const calls = [
    { jsonrpc: '2.0', id: 1, method: 'initialize', params: client },
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'lint', arguments: {} } },
  ];
  const { status, stdout } = spawnSync(process.execPath, [BIN, 'mcp'], {
    cwd: folderOf(FILES),
    input: calls.map((call) => `${JSON.stringify(call)}\n`).join(''),
    encoding: 'utf8',
    // A request of the server that has no answer would end after 60 seconds.
    timeout: 50_000,
  });
  expect(stdout).toContain('"roots/list"');
  expect(status).toBe(0);
});

/** The results of calls of the built server, which then ends. */
function resultsOf(calls: readonly (readonly [name: string, args: string])[]) {
  const client = {
    protocolVersion: '2024-11-05',
    capabilities: {},
    clientInfo: { name: 'c', version: '1' },
  };
  const lines = [
    JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params: client }),
    ...calls.map(
      ([name, args], i) =>
        `{"jsonrpc":"2.0","id":${i + 1},"method":"tools/call","params":{"name":"${name}","arguments":${args}}}`,
    ),
  ];
  const { status, stdout } = spawnSync(process.execPath, [BIN, 'mcp'], {
    cwd: folderOf(FILES),
    input: lines.map((line) => `${line}\n`).join(''),
    encoding: 'utf8',
  });
  expect(status).toBe(0);
  const answers = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return calls.map((_, i) => answers.find(({ id }) => id === i + 1)?.result);
}

test('the longest texts are answered, also with escaped characters', () => {
  const text = '\\u005b'.repeat(5e6);
  const [longest, longer] = resultsOf([
    ['lint', `{"text":"${text}","events":"${text}"}`],
    ['lint', `{"text":"${' '.repeat(5e6 + 1)}"}`],
  ]);
  expect(longest.structuredContent.findings[0].message).toContain('nesting is deeper than');
  expect(longer.isError).toBe(true);
  expect(longer.content[0].text).toContain('Too big');
});

test('arguments that are nested too deeply are refused', () => {
  const deep = (levels: number) =>
    `{"event":"user.created","path":".","payload":{"x":${'['.repeat(levels)}${']'.repeat(levels)}}}`;
  const texts = resultsOf([
    ['simulate', deep(100_000)],
    ['simulate', deep(1000)],
    ['explain_rule', '{"rule":"cycle"}'],
  ]).map(({ content: [{ text }] }) => text);
  expect(texts.slice(0, 2)).toEqual([
    'the call is nested too deeply',
    '--payload: is nested too deeply',
  ]);
  expect(texts[2]).toContain('"rule":"cycle"');
});

test('a message that is too long ends the server with a reason', () => {
  const { status, stderr } = spawnSync(process.execPath, [BIN, 'mcp'], {
    cwd: folderOf({}),
    input: `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"${'x'.repeat(65 * 1024 ** 2)}"}}\n`,
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([
    2,
    'edgewise: a message of more than 64 MB, so the server ends\n',
  ]);
});
