// Bundles the program into dist. What a small run needs becomes one file: opening fifty costs more than checking a workflow.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import v8 from 'node:v8';
import { Script } from 'node:vm';
import { build } from 'esbuild';

/** Modules that every check of a file needs, with all that they import. The rest is loaded when it is asked for. */
const ALWAYS = [
  ...['main', 'args', 'plain-flags', 'lint'].map((name) => `src/cli/${name}.ts`),
  ...['src/report/text.ts', 'src/report/json.ts', 'rules/index.ts', 'node_modules/picocolors/picocolors.js'],
];
const CHUNKS = 'dist/chunks';
// All of them in one, what V8 compiled of it, and by what it knows where it is and loads the rest.
const SCRIPT = `${CHUNKS}/always.cjs`;
const COMPILED = `${CHUNKS}/always.bin`;
const [HERE, LOAD] = ['__url', '__load'];

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
// What is bundled of CommonJS asks by `require` for modules of Node, and for no others.
const banner = { js: 'const require=process.getBuiltinModule;' };
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
await keepCompiled(await join(metafile.outputs));
await build({ ...common, entryPoints: ['src/browser.ts'], platform: 'browser', target: 'es2023', chunkNames: 'chunks/core-[name]-[hash]' });

/** Makes one file of the parts that are always needed; whoever imports one of them gets it from there. Gives what `main` is called there. */
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
  const isPart = (name) => parts.has(`${CHUNKS}/${name}`);
  const others = {
    name: 'others',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^\.\/.*\.js$/ }, ({ path }) => (isPart(basename(path)) ? undefined : { path: `./${basename(path)}`, external: true }));
      onLoad({ filter: /\.js$/ }, ({ path }) => ({ contents: withoutWaiting(readFileSync(path, 'utf8').replace(banner.js, ''), isPart) }));
    },
  };
  const { outputFiles } = await build({
    ...common,
    ...node,
    splitting: false,
    banner,
    minifyIdentifiers: true,
    stdin: { contents, resolveDir: resolve(CHUNKS) },
    write: false,
    outdir: undefined,
    outfile: `${CHUNKS}/always.js`,
    legalComments: 'none',
    define: { 'import.meta.url': HERE },
    // Parts are imported for their effects as well, of which they have none.
    logOverride: { 'ignored-bare-import': 'silent' },
    plugins: [others],
  });
  writeAlways(withBuiltins(outputFiles[0].text));
  const nameIn = (part, name) => renamed(ordered.indexOf(`${CHUNKS}/${part}`), name);
  for (const path of Object.keys(outputs)) {
    if (!parts.has(path) && path.endsWith('.js')) writeFileSync(path, withBuiltins(fromAlways(readFileSync(path, 'utf8'), isPart, nameIn)));
  }
  const stubs = exportsOf(
    (at, name) => `${renamed(at, name)} as ${name}`,
    () => '"./always.js"',
  );
  for (const [at, path] of ordered.entries()) writeFileSync(path, stubs[at]);
  return renamed(
    ordered.findIndex((path) => outputs[path].entryPoint === 'src/cli/main.ts'),
    'main',
  );
}

/**
 * Writes the one file as a script, since Node takes up code that was compiled before for scripts only, and beside it the module that runs it.
 * Without compiled code, or with that of another V8, the script is compiled as any other.
 */
