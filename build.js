// Bundles the program into dist. Parts that are not always needed become chunks that are loaded when
// first used. esbuild bundles pages with their styles. rolldown bundles modules, as it can put what
// every lint loads into one file: opening 60 files takes a fifth of the time of a small lint.
import { chmodSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, resolve } from 'node:path';
import { build } from 'esbuild';
import { rolldown } from 'rolldown';

/** Loaded by every lint, with everything they import statically. */
const LINT = [
  'src/cli/main.ts',
  'src/cli/parts.ts',
  'src/node/run.ts',
  'src/core/report/compact.ts',
  'src/core/report/text.ts',
].map((file) => realpathSync(file));

const page = {
  bundle: true,
  format: 'iife',
  target: 'es2023',
  minify: true,
  logLevel: 'warning',
};

/**
 * Modules of Node by a function. An import of "node:fs" takes 3 ms, as it reads all its exports,
 * which loads what they need.
 */
const builtins = {
  name: 'builtins',
  resolveId: (id, from) =>
    isBuiltin(id) && !from?.includes('rolldown/runtime') ? `\0${id}` : undefined,
  load: (id) =>
    id.startsWith('\0') && isBuiltin(id.slice(1))
      ? `module.exports = process.getBuiltinModule(${JSON.stringify(id.slice(1))})`
      : undefined,
};

/** `./style.css?raw` is the text of the file, as it is in vitest. */
const raw = {
  name: 'raw',
  resolveId: (id, from) => (id.endsWith('?raw') ? resolve(dirname(from), id) : undefined),
  load: (id) =>
    id.endsWith('?raw')
      ? `export default ${JSON.stringify(readFileSync(id.slice(0, -'?raw'.length), 'utf8'))}`
      : undefined,
};

rmSync('dist', { recursive: true, force: true });
const inPackage = [];
const PLAYGROUND = 'src/features/playground/page';
const worker = await build({
  ...page,
  metafile: true,
  entryPoints: [`${PLAYGROUND}/worker.ts`],
  write: false,
});
const playground = await build({
  ...page,
  metafile: true,
  entryPoints: ['main.ts', 'main.css', 'index.html'].map((file) => `${PLAYGROUND}/${file}`),
  define: { WORKER: JSON.stringify(worker.outputFiles[0].text) },
  outdir: 'dist/playground',
  loader: { '.html': 'copy' },
  legalComments: 'none',
});
writeNotices('dist/playground/THIRD-PARTY.txt', [...modulesOf(worker), ...modulesOf(playground)]);
await bundleModules({
  input: {
    bin: 'src/cli/bin.ts',
    index: 'src/features/library/node.ts',
  },
  platform: 'node',
  target: 'node20.19',
  chunkFileNames: 'chunks/[name]-[hash].js',
  groups: [
    { name: 'lint', test: (id) => LINT.includes(id) },
    { name: 'node', test: (id) => id.startsWith('\0') },
  ],
});
await build({
  entryPoints: ['src/features/record/preload.ts'],
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  format: 'cjs',
  outfile: 'dist/preload.cjs',
  logOverride: { 'empty-import-meta': 'silent' },
});
chmodSync('dist/bin.js', 0o755);
await bundleModules({
  input: { browser: 'src/features/library/core.ts' },
  platform: 'browser',
  target: 'es2023',
  chunkFileNames: 'chunks/core-[name]-[hash].js',
});
writeNotices('dist/THIRD-PARTY.txt', inPackage);

function modulesOf({ metafile }) {
  return Object.keys(metafile.inputs).map((path) => resolve(path));
}

async function bundleModules({ input, platform, target, chunkFileNames, groups = [] }) {
  const bundle = await rolldown({
    input,
    platform,
    resolve: { mainFields: ['module', 'main'] },
    plugins: platform === 'node' ? [builtins, raw] : [raw],
    transform: { target },
    // The parts of a lint are in one chunk, and yet imported when first used.
    checks: { ineffectiveDynamicImport: false },
  });
  const { output } = await bundle.write({
    dir: 'dist',
    chunkFileNames,
    codeSplitting: { groups },
    minify: { compress: true, mangle: true, codegen: { removeWhitespace: true } },
  });
  inPackage.push(...output.flatMap(({ moduleIds = [] }) => moduleIds));
  await bundle.close();
}

/** Lists the packages whose modules are in a bundle, with their licences. The project itself needs no notice. */
function writeNotices(file, modules) {
  const folders = modules.flatMap((path) => {
    const [folder] =
      /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path.replaceAll('\\', '/')) ?? [];
    return folder ?? [];
  });
  const notices = [...new Set(folders)].map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
    const texts = readdirSync(folder)
      .filter((each) => /^(?:licen[cs]e|copying|notice)(?:[.-]|$)/i.test(each))
      .map((each) => readFileSync(`${folder}/${each}`, 'utf8').replaceAll('\r', '').trim());
    return `${name} ${version} (${license})\n\n${texts.join('\n\n')}\n`;
  });
  const head = 'This program contains the following packages.\n';
  writeFileSync(file, [head, ...new Set(notices.sort())].join(`\n${'-'.repeat(80)}\n\n`));
}
