// Bundles the extension with the client, so that it has no dependencies.
const { copyFileSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '../..');
for (const file of ['schemas/config.schema.json', 'LICENSE'])
  copyFileSync(join(root, file), join(__dirname, file.replace('schemas/', '')));
void bundle();

async function bundle() {
  const { build } = await import('rolldown');
  await build({
    cwd: __dirname,
    input: 'extension.js',
    platform: 'node',
    external: ['vscode'],
    transform: { target: 'node20' },
    output: { dir: 'dist', format: 'cjs', minify: true, codeSplitting: false },
  });
}