function writeAlways(code) {
  const [exported, list] = /export\s*\{([^}]*)\};?\s*$/.exec(code);
  const names = list.split(',').map((each) => each.trim().split(' as '));
  const loaded = new Set();
  const body = code.slice(0, -exported.length).replace(/\bimport\(("[^"]+")\)/g, (_, path) => {
    loaded.add(path);
    return `${LOAD}(${path})`;
  });
  const given = `return{${names.map(([name, as]) => `${as}:${name}`).join(',')}}`;
  writeFileSync(SCRIPT, `(run=>typeof module==="object"?module.exports=run:run)(function(${HERE},${LOAD}){"use strict";${body}${given}})`);
  // Whoever bundles this has no such file beside it, but what is required and imported by its name.
  writeFileSync(
    `${CHUNKS}/always.js`,
    `const{readFileSync}=process.getBuiltinModule("node:fs"),{Script}=process.getBuiltinModule("node:vm");
const read=(url,encoding)=>{try{return readFileSync(url,encoding)}catch{}};
const at=new URL("always.cjs",import.meta.url),source=read(at,"utf8");
const run=source===undefined?require("./always.cjs"):new Script(source,{filename:at.href,cachedData:read(new URL("always.bin",at))}).runInThisContext();
const others={${[...loaded].map((path) => `${path}:()=>import(${path})`).join(',')}};
export const{${names.map(([, as]) => as).join(',')}}=run(import.meta.url,path=>others[path]());
`,
  );
}

/**
 * Checks the examples, so that all functions that this takes are compiled, and keeps what V8 made of them.
 * @param mainName what runs a command line.
 */
async function keepCompiled(mainName) {
  const filename = pathToFileURL(SCRIPT).href;
  const script = new Script(readFileSync(SCRIPT, 'utf8'), { filename });
  const { [mainName]: main } = script.runInThisContext()(filename, (path) => import(new URL(path, filename)));
  // What was compiled is good for a V8 of the same flags only, and is taken up before any are set.
  v8.setFlagsFromString = () => undefined;
  const sink = { isTTY: false, on: () => undefined, write: (_, done) => void done() };
  const world = { stdin: [], stdout: sink, stderr: sink, env: {}, cwd: () => process.cwd(), platform: process.platform, once: () => undefined };
  for (const format of ['text', 'json']) await main(['lint', 'examples', '--no-config', '-f', format], world);
  writeFileSync(COMPILED, script.createCachedData());
}

/** What a part loads when it is needed is there already, if it is a part itself. The bundler would wrap each up to be run later, which takes as long again. */
function withoutWaiting(code, isPart) {
  const imports = [];
  const direct = code.replace(/\bimport\("\.\/([^"]+)"\)/g, (call, name) => {
    if (!isPart(name)) return call;
    imports.push(`import*as __part${imports.length} from${JSON.stringify(`./${name}`)};`);
    return `Promise.resolve(__part${imports.length - 1})`;
  });
  return imports.join('') + direct;
}

/** What imports parts gets them from the one file at once: thirty files that only point there take as long to open as any others. */
function fromAlways(code, isPart, nameIn) {
  return code
    .replace(/\bimport\s*(?:\{([^}]*)\}\s*from\s*)?"(\.\/(?:chunks\/)?)([^"/]+)";/g, (statement, names, folder, part) => {
      if (!isPart(part)) return statement;
      if (names === undefined) return '';
      const bound = names.split(',').map((each) => {
        const [name, local = name] = each.trim().split(' as ');
        return `${nameIn(part, name)} as ${local}`;
      });
      return `import{${bound.join(',')}}from"${folder}always.js";`;
    })
    .replace(/\blet\s*\{(\w+)\}=await import\("(\.\/chunks\/)([^"/]+)"\)/g, (call, name, folder, part) =>
      isPart(part) ? `let{${nameIn(part, name)}:${name}}=await import("${folder}always.js")` : call,
    );
}

/** To import a module of Node is to load all that it could ever hand out, such as streams; to ask for it is not. */
function withBuiltins(code) {
  const asked = [];
  const rest = code.replace(/\bimport\s*(?:\{([^}]*)\}|([\w$]+))\s*from\s*"(node:[^"]+)";/g, (_, names, name, builtin) => {
    const bound = names === undefined ? name : `{${names.replaceAll(' as ', ':')}}`;
    asked.push(`const ${bound}=process.getBuiltinModule(${JSON.stringify(builtin)});`);
    return '';
  });
  const [hashbang = ''] = /^#!.*\n/.exec(rest) ?? [];
  return hashbang + asked.join('') + rest.slice(hashbang.length);
}
