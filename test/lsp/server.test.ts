/** The built server with a client that speaks the protocol, as an editor does. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import {
  type CodeAction,
  type CompletionItem,
  createMessageConnection,
  type Diagnostic,
  type Hover,
  type Location,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { CLEAN, EVENTS, FAULTY, folderOf, PROGRAM } from '../cli/program.ts';

async function openEditor(files: Readonly<Record<string, string>>) {
  const folder = folderOf(files);
  const server = spawn(process.execPath, [PROGRAM, 'lsp', '--stdio'], { cwd: folder });
  const client = createMessageConnection(
    new StreamMessageReader(server.stdout),
    new StreamMessageWriter(server.stdin),
  );
  const shown = new Map<string, readonly Diagnostic[]>();
  const waiting = new Set<() => void>();
  const messages: string[] = [];
  client.onNotification('textDocument/publishDiagnostics', ({ uri, diagnostics }) => {
    shown.set(uri, diagnostics);
    for (const each of waiting) each();
  });
  client.onNotification('window/showMessage', ({ message }) => void messages.push(message));
  client.onRequest('window/showMessageRequest', ({ message }) => {
    messages.push(message);
    for (const each of waiting) each();
  });
  client.listen();
  const uriOf = (name: string): string => pathToFileURL(join(folder, name)).href;
  await client.sendRequest('initialize', {
    ...{ processId: null, capabilities: {} },
    workspaceFolders: [{ uri: pathToFileURL(folder).href, name: 'test' }],
  });
  await client.sendNotification('initialized', {});
  onTestFinished(async () => {
    await client.sendRequest('shutdown');
    const exited = once(server, 'exit');
    await client.sendNotification('exit');
    expect((await exited)[0]).toBe(0);
    client.dispose();
  });
  let version = 0;
  /** The rules of the problems of a file, once they are these. */
  const problems = async (name: string, expected: readonly string[]) => {
    const now = () => shown.get(uriOf(name))?.map(({ code }) => String(code)) ?? [];
    while (now().join() !== expected.join())
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          waiting.delete(wake);
          resolve();
        };
        waiting.add(wake);
      });
    return shown.get(uriOf(name)) ?? [];
  };
  const type = (name: string, text: string) => {
    version++;
    const uri = uriOf(name);
    if (version === 1)
      return client.sendNotification('textDocument/didOpen', {
        textDocument: { uri, languageId: 'json', version, text },
      });
    return client.sendNotification('textDocument/didChange', {
      textDocument: { uri, version },
      contentChanges: [{ text }],
    });
  };
  const ask = <T>(method: string, name: string, more: object): Promise<T> =>
    client.sendRequest(`textDocument/${method}`, { textDocument: { uri: uriOf(name) }, ...more });
  return { folder, client, messages, problems, type, ask, uriOf };
}

const positionOf = (text: string, word: string) =>
  TextDocument.create('', '', 0, text).positionAt(text.indexOf(word) + 1);
const FILES = { 'welcome.json': CLEAN, 'events.json': EVENTS };

test('problems follow each change, also of another file', async () => {
  const { problems, type } = await openEditor({
    ...FILES,
    'faulty.json': FAULTY.replace('wf_welcome', 'wf_other')
      .replace('Welcome', 'Other')
      .replace('tpl_hello', 'tpl_other')
      .replace('"enabled"', '"disabled"'),
  });
  const [first] = await problems('faulty.json', ['dangling-edge']);
  expect(first).toMatchObject({ source: 'edgewise', severity: 1, range: { start: { line: 6 } } });
  await type('welcome.json', FAULTY);
  await problems('welcome.json', ['dangling-edge']);
  await type('welcome.json', CLEAN.replaceAll('user.created', 'user.craeted'));
  await problems('welcome.json', ['unknown-event']);
  await type('welcome.json', CLEAN);
  await problems('welcome.json', []);
});

