// Commands that answer until they are ended.

import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import * as rpc from 'vscode-jsonrpc/node';
import { event, fixable, list, one, resources, times } from './inputs.js';

/** Opens the file, changes it and waits for its findings, then asks for its fixes. */
async function edit(child, folder) {
  const client = rpc.createMessageConnection(
    new rpc.StreamMessageReader(child.stdout),
    new rpc.StreamMessageWriter(child.stdin),
  );
  const shown = new Map();
  const waiting = new Map();
  client.onNotification('textDocument/publishDiagnostics', ({ uri, version, diagnostics }) => {
    shown.set(`${uri} ${version}`, diagnostics);
    waiting.get(`${uri} ${version}`)?.();
  });
  client.listen();
  const rootUri = pathToFileURL(folder).href;
  await client.sendRequest('initialize', { processId: null, rootUri, capabilities: {} });
  await client.sendNotification('initialized', {});
  const uri = pathToFileURL(join(folder, 'a.json')).href;
  const text = JSON.stringify(list(fixable(edit.size)), undefined, 1);
  const textDocument = { uri, languageId: 'json', version: 1, text };
  await client.sendNotification('textDocument/didOpen', { textDocument });
  await new Promise((resolve) => waiting.set(`${uri} 1`, resolve));
  await client.sendNotification('textDocument/didChange', {
    textDocument: { uri, version: 2 },
    contentChanges: [{ text: `${text}\n` }],
  });
  await new Promise((resolve) => waiting.set(`${uri} 2`, resolve));
  const range = { start: { line: 0, character: 0 }, end: { line: 1e6, character: 0 } };
  const context = { diagnostics: [] };
  await client.sendRequest('textDocument/codeAction', { textDocument: { uri }, range, context });
  await client.sendRequest('shutdown');
  await client.sendNotification('exit');
}

/** Asks for each list page by page, and for each workflow. */
async function readAll(child) {
  const [url] = await once(createInterface(child.stdout), 'line');
  const read = async (path) =>
    (await fetch(url + path, { headers: { authorization: 'Bearer re_x' } })).json();
  for (const path of ['/automations', '/events', '/templates']) {
    for (let after = ''; ; ) {
      const { data = [], has_more } = await read(`${path}?limit=100${after}`);
      for (const { id } of path === '/automations' ? data : []) await read(`${path}/${id}`);
      if (!has_more) break;
      after = `&after=${data.at(-1).id}`;
    }
  }
  child.kill('SIGINT');
}

export const drives = {
  'lsp: findings in one file': {
    size: 125,
    files: (n) => {
      edit.size = n;
      return one(list(fixable(n)), 1);
    },
    args: ['lsp', '--stdio'],
    drive: edit,
  },
  serve: {
    size: 60,
    files: (n) => one({ ...resources(n), events: times(n, (i) => event(i)) }),
    args: ['serve', '.'],
    drive: readAll,
  },
};
