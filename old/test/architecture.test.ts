import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

// Allowed imports. A layer may always import itself.

const ANY = ['*'];
const root = fileURLToPath(new URL('..', import.meta.url));
/** The editor of the playground, and what it is set up with. Nothing else may contain them. */
const EDITOR_PACKAGES = [
  ...['autocomplete', 'commands', 'lang-json', 'language', 'lint', 'search', 'state', 'view'].map(
    (name) => `@codemirror/${name}`,
  ),
  '@lezer/highlight',
];
const EXAMPLES = readdirSync(join(root, 'examples'), { recursive: true, encoding: 'utf8' }).map(
  (file) => `examples/${file.replaceAll('\\', '/')}`,
);

interface Layer {
  /** Layers; `core` stands for all folders of it. */
  readonly imports: readonly string[];
  /** It may import modules of Node. */
  readonly node?: boolean;
  readonly packages?: readonly string[];
}

// A feature imports neither another feature nor the command line.
const FEATURE: Layer = {
  imports: ['command.ts', 'core', 'load', 'run'],
  node: true,
  packages: ANY,
};
const LAYERS: Readonly<Record<string, Layer>> = {
  'core/model': { imports: [] },
  'core/steps': { imports: ['core/model'] },
  'core/resources': { imports: ['core/model'] },
  'core/conditions': { imports: ['core/model', 'core/steps'] },
  'core/graph': { imports: ['core/model', 'core/steps', 'core/resources', 'core/conditions'] },
  // jsonc-parser: a scanner that gives offsets, which JSON.parse does not.
  'core/document': {
    imports: ['core/model', 'core/steps', 'core/resources'],
    packages: ['jsonc-parser'],
  },
  // picomatch: the patterns of files in a configuration; its posix build knows nothing of Node.
  'core/lint': {
    imports: [
      'core/rule.ts',
      'core/model',
      'core/steps',
      'core/resources',
      'core/graph',
      'core/document',
    ],
    packages: ['picomatch/posix.js'],
  },
  // jsonc-parser: edits of a configuration that keep its comments.
  'core/config': {
    imports: ['core/rule.ts', 'core/model', 'core/document', 'core/lint'],
    packages: ['jsonc-parser'],
  },
  // fast-string-width: how many columns a text takes on a screen, for the underlines of the code frame.
  // @noble/hashes: the policy of the HTML page names its script by a hash. dist: that script, built from src/report-page.ts.
  'core/report': {
    imports: ['core/rule.ts', 'core/model', 'core/steps'],
    packages: [
      'fast-string-width',
      '@noble/hashes/sha2.js',
      'dist/page/main.js.txt',
      'dist/page/main.css.txt',
    ],
  },
  // report: how text of a workflow is made safe to print. fast-string-width: how wide a character is.
  'core/drawing': {
    imports: ['core/model', 'core/steps', 'core/report'],
    packages: ['fast-string-width'],
  },
  'core/rule.ts': { imports: ['core/model', 'core/steps', 'core/graph'] },
  rules: {
    imports: [
      'core/rule.ts',
      'core/model',
      'core/steps',
      'core/resources',
      'core/graph',
      'core/conditions',
    ],
  },
  'rules/index.ts': { imports: ['core/rule.ts', 'rules'] },
  load: { imports: ['core'], node: true, packages: ANY },
  // picocolors: colour of text reports. diff: what --dry-run prints.
  run: {
    imports: ['core', 'load'],
    node: true,
    packages: ['picocolors', 'diff'],
  },
  // The arguments and results of a command.
  'command.ts': { imports: ['core', 'load', 'run'] },
  ...Object.fromEntries(
    readdirSync(join(root, 'src/features')).map((name) => [`features/${name}`, FEATURE]),
  ),
  // The page runs in a browser.
  'features/html': { imports: ['core'] },
  cli: { imports: ANY, node: true, packages: ANY },
  // Composition roots: they give features to each other. package.json: name and version, for the reports.
  'browser.ts': { imports: ANY, packages: ['package.json'] },
  'node.ts': { imports: ANY, node: true, packages: ['package.json'] },
  'index.ts': { imports: ANY, node: true, packages: ANY },
  'report-page.ts': { imports: ANY },
  // dist: the program of its thread; jsonc-parser: the value at the caret; the initial examples.
  playground: {
    imports: ANY,
    packages: [
      'jsonc-parser',
      'package.json',
      'dist/playground/worker.js.txt',
      ...EDITOR_PACKAGES,
      ...EXAMPLES,
    ],
  },
};
const TAKES_ALL_RULES = ['cli', 'index.ts', 'browser.ts', 'playground'];
const FOR_BROWSERS = [
  'src/browser.ts',
  'src/report-page.ts',
  'playground/main.ts',
  'playground/worker.ts',
];

const files = ['src', 'rules', 'playground'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts')),
);
const code = new Map(
  files.map((file) => [file, withoutComments(readFileSync(join(root, file), 'utf8'))]),
);
const imports = new Map(files.map((file) => [file, importsOf(file)]));

test('every file belongs to a layer', () => {
  const others = files.filter((file) => LAYERS[layerOf(file)] === undefined);
  expect(others, 'move these, or add their folder to this test').toEqual([]);
});

test('every layer imports only allowed layers', () => {
  const violations = files.flatMap(
    (file) => imports.get(file)?.map(({ target }) => violation(file, layerOf(file), target)) ?? [],
  );
  expect(violations.filter((text) => text !== undefined)).toEqual([]);
});

