// Starts `edgewise lsp` for the folders of the workspace, as it is installed in the first one.
const { existsSync } = require('node:fs');
const { join } = require('node:path');
const { window, workspace } = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

let client;

exports.activate = async () => {
  const folder = workspace.workspaceFolders?.[0]?.uri.fsPath;
  const given = workspace.getConfiguration('edgewise').get('path');
  client = new LanguageClient(
    'edgewise',
    { ...serverIn(folder, given), options: { cwd: folder } },
    { documentSelector: [{ language: 'json' }, { language: 'jsonl' }] },
  );
  try {
    await client.start();
  } catch {
    client = undefined;
    window.showWarningMessage('edgewise was not found. Install it, or set "edgewise.path".');
  }
};

exports.deactivate = () => client?.stop();

function serverIn(folder, given) {
  if (given) return { command: given, args: ['lsp'] };
  const local = folder && join(folder, 'node_modules/edgewise/dist/bin.js');
  if (local && existsSync(local)) return { command: 'node', args: [local, 'lsp'] };
  const isWindows = process.platform === 'win32';
  return { command: isWindows ? 'edgewise.cmd' : 'edgewise', args: ['lsp'] };
}
