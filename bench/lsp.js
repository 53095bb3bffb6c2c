// How long a language server takes for a folder of 2,000 workflows: until all are checked, and until
// a change of one is answered. `node bench/lsp.js`; COUNT for another number.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import * as rpc from 'vscode-languageserver/node';
import { eventDefinitions, tenStepWorkflow } from './workload.js';

const COUNT = Number(process.env.COUNT ?? 2000);
const STROKES = 20;
const folder = mkdtempSync(join(tmpdir(), 'edgewise-bench-'));
const uriOf = (name) => pathToFileURL(join(folder, name)).href;
const faulty = (i) => JSON.stringify(tenStepWorkflow(i), null, 2).replace('"delay"', '"dealy"');
for (let i = 0; i < COUNT; i++)
  writeFileSync(join(folder, `${i}.json`), JSON.stringify(tenStepWorkflow(i), null, 2));
writeFileSync(join(folder, '0.json'), faulty(0));
writeFileSync(join(folder, 'events.json'), JSON.stringify(eventDefinitions(), null, 2));

const bin = fileURLToPath(new URL('../dist/bin.js', import.meta.url));
const started = performance.now();
const server = spawn(process.execPath, [bin, 'lsp'], { stdio: ['pipe', 'pipe', 'inherit'] });
const client = rpc.createMessageConnection(
  new rpc.StreamMessageReader(server.stdout),
  new rpc.StreamMessageWriter(server.stdin),
);
const waiting = [];
client.onNotification('textDocument/publishDiagnostics', (shown) => {
  for (const each of waiting.splice(0)) if (!each(shown)) waiting.push(each);
});
const shownFor = (uri, version) =>
  new Promise((resolve) =>
    waiting.push((shown) => {
      const isIt = shown.uri === uri && (version === undefined || shown.version === version);
      if (isIt) resolve(shown.diagnostics);
      return isIt;
    }),
  );
client.listen();
try {
  const rootUri = pathToFileURL(folder).href;
  await client.sendRequest('initialize', { processId: null, rootUri, capabilities: {} });
  const first = shownFor(uriOf('0.json'));
  await client.sendNotification('initialized', {});
  await first;
  console.log(`${COUNT} workflows checked ${time(performance.now() - started)} after the start`);

  const uri = uriOf('1.json');
  let text = faulty(1);
  const opened = shownFor(uri, 0);
  await client.sendNotification('textDocument/didOpen', {
    textDocument: { uri, languageId: 'json', version: 0, text },
  });
  await opened;
  const times = { findings: [], completion: [] };
  for (let version = 1; version <= STROKES; version++) {
    const at = performance.now();
    text = text.replace('"dealy', '"dealyy');
    const answered = shownFor(uri, version);
    await client.sendNotification('textDocument/didChange', {
      textDocument: { uri, version },
      contentChanges: [{ text }],
    });
    const position = { line: 10, character: 16 };
    await client.sendRequest('textDocument/completion', { textDocument: { uri }, position });
    times.completion.push(performance.now() - at);
    await answered;
    times.findings.push(performance.now() - at);
  }
  for (const [what, all] of Object.entries(times)) {
    all.sort((a, b) => a - b);
    console.log(`${what} ${time(all[STROKES >> 1])} after a key stroke (median of ${STROKES})`);
  }
  await client.sendRequest('shutdown');
  await client.sendNotification('exit');
} finally {
  client.dispose();
  server.kill();
  rmSync(folder, { recursive: true });
}

function time(milliseconds) {
  return `${milliseconds.toFixed(0)} ms`;
}
