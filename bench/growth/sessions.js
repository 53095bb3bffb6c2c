// Commands that answer until they are ended.

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as rpc from 'vscode-languageserver/node';
import { fixable, list, one } from './inputs.js';

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
};
