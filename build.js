// Bundles the program into dist. Parts that are not always needed become chunks that are loaded when
// first used. What every lint loads is in one file: opening 60 files takes a fifth of the time of a
// small lint.
import {
  chmodSync,
  cpSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, resolve } from 'node:path';
import { rolldown } from 'rolldown';

/** Loaded by every lint, with everything they import statically. */
const LINT = [
  'src/cli/main.ts',
  'src/cli/parts.ts',
  'src/node/run.ts',
  'src/core/report/compact.ts',
  'src/core/report/text.ts',
].map((file) => realpathSync(file));

/** The two functions that yargs takes of `assert`, which takes 3 ms to load. */
const ASSERT = `
const check = (holds, message) => { if (!holds) throw new Error(message); };
exports.strictEqual = (a, b, message) => check(a === b, message);
exports.notStrictEqual = (a, b, message) => check(a !== b, message);
`;

/**
 * To guess a version, yargs lists every folder above the working directory: in a folder of thousands
 * of files, as long as a small lint. The program tells its version.
 */
const FIND_UP = 'export default () => undefined;';

/**
 * Modules of Node by a function. An import of "node:fs" takes 3 ms, as it reads all its exports,
 * which loads what they need.
 */
const builtins = {
  name: 'builtins',
  resolveId(id, from) {
    if (id === 'escalade/sync') return `\0${id}`;
    return isBuiltin(id) && !from?.includes('rolldown/runtime') ? `\0${id}` : undefined;
  },
  load(id) {
    if (id === '\0escalade/sync') return FIND_UP;
    if (!id.startsWith('\0') || !isBuiltin(id.slice(1))) return undefined;
    if (id === '\0assert') return ASSERT;
    return `module.exports = process.getBuiltinModule(${JSON.stringify(id.slice(1))})`;
  },
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
const PAGE = 'src/features/playground/page';
const ofPage = { platform: 'browser', target: 'es2023' };
const asScript = { format: 'iife', codeSplitting: false };
const [worker] = await bundle({ ...ofPage, input: `${PAGE}/worker.ts` }, asScript);
const page = await bundle(
  { ...ofPage, input: `${PAGE}/main.ts`, define: { WORKER: JSON.stringify(worker.code) } },
  { ...asScript, dir: 'dist/playground' },
);
for (const file of ['main.css', 'index.html']) cpSync(`${PAGE}/${file}`, `dist/playground/${file}`);
writeNotices('dist/playground/THIRD-PARTY.txt', [worker, ...page]);
// Without the width of the terminal, which the program tells yargs, no stream is made at the start.
const width = { 'process.stdout.columns': 'undefined' };
const inNode = { platform: 'node', target: 'node20.19', define: width };
const program = await bundle(
  { ...inNode, input: { bin: 'src/cli/bin.ts', index: 'src/features/library/node.ts' } },
  {
    dir: 'dist',
    chunkFileNames: 'chunks/[name]-[hash].js',
    codeSplitting: {
      groups: [
        { name: 'lint', test: (id) => LINT.includes(id) },
        { name: 'node', test: (id) => id.startsWith('\0') },
      ],
    },
  },
);
chmodSync('dist/bin.js', 0o755);
const preload = await bundle(
  { ...inNode, input: 'src/features/record/preload.ts' },
  { dir: 'dist', entryFileNames: '[name].cjs', format: 'cjs', codeSplitting: false },
);
const core = await bundle(
  { ...ofPage, input: { browser: 'src/features/library/core.ts' } },
  { dir: 'dist', chunkFileNames: 'chunks/core-[name]-[hash].js' },
);
writeNotices('dist/THIRD-PARTY.txt', [...program, ...preload, ...core]);

/** @returns the chunks. They are written where the output has a folder. */
async function bundle({ input, platform, target, define = {} }, output) {
  const built = await rolldown({
    input,
    platform,
    resolve: { mainFields: ['module', 'main'] },
    plugins: platform === 'node' ? [builtins, raw] : [raw],
    transform: { target, define },
    // It makes tables for formatting, of which edgewise uses nothing.
    treeshake: { moduleSideEffects: [{ test: /jsonc-parser/, sideEffects: false }] },
    // The parts of a lint are in one chunk, and yet imported when first used.
    checks: { ineffectiveDynamicImport: false },
  });
  const chunks = await built[output.dir === undefined ? 'generate' : 'write']({
    ...output,
    minify: { compress: true, mangle: true, codegen: { removeWhitespace: true } },
  });
  await built.close();
  return chunks.output;
}

/** Lists the packages whose modules are in a bundle, with their licences. The project itself needs no notice. */
function writeNotices(file, chunks) {
  const modules = chunks.flatMap(({ moduleIds = [] }) => moduleIds);
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
