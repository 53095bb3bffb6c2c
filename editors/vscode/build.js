// Bundles the extension with the client, so that it has no dependencies.
const { copyFileSync } = require('node:fs');
const { join } = require('node:path');
const { buildSync } = require('esbuild');

buildSync({
  absWorkingDir: __dirname,
  entryPoints: ['extension.js'],
  outdir: 'dist',
  bundle: true,
  minify: true,
  platform: 'node',
  target: 'node20',
  external: ['vscode'],
});
const root = join(__dirname, '../..');
copyFileSync(join(root, 'schemas/config.schema.json'), join(__dirname, 'config.schema.json'));
copyFileSync(join(root, 'LICENSE'), join(__dirname, 'LICENSE'));
