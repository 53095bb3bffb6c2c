import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import {
  createMessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-jsonrpc/node';
import type { CodeAction, Diagnostic } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { BIN, folderOf, run } from '../cli/run.ts';
import fc from '../fast-check.ts';
import { mutation } from '../fix/faults.ts';

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
async function openEditor(
  files: Record<string, string>,
  capabilitiesOfClient: object = {},
  more: object = {},
  words: readonly string[] = [],
) {
  const folder = folderOf(files);
  const server = spawn(process.execPath, [BIN, 'lsp', '--stdio', ...words], { cwd: folder });
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
  const asked: { readonly method: string; readonly params: object }[] = [];
  for (const method of ['window/showDocument', 'client/registerCapability'])
    client.onRequest(method, (params: object) => {
      asked.push({ method, params });
      return { success: true };
    });
  client.onNotification('window/showMessage', (params: object) => {
    asked.push({ method: 'window/showMessage', params });
  });
  client.listen();
  const uriOf = (name: string): string =>
    name.includes(':') ? name : pathToFileURL(join(folder, name)).href;
  const { capabilities } = await client.sendRequest<{ capabilities: object }>('initialize', {
    processId: null,
    rootUri: pathToFileURL(folder).href,
    capabilities: capabilitiesOfClient,
    ...more,
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
    asked,
    execute: (command: string, words: readonly unknown[]) =>
      client.sendRequest('workspace/executeCommand', { command, arguments: words }),
    uriOf,
    codesOf: (name: string) => (shown.get(uriOf(name)) ?? []).map(({ code }) => code),
    onLog: (take: (message: string) => void) =>
      client.onNotification('window/logMessage', ({ message }) => take(message)),
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

test('a change is checked, and a quick fix restores the text', async () => {
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
  expect(actions.map(({ title }) => title)).toEqual([
    'replace with "send_email" (unknown-step-type)',
    'explain unknown-step-type',
    'make all safe fixes of edgewise',
  ]);
  for (const { edit } of [actions[0], actions[2]] as CodeAction[]) {
    const edits = edit?.changes?.[editor.uriOf('welcome.json')] ?? [];
    expect(TextDocument.applyEdits(TextDocument.create('', '', 0, FAULTY), edits)).toBe(WELCOME);
  }
  const hover = await editor.ask<{ contents: { value: string } }>('hover', 'welcome.json', {
    position: at,
  });
  expect(hover.contents.value).toContain('**unknown-step-type**: A step type that does not exist.');
});

test('after each of many random edits, the server has the findings of lint', async () => {
  const editor = await openEditor(FILES);
  await editor.open('welcome.json', WELCOME);
  const uri = editor.uriOf('welcome.json');
  const edits = fc.sample(fc.tuple(mutation, fc.nat(500)), 25);
  let text = WELCOME;
  for (const [i, [mutate, nth]] of edits.entries()) {
    text = mutate(i % 5 === 0 ? WELCOME : text, nth);
    await editor.notify('textDocument/didChange', {
      textDocument: { uri, version: i + 2 },
      contentChanges: [{ text }],
    });
    writeFileSync(join(editor.folder, 'welcome.json'), text);
    const { out } = await run(['.', '-f', 'json'], { cwd: editor.folder });
    const found = (JSON.parse(out).findings as { rule: string; location: { source: string } }[])
      .filter(({ location }) => location.source === 'welcome.json')
      .map(({ rule }) => rule);
    await expect
      .poll(() => editor.codesOf('welcome.json').toSorted(), { message: text })
      .toEqual(found.sort());
  }
});

test('a quick fix restores a text whose lines end with a carriage return alone', async () => {
  const [faulty, fixed] = [FAULTY.replaceAll('\n', '\r'), WELCOME.replaceAll('\n', '\r')];
  const editor = await openEditor(FILES);
  await editor.open('welcome.json', faulty);
  await expect.poll(() => editor.codesOf('welcome.json')).toContain('unknown-step-type');
  const at = positionOf(faulty, 'send_emial');
  const [action] = await editor.ask<CodeAction[]>('codeAction', 'welcome.json', {
    range: { start: at, end: at },
    context: { diagnostics: [] },
  });
  const edits = action?.edit?.changes?.[editor.uriOf('welcome.json')] ?? [];
  expect(TextDocument.applyEdits(TextDocument.create('', '', 0, faulty), edits)).toBe(fixed);
});

const SHOWING = { window: { showDocument: { support: true } } };

test('an invalid configuration is a message, and the server continues', async () => {
  const editor = await openEditor({ ...FILES, 'edgewise.config.json': '{"rules": 1}' });
  await expect.poll(() => editor.asked.at(-1)).toMatchObject({ method: 'window/showMessage' });
  writeFileSync(join(editor.folder, 'edgewise.config.json'), '{}');
  await editor.notify('workspace/didChangeWatchedFiles', { changes: [] });
  await editor.open('faulty.json', FAULTY);
  await expect.poll(() => editor.codesOf('faulty.json')).toContain('unknown-step-type');
});

test('a rule is explained by its page, or by a message', async () => {
  const editor = await openEditor(FILES, SHOWING);
  await editor.execute('edgewise.explain', ['dangling-edge']);
  expect(editor.asked.at(-1)).toMatchObject({
    method: 'window/showDocument',
    params: { uri: expect.stringMatching(/^file:.*rule-pages\/dangling-edge\.md$/) },
  });
  const plain = await openEditor(FILES);
  await plain.execute('edgewise.explain', ['dangling-edge']);
  await expect
    .poll(() => plain.asked.at(-1))
    .toMatchObject({ params: { message: expect.stringMatching(/^dangling-edge: /) } });
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

test('definition follows step keys and event names', async () => {
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
  const { connections } = JSON.parse(WELCOME) as { connections: { to: string }[] };
  const key = connections[0]?.to as string;
  const inStep = positionOf(WELCOME, `"key": "${key}"`.slice(-key.length - 2));
  const [step, ...others] = await editor.ask<{ range: { start: { line: number } } }[]>(
    'definition',
    'welcome.json',
    { position: inStep },
  );
  expect(others).toEqual([]);
  expect(WELCOME.split('\n')[step?.range.start.line ?? 0]).toContain(`"key": "${key}"`);
});

test('a configuration is honoured, and read again when it changes', async () => {
  const editor = await openEditor({ ...FILES, 'welcome.json': FAULTY });
  await expect.poll(() => editor.codesOf('welcome.json')).toContain('unknown-step-type');
  const config = '{"rules": {"unknown-step-type": "off"}}';
  writeFileSync(join(editor.folder, 'edgewise.config.json'), config);
  await editor.notify('workspace/didChangeWatchedFiles', { changes: [] });
  await expect.poll(() => editor.codesOf('welcome.json')).not.toContain('unknown-step-type');
});

test('the configuration is watched by the client, or else by the server', async () => {
  const able = { workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } };
  const watching = await openEditor(FILES, able);
  await expect
    .poll(() => JSON.stringify(watching.asked))
    .toContain('workspace/didChangeWatchedFiles');
  const editor = await openEditor({ ...FILES, 'welcome.json': FAULTY });
  await expect.poll(() => editor.codesOf('welcome.json')).toContain('unknown-step-type');
  const path = join(editor.folder, 'edgewise.config.json');
  await expect
    .poll(
      () => {
        // Again, since it may be written before it is watched; with pauses, since each writing delays the check.
        writeFileSync(path, '{"rules": {"unknown-step-type": "off"}}');
        return editor.codesOf('welcome.json');
      },
      { interval: 2000, timeout: 60_000 },
    )
    .not.toContain('unknown-step-type');
});

test('a template has a definition, and so has the event that a variable names', async () => {
  const workflow = JSON.stringify({
    object: 'automation',
    name: 'Paid',
    status: 'enabled',
    steps: [
      { key: 'start', type: 'trigger', config: { event_name: 'user.created' } },
      {
        key: 'wait',
        type: 'wait_for_event',
        config: { event_name: 'user.paid', timeout: '1 day' },
      },
      {
        key: 'mail',
        type: 'send_email',
        config: {
          template: { id: 'thanks', variables: { TOTAL: { var: 'wait_events.user.paid.total' } } },
        },
      },
    ],
    connections: [
      { from: 'start', to: 'wait' },
      { from: 'wait', to: 'mail', type: 'event_received' },
    ],
  });
  const editor = await openEditor({
    'paid.json': workflow,
    'templates.json': '[{"object": "template", "id": "t1", "alias": "thanks", "name": "Thanks"}]',
  });
  await editor.open('paid.json', workflow);
  await expect
    .poll(() =>
      editor.ask<object[]>('definition', 'paid.json', {
        position: positionOf(workflow, '"thanks"'),
      }),
    )
    .toMatchObject([{ uri: editor.uriOf('templates.json') }]);
  await editor.open('events.json', '[{"object": "event", "name": "user.paid", "schema": null}]');
  await expect
    .poll(() =>
      editor.ask<object[]>('definition', 'paid.json', {
        position: positionOf(workflow, '"wait_events.user.paid.total"'),
      }),
    )
    .toMatchObject([{ uri: editor.uriOf('events.json') }]);
});

test('a file is the same in any spelling of its URI', async () => {
  const name = 'a b/w[1] @2 100%.json';
  const editor = await openEditor({ 'events.json': EVENTS, [name]: WELCOME });
  const path = editor.folder.split('/').concat(name.split('/')).map(encodeURIComponent).join('/');
  const uri = `file://${path}`;
  expect(uri).not.toBe(editor.uriOf(name));
  await editor.open(uri, FAULTY);
  await expect.poll(() => editor.codesOf(uri)).toContain('unknown-step-type');
  const event = /"event_name": "[^"]+"/.exec(FAULTY)?.[0] as string;
  const position = positionOf(FAULTY, event.slice(event.indexOf(': ') + 2));
  expect(await editor.ask('definition', uri, { position })).toMatchObject([
    { uri: editor.uriOf('events.json') },
  ]);
});

test('an open file is ignored when its folder ignores it', async () => {
  const left = ['package.json', 'ignored/a.json', 'node_modules/a.json', '.hidden/a.json'];
  const editor = await openEditor({
    ...FILES,
    'edgewise.config.json': '{"ignore": ["ignored/**"]}',
    ...Object.fromEntries(left.map((name) => [name, FAULTY])),
  });
  for (const name of [...left, 'new.json']) await editor.open(name, FAULTY);
  await expect.poll(() => editor.codesOf('new.json')).toContain('unknown-step-type');
  for (const name of left) expect(editor.codesOf(name)).toEqual([]);
});

test('each folder has its configuration, and folders can be added and removed', async () => {
  const [second, third] = [folderOf({ 'b.json': FAULTY }), folderOf({ 'c.json': FAULTY })];
  const inFolder = (folder: string, name: string) => pathToFileURL(join(folder, name)).href;
  const first = folderOf({
    'a.json': FAULTY,
    'edgewise.config.json': '{"rules": {"unknown-step-type": "off"}}',
  });
  const namesOf = (...folders: string[]) =>
    folders.map((folder) => ({ name: folder, uri: pathToFileURL(folder).href }));
  const editor = await openEditor(
    {},
    { workspace: { workspaceFolders: true } },
    { workspaceFolders: namesOf(first, second) },
  );
  await expect
    .poll(() => editor.codesOf(inFolder(second, 'b.json')))
    .toContain('unknown-step-type');
  expect(editor.codesOf(inFolder(first, 'a.json'))).not.toContain('unknown-step-type');
  await editor.notify('workspace/didChangeWorkspaceFolders', {
    event: { added: namesOf(third), removed: namesOf(second) },
  });
  await expect.poll(() => editor.codesOf(inFolder(third, 'c.json'))).toContain('unknown-step-type');
  expect(editor.codesOf(inFolder(second, 'b.json'))).toEqual([]);
});

test('without a folder, only open texts are checked', async () => {
  const editor = await openEditor({ 'other.json': FAULTY }, {}, { rootUri: null });
  await editor.open('untitled:Untitled-1', FAULTY);
  await expect.poll(() => editor.codesOf('untitled:Untitled-1')).toContain('unknown-step-type');
  expect(editor.codesOf('other.json')).toEqual([]);
});

test('deeply nested text does not end the server', async () => {
  const editor = await openEditor(FILES);
  await editor.open('deep.json', '{"steps":'.repeat(50_000));
  await expect.poll(() => editor.codesOf('deep.json')).toContain('invalid-json');
  const position = { line: 0, character: 100 };
  expect(await editor.ask('completion', 'deep.json', { position })).toEqual([]);
  expect(await editor.ask('hover', 'deep.json', { position })).not.toBeUndefined();
});

test('with a plugin, the server ends as well', async () => {
  const plugin = `export default [{
    id: 'acme/named', severity: 'warning', preset: 'recommended', since: '1.0.0', category: 'email',
    summary: 'A name.', why: 'It is one.', remedy: 'Rename it.',
    workflow({ workflow }, report) { report({ at: workflow, message: 'has a name' }); },
  }];`;
  const path = join(folderOf({ 'own.mjs': plugin }), 'own.mjs');
  const editor = await openEditor(FILES, {}, {}, ['--plugin', path]);
  await expect.poll(() => editor.codesOf('welcome.json')).toContain('acme/named');
});

test('a check that does not end is a message, and the next change is checked', async () => {
  const plugin = `export default [{
    id: 'acme/endless', severity: 'warning', preset: 'recommended', since: '1.0.0', category: 'email',
    summary: 'S.', why: 'W.', remedy: 'R.',
    workflow({ workflow }) { for (; workflow.name === 'endless'; ); },
  }];`;
  const path = join(folderOf({ 'own.mjs': plugin }), 'own.mjs');
  const watching = { workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } };
  const editor = await openEditor(FILES, watching, {}, ['--plugin', path, '--timeout', '5']);
  const position = positionOf(FAULTY, 'send_emial');
  await editor.open('other.json', FAULTY);
  await expect.poll(() => editor.codesOf('other.json')).toContain('unknown-step-type');

  const { name } = JSON.parse(WELCOME) as { name: string };
  const endless = WELCOME.replace(name, 'endless');
  await editor.open('welcome.json', endless);
  expect(await editor.ask('hover', 'other.json', { position })).toBeNull();
  await expect
    .poll(() => editor.asked)
    .toContainEqual({
      method: 'window/showMessage',
      params: {
        type: 1,
        message: expect.stringContaining('the check did not end within 5 seconds;'),
      },
    });
  // Nothing runs again before a change.
  const completed = await editor.ask('completion', 'welcome.json', { position });
  expect(completed).toEqual([]);
  expect(editor.codesOf('other.json')).toContain('unknown-step-type');

  const change = (version: number, text: string) =>
    editor.notify('textDocument/didChange', {
      textDocument: { uri: editor.uriOf('welcome.json'), version },
      contentChanges: [{ text }],
    });
  await change(2, FAULTY);
  await expect.poll(() => editor.codesOf('welcome.json')).toContain('unknown-step-type');
  // The new thread has the other text, too.
  const hover = await editor.ask<{ contents: { value: string } }>('hover', 'other.json', {
    position,
  });
  expect(hover.contents.value).toContain('**unknown-step-type**');

  // A change during the check is one after it.
  await change(3, endless);
  const pending = editor.ask('hover', 'other.json', { position });
  await change(4, WELCOME);
  expect(await pending).toBeNull();
  await expect.poll(() => editor.codesOf('welcome.json')).not.toContain('unknown-step-type');
});

test('variables and lengths of time have their meaning on hover', async () => {
  const workflow = JSON.stringify({
    name: 'Orders',
    status: 'enabled',
    steps: [
      { key: 'start', type: 'trigger', config: { event_name: 'order.placed' } },
      { key: 'pause', type: 'delay', config: { duration: '90 minutes' } },
      { key: 'odd', type: 'delay', config: { duration: '3 dyas' } },
      {
        key: 'paid',
        type: 'wait_for_event',
        config: { event_name: 'order.paid', timeout: '1 week' },
      },
      {
        key: 'mail',
        type: 'send_email',
        config: {
          template: {
            id: 'tpl',
            variables: Object.fromEntries(
              [
                ...['event.total', 'event.gone', 'wait_events.order.paid.by', 'contact.email'],
                ...['contact.properties.plan', 'contact.shoe', 'plan', 'wait_events.other.by'],
              ].map((name, i) => [`V${i}`, { var: name }]),
            ),
          },
        },
      },
    ],
    connections: [],
  });
  const events = JSON.stringify([
    { object: 'event', name: 'order.placed', schema: { total: 'number' } },
    { object: 'event', name: 'order.paid', schema: null },
  ]);
  const editor = await openEditor({ 'orders.json': workflow, 'events.json': events });
  await editor.open('orders.json', workflow);
  await expect.poll(() => editor.codesOf('orders.json')).toContain('invalid-delay');
  const hover = async (text: string) => {
    const position = positionOf(workflow, `"${text}"`);
    const found = await editor.ask<{ contents: { value: string } } | null>('hover', 'orders.json', {
      position,
    });
    return found?.contents.value.split('\n\n').at(-1)?.replaceAll('\\', '');
  };
  const meanings = {
    '90 minutes': '1 hour 30 minutes, 5400 seconds',
    '1 week': '7 days, 604800 seconds',
    '3 dyas': 'the value has unknown unit "dyas"',
    'event.total': 'event.total: number of event "order.placed"',
    'event.gone': 'event.gone: not in the schema of event "order.placed"',
    'wait_events.order.paid.by':
      'wait_events.order.paid.by: of event "order.paid", which has no schema',
    'wait_events.other.by': 'wait_events.other.by: no wait of this workflow waits for this event',
    'contact.email': 'contact.email: a field of the contact',
    'contact.properties.plan': 'contact.properties.plan: a property of the contact',
    'contact.shoe': 'contact.shoe: not a known field of the contact',
    plan: 'plan: variables without a prefix are not resolved',
  };
  for (const [text, meaning] of Object.entries(meanings)) expect(await hover(text)).toBe(meaning);
});

/** A server that gets texts as they are: its exit code and its errors. Its input stays open. */
async function sendRaw(...texts: readonly string[]) {
  const server = spawn(process.execPath, [BIN, 'lsp', '--stdio'], { cwd: folderOf({}) });
  let errors = '';
  server.stderr.on('data', (chunk) => (errors += chunk));
  for (const text of texts) server.stdin.write(text);
  const [code] = await once(server, 'close');
  return { code, errors };
}

const frame = (text: string): string => `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;

test.each([
  ['Foo: 1\r\n\r\n{}', 'Header must provide a Content-Length property'],
  ['Content-Length: abc\r\n\r\n{}', 'Content-Length value must be a number. Got abc'],
  ['no header\r\n\r\n{}', "Message header must separate key and value using ':'"],
])('after the header of %j, the server ends with a reason', async (text, reason) => {
  expect(await sendRaw(text)).toEqual({
    code: 1,
    errors: `edgewise: ${reason}, so the server ends\n`,
  });
});

test('a message that is not JSON is reported, and the next ones are answered', async () => {
  const messages = ['{nope', '['.repeat(100_000)].map(frame);
  const ends = [
    '{"jsonrpc":"2.0","id":1,"method":"shutdown"}',
    '{"jsonrpc":"2.0","method":"exit"}',
  ];
  const { code, errors } = await sendRaw(...messages, ...ends.map(frame));
  expect(code).toBe(0);
  expect(errors.trimEnd().split('\n')).toEqual([
    expect.stringMatching(/^edgewise: .* in JSON at position 1/),
    'edgewise: Unexpected end of JSON input',
  ]);
});

test('messages with parameters of wrong types are refused, and the server continues', async () => {
  const editor = await openEditor(FILES);
  const logged: string[] = [];
  editor.onLog((message) => logged.push(message));
  const position = { line: 'a', character: 1e9 };
  for (const [method, params, fault] of [
    ['hover', { position }, 'position.line'],
    ['completion', { position: 5 }, 'position'],
    ['definition', { position: [] }, 'position'],
    ['codeAction', { range: { start: position, end: position } }, 'range.start.line'],
    ['hover', { textDocument: null }, 'textDocument'],
  ] as const) {
    const answer = editor.ask(method, 'welcome.json', params);
    await expect(answer).rejects.toMatchObject({
      code: -32602,
      message: expect.stringMatching(RegExp(`^params\\.${fault}: Invalid input: expected`)),
    });
  }
  await expect(editor.execute('edgewise.explain', [5])).rejects.toMatchObject({ code: -32602 });
  const uri = editor.uriOf('welcome.json');
  for (const text of [null, 5, {}])
    await editor.notify('textDocument/didOpen', { textDocument: { uri, version: 1, text } });
  for (const [method, params] of [
    ['textDocument/didChange', { textDocument: { uri, version: 2 }, contentChanges: [{}] }],
    ['workspace/didChangeWorkspaceFolders', { event: { added: 5 } }],
    ['$/cancelRequest', { id: null }],
    ['$/setTrace', {}],
  ] as const)
    await editor.notify(method, params);
  await editor.execute('edgewise.explain', ['__proto__']);
  const far = { position: { line: -1, character: 1e9 } };
  expect(await editor.ask('hover', 'welcome.json', far)).toBe(null);
  const uris = ['file://host/a.json', 'file:///%00.json', '__proto__:x', 'javascript:alert(1)'];
  for (const other of uris) await editor.open(other, FAULTY);
  await expect.poll(() => editor.codesOf('__proto__:x')).toContain('unknown-step-type');
  expect(editor.asked.map(({ method }) => method)).not.toContain('window/showMessage');
  expect(logged).toHaveLength(7);
  expect(logged[0]).toBe(
    'params.textDocument.text: Invalid input: expected string, received null; the message is ignored',
  );
});
