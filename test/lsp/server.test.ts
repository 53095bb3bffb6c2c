import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import {
  createMessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-jsonrpc/node';
import type { CodeAction, Diagnostic, WorkspaceEdit } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { BIN, folderOf } from '../cli/run.ts';

const WELCOME = readFileSync(
  new URL('../../examples/automations/welcome.json', import.meta.url),
  'utf8',
);
const EVENTS = readFileSync(new URL('../../examples/events.json', import.meta.url), 'utf8');

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** A client of the built server in a folder, as an editor is. */
async function openEditor(files: Record<string, string>) {
  const folder = folderOf(files);
  const server = spawn(process.execPath, [BIN, 'lsp', '--stdio'], { cwd: folder });
  const client = createMessageConnection(
    new StreamMessageReader(server.stdout),
    new StreamMessageWriter(server.stdin),
  );
  const shown = new Map<string, readonly Diagnostic[]>();
  client.onNotification(
    'textDocument/publishDiagnostics',
    ({ uri, diagnostics }: { uri: string; diagnostics: Diagnostic[] }) =>
      void shown.set(uri, diagnostics),
  );
  client.listen();
  const uriOf = (name: string): string => pathToFileURL(join(folder, name)).href;
  const { capabilities } = await client.sendRequest<{ capabilities: object }>('initialize', {
    processId: null,
    rootUri: pathToFileURL(folder).href,
    capabilities: {},
  });
  await client.sendNotification('initialized', {});
  const exited = new Promise<number | null>((resolve) => server.once('exit', resolve));
  ends.push(async () => {
    await client.sendRequest('shutdown');
    await client.sendNotification('exit');
    expect(await exited).toBe(0);
    client.dispose();
  });
  return {
    folder,
    capabilities,
    uriOf,
    codesOf: (name: string) => (shown.get(uriOf(name)) ?? []).map(({ code }) => code),
    open: (name: string, text: string) =>
      client.sendNotification('textDocument/didOpen', {
        textDocument: { uri: uriOf(name), languageId: 'json', version: 1, text },
      }),
    notify: (method: string, params: object) => client.sendNotification(method, params),
    ask: <T>(method: string, name: string, params: object = {}) =>
      client.sendRequest<T>(`textDocument/${method}`, {
        textDocument: { uri: uriOf(name) },
        ...params,
      }),
  };
}

/** The position in the middle of a text. */
function positionOf(text: string, wanted: string) {
  const offset = text.indexOf(wanted) + Math.floor(wanted.length / 2);
  return TextDocument.create('', '', 0, text).positionAt(offset);
}

const FILES = { 'events.json': EVENTS, 'welcome.json': WELCOME };
const FAULTY = WELCOME.replace('"send_email"', '"send_emial"');

test('a change is checked, and a quick fix gives the text back', async () => {
  const editor = await openEditor(FILES);
  await editor.open('welcome.json', WELCOME);
  await editor.notify('textDocument/didChange', {
    textDocument: { uri: editor.uriOf('welcome.json'), version: 2 },
    contentChanges: [{ text: FAULTY }],
  });
  await expect.poll(() => editor.codesOf('welcome.json')).toContain('unknown-step-type');
  const at = positionOf(FAULTY, 'send_emial');
  const actions = await editor.ask<CodeAction[]>('codeAction', 'welcome.json', {
    range: { start: at, end: at },
    context: { diagnostics: [] },
  });
  expect(actions.map(({ kind }) => kind)).toEqual(['quickfix', 'source.fixAll.edgewise']);
  for (const { edit } of actions) {
    const edits = edit?.changes?.[editor.uriOf('welcome.json')] ?? [];
    expect(TextDocument.applyEdits(TextDocument.create('', '', 0, FAULTY), edits)).toBe(WELCOME);
  }
  const hover = await editor.ask<{ contents: { value: string } }>('hover', 'welcome.json', {
    position: at,
  });
  expect(hover.contents.value).toContain('**unknown-step-type**: A step type that does not exist.');
});

test('an open file of events changes the findings of a file on disk', async () => {
  const editor = await openEditor(FILES);
  const name = /"event_name": "([^"]+)"/.exec(WELCOME)?.[1] as string;
  await editor.open('events.json', EVENTS.replace(`"${name}"`, '"another.name"'));
  await expect.poll(() => editor.codesOf('welcome.json')).toContain('unknown-event');
  await editor.notify('textDocument/didClose', {
    textDocument: { uri: editor.uriOf('events.json') },
  });
  await expect.poll(() => editor.codesOf('welcome.json')).not.toContain('unknown-event');
});

