// Bundles the program into dist. What a small run needs becomes one file: opening fifty costs more than checking a workflow.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { build } from 'esbuild';

/** Modules that every check of a file needs, with all that they import. The rest is loaded when it is asked for. */
const ALWAYS = ['src/cli/main.ts', 'src/cli/args.ts', 'src/cli/lint.ts', 'src/report/text.ts', 'rules/index.ts', 'node_modules/picocolors/picocolors.js'];
const CHUNKS = 'dist/chunks';

const common = {
  bundle: true,
  format: 'esm',
  splitting: true,
  outdir: 'dist',
  legalComments: 'linked',
  logLevel: 'warning',
  minifyWhitespace: true,
  minifySyntax: true,
};
// What is bundled of CommonJS asks for modules of Node by `require`.
const banner = { js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);" };
const node = { platform: 'node', target: 'node20.19', mainFields: ['module', 'main'] };

rmSync('dist', { recursive: true, force: true });
const page = { bundle: true, format: 'iife', target: 'es2023', minify: true, logLevel: 'warning' };
// As text, which others carry with them.
const asText = { ...page, legalComments: 'inline', outExtension: { '.js': '.js.txt', '.css': '.css.txt' } };
await build({ ...asText, entryPoints: ['src/report-page/main.ts', 'src/report-page/main.css'], outdir: 'dist/page' });
await build({ ...asText, entryPoints: ['playground/worker.ts'], outdir: 'dist/playground', outExtension: { '.js': '.js.txt' } });
await build({
  ...page,
  entryPoints: ['playground/main.ts', 'playground/main.css', 'playground/index.html'],
  outdir: 'dist/playground',
  loader: { '.html': 'copy' },
  legalComments: 'linked',
});

const { metafile } = await build({
  ...common,
  ...node,
  banner,
  entryPoints: ['src/cli/bin.ts', 'src/cli/worker.ts', 'src/cli/lint-thread.ts', 'src/index.ts'],
  entryNames: '[name]',
  chunkNames: 'chunks/[name]-[hash]',
  metafile: true,
});
await join(metafile.outputs);
await build({ ...common, entryPoints: ['src/browser.ts'], platform: 'browser', target: 'es2023', chunkNames: 'chunks/core-[name]-[hash]' });

/** Makes one file of the parts that are always needed; whoever imports one of them gets it from there. */
async function join(outputs) {
  const parts = new Set();
  const add = (path) => {
    if (parts.has(path) || !path.startsWith(CHUNKS)) return;
    parts.add(path);
    for (const { path: imported, kind } of outputs[path].imports) if (kind === 'import-statement' && outputs[imported] !== undefined) add(imported);
  };
  for (const [path, { entryPoint }] of Object.entries(outputs)) if (ALWAYS.includes(entryPoint)) add(path);
  const ordered = [...parts].sort();
  const renamed = (at, name) => `p${at}_${name === 'default' ? 'default_' : name}`;
  const exportsOf = (write, from) => ordered.map((path, at) => `export{${outputs[path].exports.map((name) => write(at, name)).join(',')}}from${from(path)};`);
  const contents = exportsOf(
    (at, name) => `${name} as ${renamed(at, name)}`,
    (path) => JSON.stringify(`./${basename(path)}`),
  ).join('\n');
  const others = {
    name: 'others',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^\.\/.*\.js$/ }, ({ path }) =>
        parts.has(`${CHUNKS}/${basename(path)}`) ? undefined : { path: `./${basename(path)}`, external: true },
      );
      // Once is enough.
      onLoad({ filter: /\.js$/ }, ({ path }) => ({ contents: readFileSync(path, 'utf8').replace(banner.js, '') }));
    },
  };
  await build({
    ...common,
    ...node,
    splitting: false,
    banner,
    minifyIdentifiers: true,
    stdin: { contents, resolveDir: resolve(CHUNKS) },
    outdir: undefined,
    outfile: `${CHUNKS}/always.js`,
    legalComments: 'none',
    // Parts are imported for their effects as well, of which they have none.
    logOverride: { 'ignored-bare-import': 'silent' },
    plugins: [others],
  });
  const stubs = exportsOf(
    (at, name) => `${renamed(at, name)} as ${name}`,
    () => '"./always.js"',
  );
  for (const [at, path] of ordered.entries()) writeFileSync(path, stubs[at]);
}
