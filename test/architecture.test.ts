import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

// Who may import whom: docs/architecture.md says why. A layer may always import itself.

const ANY = ['*'];
const root = fileURLToPath(new URL('..', import.meta.url));
const EXAMPLES = readdirSync(join(root, 'examples'), { recursive: true, encoding: 'utf8' }).map((file) => `examples/${file.replaceAll('\\', '/')}`);
const LAYERS: Record<string, { readonly imports: readonly string[]; readonly node?: boolean; readonly packages?: readonly string[] }> = {
  model: { imports: [] },
  graph: { imports: ['model'] },
  // jsonc-parser: a scanner that gives offsets, which JSON.parse does not.
  document: { imports: ['model'], packages: ['jsonc-parser'] },
  'rule.ts': { imports: ['model', 'graph'] },
  rules: { imports: ['rule.ts', 'model', 'graph'] },
  // picomatch: the patterns of files in a configuration; its posix build knows nothing of Node.
  lint: { imports: ['rule.ts', 'model', 'graph', 'document'], packages: ['picomatch/posix.js'] },
  // fast-string-width: how many columns a text takes on a screen, for the underlines of the code frame.
  // @noble/hashes: the policy of the HTML page names its script by a hash. dist: that script, built from report-page.
  report: {
    imports: ['rule.ts', 'model', 'graph'],
    packages: ['fast-string-width', '@noble/hashes/sha2.js', 'dist/page/main.js.txt', 'dist/page/main.css.txt'],
  },
  // What pages in a browser are put together from, and the script of the HTML report: nothing of Node, and no package.
  view: { imports: ['model', 'graph', 'report', 'picture'] },
  'report-page': { imports: ['view', 'model', 'graph', 'report', 'picture', 'simulate'] },
  // report: how text of a workflow is made safe to print. dagre: the layout; fast-string-width: how wide a character is.
  picture: { imports: ['model', 'graph', 'report'], packages: ['@dagrejs/dagre', 'fast-string-width'] },
  // The page to try it in. jsonc-parser: what stands at the caret; package.json: the version; dist: the program of its thread; the examples to start with.
  playground: {
    imports: ['view', 'rules', 'lint', 'report', 'picture', 'simulate', 'document', 'model'],
    packages: ['jsonc-parser', 'package.json', 'dist/playground/worker.js.txt', ...EXAMPLES],
  },
  fix: { imports: ['model', 'document'] },
  config: { imports: ['rule.ts', 'lint', 'model', 'document'], node: true, packages: ANY },
  diff: { imports: ['model', 'graph'] },
  serve: { imports: ['model'] },
  simulate: { imports: ['model', 'graph'] },
  load: { imports: ['rule.ts', 'model', 'document'], node: true, packages: ANY },
  // The pipeline from sources to a result, for whoever hands it the rules.
  check: { imports: ['load', 'document', 'model', 'lint'], node: true },
  cli: { imports: ANY, node: true, packages: ANY },
  lsp: { imports: ANY, node: true, packages: ANY },
  // The core of the library: what it imports of config must be pure, which test/package.test.ts proves of the bundle.
  // package.json: what the tool is called and which version it is, for the reports.
  'browser.ts': { imports: ['rule.ts', 'rules', 'config', 'lint', 'report', 'picture', 'simulate', 'document', 'model', 'graph'], packages: ['package.json'] },
  'node.ts': { imports: ['browser.ts', 'check', 'config', 'lint', 'load', 'model'], node: true, packages: ['package.json'] },
  'index.ts': { imports: ANY, node: true, packages: ANY },
  'rules/index.ts': { imports: ['rule.ts', 'rules'] },
};
const TAKES_ALL_RULES = ['cli', 'lsp', 'index.ts', 'browser.ts', 'playground'];

const files = ['src', 'rules', 'playground'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.ts')),
);
const code = new Map(files.map((file) => [file, withoutComments(readFileSync(join(root, file), 'utf8'))]));
const imports = new Map(files.map((file) => [file, importsOf(file)]));

test('every file stands in a layer', () => {
  const homeless = files.filter((file) => LAYERS[layerOf(file)] === undefined);
  expect(homeless, 'move these, or add their folder to this test and to docs/architecture.md').toEqual([]);
});

test('every layer imports only what it may', () => {
  const complaints = files.flatMap((file) => imports.get(file)?.map(({ target }) => complaint(file, layerOf(file), target)) ?? []);
  expect(complaints.filter((text) => text !== undefined)).toEqual([]);
});

test('only the command line and the editor touch the process', () => {
  const pure = files.filter((file) => !['cli', 'lsp'].includes(layerOf(file)));
  const using = pure.filter((file) => /\b(?:process|console)\.\w/.test(code.get(file) as string));
  expect(using, 'these use process or console: take the value as a parameter, and let src/cli pass it in').toEqual([]);
});

test('no file imports itself in a round', () => {
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): void => {
    const round = path.indexOf(file);
    if (round !== -1) expect.fail(`these files import each other: ${[...path.slice(round), file].join(' → ')}; move what both need into a third file`);
    if (done.has(file)) return;
    for (const { target, typesOnly } of imports.get(file) ?? []) if (!typesOnly && code.has(target)) visit(target, [...path, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
});

function complaint(file: string, layer: string, target: string): string | undefined {
  const { imports: layers = [], node = false, packages = [] } = LAYERS[layer] ?? {};
  if (target === 'src/index.ts') return `${file} imports src/index.ts, which is for users of the package: import the file that has what you need`;
  if (!/^(src|rules|playground)\//.test(target)) {
    const name = target.replace(/^node:/, '');
    const builtin = builtinModules.includes(name);
    if (builtin ? node : packages === ANY || packages.includes(name)) return undefined;
    const where = builtin
      ? 'this layer is pure, so that it also runs in a browser'
      : 'a package here needs a reason, written down in test/architecture.test.ts';
    return `${file} imports ${target}: ${where}; do it in src/load or src/cli and pass the value in`;
  }
  if (!existsSync(join(root, target))) return undefined;
  const to = layerOf(target);
  if (to === 'rules/index.ts' || (to === 'rules' && layer !== 'rules/index.ts')) {
    if (to === 'rules/index.ts' && TAKES_ALL_RULES.includes(layer)) return undefined;
    return layer === 'rules'
      ? `${file} imports ${target}: rules do not know each other; move what they share into src/graph or src/model, with a test`
      : `${file} imports ${target}: take the rules as a parameter; only ${TAKES_ALL_RULES.join(', ')} import the list`;
  }
  if (to === layer || layers === ANY || layers.includes(to)) return undefined;
  return `${file} imports ${target}: ${layer} may import ${layers.join(', ') || 'nothing'}; move what is needed down, or pass it in as a parameter`;
}

function layerOf(file: string): string {
  if (file === 'rules/index.ts') return file;
  const [top, next] = file.split('/') as [string, string];
  return top === 'rules' || top === 'playground' ? top : next;
}

/** Files of the project by their path, anything else by its name; what is imported for its types only is gone at run time. */
function importsOf(file: string): readonly { readonly target: string; readonly typesOnly: boolean }[] {
  const found = (code.get(file) as string).matchAll(/^(?:import|export)( type)? (?:[^;'"`=(]*? from )?'([^']+)'|\bimport\('([^']+)'\)/gm);
  return [...found].map(([, type, fixed, dynamic]) => {
    const target = (fixed ?? dynamic) as string;
    return { target: target.startsWith('.') ? normalize(join(file, '..', target)).replaceAll('\\', '/') : target, typesOnly: type !== undefined };
  });
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
}