test('completion offers step keys, events, types and variables, also in an unclosed string', async () => {
  const editor = await openEditor(FILES);
  const labels = async (text: string, at: string) => {
    await editor.open('welcome.json', WELCOME);
    await editor.notify('textDocument/didChange', {
      textDocument: { uri: editor.uriOf('welcome.json'), version: 2 },
      contentChanges: [{ text }],
    });
    const items = await editor.ask<{ label: string }[]>('completion', 'welcome.json', {
      position: positionOf(text, at),
    });
    return items.map(({ label }) => label);
  };
  const { steps } = JSON.parse(WELCOME) as { steps: { key: string }[] };
  expect(await labels(WELCOME.replace(/"to": "\w+"/, '"to": "§"'), '"§"')).toEqual(
    steps.map(({ key }) => key),
  );
  expect(await labels(WELCOME.replace(/"to": "\w+"/, '"to": "§'), '"§')).toEqual(
    steps.map(({ key }) => key),
  );
  expect(await labels(WELCOME, '"send_email"')).toContain('wait_for_event');
  expect(
    await labels(WELCOME.replace(/"event_name": "[^"]+"/, '"event_name": "§"'), '"§"'),
  ).toContain((JSON.parse(EVENTS) as { data: { name: string }[] }).data[0]?.name);
});

test('definition, references and rename follow step keys and event names', async () => {
  const editor = await openEditor(FILES);
  await editor.open('welcome.json', WELCOME);
  const name = /"event_name": "([^"]+)"/.exec(WELCOME)?.[1] as string;
  const position = positionOf(WELCOME, `"${name}"`);
  await expect
    .poll(
      async () => (await editor.ask<object[]>('definition', 'welcome.json', { position })).length,
    )
    .toBe(1);
  const [event] = await editor.ask<{ uri: string }[]>('definition', 'welcome.json', { position });
  expect(event?.uri).toBe(editor.uriOf('events.json'));
  const edit = await editor.ask<WorkspaceEdit>('rename', 'welcome.json', {
    position,
    newName: 'user.joined',
  });
  expect(Object.keys(edit.changes ?? {}).sort()).toEqual(
    [editor.uriOf('events.json'), editor.uriOf('welcome.json')].sort(),
  );
  const { connections } = JSON.parse(WELCOME) as { connections: { to: string }[] };
  const key = connections[0]?.to as string;
  const mentions = WELCOME.split(`"${key}"`).length - 1;
  const inStep = positionOf(WELCOME, `"key": "${key}"`.slice(-key.length - 2));
  const all = await editor.ask<object[]>('references', 'welcome.json', {
    position: inStep,
    context: { includeDeclaration: true },
  });
  expect(all).toHaveLength(mentions);
  const [step, ...others] = await editor.ask<{ range: { start: { line: number } } }[]>(
    'definition',
    'welcome.json',
    { position: inStep },
  );
  expect(others).toEqual([]);
  expect(WELCOME.split('\n')[step?.range.start.line ?? 0]).toContain(`"key": "${key}"`);
  const [workflow] = await editor.ask<{ children: object[] }[]>('documentSymbol', 'welcome.json');
  expect(workflow?.children.length).toBeGreaterThan(3);
});

test('a configuration is honoured, and read again when it changes', async () => {
  const editor = await openEditor({ ...FILES, 'welcome.json': FAULTY });
  await expect.poll(() => editor.codesOf('welcome.json')).toContain('unknown-step-type');
  const config = '{"rules": {"unknown-step-type": "off"}}';
  writeFileSync(join(editor.folder, 'edgewise.config.json'), config);
  await editor.notify('workspace/didChangeWatchedFiles', { changes: [] });
  await expect.poll(() => editor.codesOf('welcome.json')).not.toContain('unknown-step-type');
});

test('text that is nested very deep ends nothing', async () => {
  const editor = await openEditor(FILES);
  await editor.open('deep.json', '{"steps":'.repeat(50_000));
  await expect.poll(() => editor.codesOf('deep.json')).toContain('invalid-json');
  const position = { line: 0, character: 100 };
  expect(await editor.ask('completion', 'deep.json', { position })).toEqual([]);
  expect(await editor.ask('hover', 'deep.json', { position })).not.toBeUndefined();
});