test('a file on disk and the configuration are read again when they change', async () => {
  const { folder, client, problems, uriOf } = await openEditor({
    ...FILES,
    'welcome.json': FAULTY,
  });
  await problems('welcome.json', ['dangling-edge']);
  const change = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    const changes = [{ uri: uriOf(name), type: 2 }];
    return client.sendNotification('workspace/didChangeWatchedFiles', { changes });
  };
  await change('edgewise.config.json', '{"rules":{"dangling-edge":"off"}}');
  await problems('welcome.json', []);
  await change('edgewise.config.json', '{}');
  await problems('welcome.json', ['dangling-edge']);
  await change('welcome.json', CLEAN);
  await problems('welcome.json', []);
});

test('fixes correct the text', async () => {
  const { problems, type, ask, uriOf } = await openEditor(FILES);
  await type('welcome.json', FAULTY);
  await problems('welcome.json', ['dangling-edge']);
  const at = positionOf(FAULTY, '"helo"');
  const range = { start: at, end: at };
  const actions = await ask<CodeAction[]>('codeAction', 'welcome.json', {
    range,
    context: { diagnostics: [] },
  });
  expect(actions.map(({ kind }) => kind)).toEqual(['quickfix', 'source.fixAll.edgewise']);
  for (const { edit } of actions) {
    const edits = edit?.changes?.[uriOf('welcome.json')] ?? [];
    const document = TextDocument.create('', '', 0, FAULTY);
    expect(TextDocument.applyEdits(document, edits)).toBe(CLEAN);
  }
});

test('a line of JSON Lines is completed and corrected as a file is', async () => {
  const line = (text: string): string => JSON.stringify(JSON.parse(text));
  const other = line(CLEAN)
    .replace('wf_welcome', 'wf_other')
    .replace('Welcome', 'Other')
    .replace('tpl_hello', 'tpl_other')
    .replace('enabled', 'disabled');
  const [faulty, clean] = [`${other}\n${line(FAULTY)}\n`, `${other}\n${line(CLEAN)}\n`];
  const { problems, type, ask, uriOf } = await openEditor({ 'events.json': EVENTS });
  await type('all.ndjson', faulty);
  await problems('all.ndjson', ['dangling-edge']);
  const position = positionOf(faulty, '"helo"');
  const found = await ask<CompletionItem[]>('completion', 'all.ndjson', { position });
  expect(found.map(({ label }) => label)).toEqual(['start', 'hello']);
  const [fix] = await ask<CodeAction[]>('codeAction', 'all.ndjson', {
    ...{ range: { start: position, end: position }, context: { diagnostics: [] } },
  });
  const edits = fix?.edit?.changes?.[uriOf('all.ndjson')] ?? [];
  expect(TextDocument.applyEdits(TextDocument.create('', '', 0, faulty), edits)).toBe(clean);
});

test('hover, definition and completion', async () => {
  const { problems, type, ask, uriOf } = await openEditor(FILES);
  await type('welcome.json', FAULTY);
  await problems('welcome.json', ['dangling-edge']);
  const hover = await ask<Hover>('hover', 'welcome.json', {
    position: positionOf(FAULTY, '"helo"'),
  });
  expect(hover.contents).toMatchObject({
    value: expect.stringMatching(/^\*\*dangling-edge\*\*: /),
  });
  const definition = (word: string) =>
    ask<Location>('definition', 'welcome.json', { position: positionOf(FAULTY, word) });
  expect(await definition('"user.created"')).toMatchObject({ uri: uriOf('events.json') });
  expect(await definition('"start", "to"')).toMatchObject({ range: { start: { line: 3 } } });
  const complete = async (word: string) =>
    (
      await ask<CompletionItem[]>('completion', 'welcome.json', {
        position: positionOf(FAULTY, word),
      })
    ).map(({ label }) => label);
  expect(await complete('"helo"')).toEqual(['start', 'hello']);
  expect(await complete('"user.created"')).toEqual(['user.created']);
  expect(await complete('"send_email"')).toEqual([]);
});

test('broken texts, and names that are no files, end nothing', async () => {
  const { problems, type, client } = await openEditor(FILES);
  for (const text of ['{', '', '[[[[', CLEAN.slice(0, 200), '\ud800'.repeat(10)])
    await type('welcome.json', text);
  await client.sendNotification('textDocument/didOpen', {
    textDocument: { uri: 'untitled:1', languageId: 'json', version: 1, text: FAULTY },
  });
  await type('welcome.json', FAULTY);
  await problems('welcome.json', ['dangling-edge']);
});