test('only the command line uses process and console', () => {
  const pure = files.filter((file) => layerOf(file) !== 'cli');
  const using = pure.filter((file) => /\b(?:process|console)\.\w/.test(code.get(file) as string));
  expect(
    using,
    'these use process or console: take the value as a parameter, and let src/cli pass it in',
  ).toEqual([]);
});

test('only these start programs: a browser, and the command of record', () => {
  const starting = files.filter((file) => code.get(file)?.includes('child_process')).sort();
  expect(starting).toEqual([
    'src/cli/commands/playground.ts',
    // It patches the functions of the recorded command.
    'src/cli/record-preload.ts',
    'src/features/record/script.ts',
  ]);
});

test.each(FOR_BROWSERS)('%s does not import Node modules', (entry) => {
  const paths = new Map([[entry, entry]]);
  const found: string[] = [];
  for (const [file, path] of paths) {
    for (const { target, typesOnly } of imports.get(file) ?? []) {
      if (typesOnly) continue;
      if (isBuiltin(target)) found.push(`${path} → ${target}`);
      if (code.has(target) && !paths.has(target)) paths.set(target, `${path} → ${target}`);
    }
  }
  expect(found, 'move what needs Node into another file, or take it as a parameter').toEqual([]);
});

test('there are no import cycles between files', () => {
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): void => {
    const start = path.indexOf(file);
    if (start !== -1)
      expect.fail(
        `these files import each other: ${[...path.slice(start), file].join(' → ')}; move what both need into a third file`,
      );
    if (done.has(file)) return;
    for (const { target, typesOnly } of imports.get(file) ?? [])
      if (!typesOnly && code.has(target)) visit(target, [...path, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
});

test('there are no import cycles between layers of the core', () => {
  const reached = new Map<string, Set<string>>();
  for (const file of files)
    for (const { target } of imports.get(file) ?? [])
      if (code.has(target) && layerOf(target) !== layerOf(file))
        reached.set(layerOf(file), (reached.get(layerOf(file)) ?? new Set()).add(layerOf(target)));
  const cyclic = [...reached.keys()].filter((layer) => {
    const all = new Set(reached.get(layer));
    for (const each of all) for (const next of reached.get(each) ?? []) all.add(next);
    return layer.startsWith('core/') && all.has(layer);
  });
  expect(cyclic, 'these import each other: move what both need into the lower one').toEqual([]);
});

function violation(file: string, layer: string, target: string): string | undefined {
  const { imports: layers = [], node = false, packages = [] } = LAYERS[layer] ?? {};
  if (target === 'src/index.ts')
    return `${file} imports src/index.ts, which is for users of the package: import the file that has what you need`;
  if (!/^(src|rules|playground)\//.test(target)) {
    if (isBuiltin(target) ? node : packages === ANY || packages.includes(target)) return undefined;
    const where = isBuiltin(target)
      ? 'this layer is pure, so that it also runs in a browser'
      : 'a package here needs a reason, written down in test/architecture.test.ts';
    return `${file} imports ${target}: ${where}; do it in src/load or src/cli and pass the value in`;
  }
  if (!existsSync(join(root, target))) return undefined;
  const to = layerOf(target);
  if (to === 'rules/index.ts' || (to === 'rules' && layer !== 'rules/index.ts')) {
    if (to === 'rules/index.ts' && TAKES_ALL_RULES.includes(layer)) return undefined;
    return layer === 'rules'
      ? `${file} imports ${target}: rules do not import each other; move what they share into src/core/graph or src/core/model, with a test`
      : `${file} imports ${target}: take the rules as a parameter; only ${TAKES_ALL_RULES.join(', ')} import the list`;
  }
  const isAllowed = layers.includes(to) || (to.startsWith('core/') && layers.includes('core'));
  if (to === layer || layers === ANY || isAllowed) return undefined;
  return `${file} imports ${target}: ${layer} may import ${layers.join(', ') || 'nothing'}; ${adviceFor(layer, to)}`;
}

function adviceFor(layer: string, to: string): string {
  if (layer.startsWith('features/') && to.startsWith('features/'))
    return 'move what both features need into src/core, or let a composition root pass it in';
  if (to === 'cli') return 'take it from src/command.ts, or as a parameter';
  return 'move what is needed down, or take it as a parameter';
}

function layerOf(file: string): string {
  if (file === 'rules/index.ts') return file;
  const [top, next, inner] = file.split('/') as [string, string, string];
  if (top === 'rules' || top === 'playground') return top;
  return next === 'core' || next === 'features' ? `${next}/${inner}` : next;
}

const isBuiltin = (target: string): boolean =>
  builtinModules.includes(target.replace(/^node:/, ''));

/** Files of the project by their path, anything else by its name; `typesOnly`: gone at run time. */
function importsOf(
  file: string,
): readonly { readonly target: string; readonly typesOnly: boolean }[] {
  const found = (code.get(file) as string).matchAll(
    /^(?:import|export)( type)? (?:[^;'"`=(]*? from )?'([^']+)'|\bimport\('([^']+)'\)/gm,
  );
  return [...found].map(([, type, fixed, dynamic]) => {
    const target = (fixed ?? dynamic) as string;
    return {
      target: target.startsWith('.')
        ? normalize(join(file, '..', target)).replaceAll('\\', '/')
        : target,
      typesOnly: type !== undefined,
    };
  });
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
}
