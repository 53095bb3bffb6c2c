/** Imports and exports over the given files. */
import { posix } from 'node:path';
import type { Input } from '../../core/model/workflow.ts';
import { type Module, type Node, parse } from './parse.ts';
import { memberName, once } from './syntax.ts';
import type { Place } from './value.ts';

export type Modules = ReturnType<typeof createModules>;

/** What a module exports from a package. */
export interface ForeignExport {
  readonly from: string;
  readonly name: string;
}

const EXTENSION = /\.[cm]?[jt]sx?$/;
const EXTENSIONS = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'];
const MOST_EXPORTS = 20;
/** Characters of all files that are parsed: the trees of 1 MB take up to 170 MB. */
const MOST_TEXT = 8 * 1024 * 1024;
/** The name of what `module.exports` is set to. */
export const COMMON_JS = 'module.exports';

/** The name of a file without what an import may leave out. */
export const stemOf = (path: string): string =>
  path
    .replaceAll('\\', '/')
    .replace(EXTENSION, '')
    .replace(/(?:^|\/)index$/, '');

export function createModules(inputs: readonly Input[]) {
  const byPath = new Map(
    inputs.map((input) => [posix.normalize(input.name.replaceAll('\\', '/')), input]),
  );
  const loaded = new Map<Input, Module | undefined>();
  let size = 0;
  /** Those that are not parsed, as there are too many. */
  const refused = new Set<Input>();
  /** Each file is parsed when it is first asked for; undefined where it cannot be. */
  const load = (input: Input): Module | undefined => {
    if (loaded.has(input)) return loaded.get(input);
    size += input.text?.length ?? 0;
    if (size > MOST_TEXT) refused.add(input);
    loaded.set(input, size > MOST_TEXT ? undefined : parse(input));
    return loaded.get(input);
  };
  const fileAt = (path: string): Input | undefined => {
    const stem = path.replace(EXTENSION, '');
    const names = EXTENSIONS.flatMap((end) => [path + end, stem + end, `${path}/index${end}`]);
    const found = [path, ...names].find((name) => byPath.has(name));
    return found === undefined ? undefined : byPath.get(found);
  };
  /** The file that a module imports by a specifier. */
  const imported = (module: Module, specifier: string): Module | undefined => {
    const isRelative = /^\.{1,2}(?:\/|$)/.test(specifier);
    const input = isRelative
      ? fileAt(posix.join(posix.dirname(module.path), specifier))
      : aliasedIn(byPath, specifier);
    return input && load(input);
  };
  /** The declaration or expression behind an export; a program for all of it. */
  const exportOf = (module: Module, name: string, depth = 0): Place | ForeignExport | undefined => {
    const table = exportsIn(module);
    const own = table.named.get(name);
    if (own !== undefined && 'node' in own) return { module, node: own.node };
    if (depth > MOST_EXPORTS) return undefined;
    if (own !== undefined) {
      const target = imported(module, own.from);
      if (target === undefined) return own;
      if (own.name === '*') return { module: target, node: target.program };
      return exportOf(target, own.name, depth + 1);
    }
    for (const from of name === 'default' ? [] : table.all) {
      const target = imported(module, from);
      const place = target && exportOf(target, name, depth + 1);
      if (place !== undefined) return place;
    }
    return undefined;
  };
  return { inputs, refused, load, imported, exportOf };
}

/** By the end of its path, as `@/lib/mail` and names of packages are configured elsewhere. */
function aliasedIn(byPath: ReadonlyMap<string, Input>, specifier: string): Input | undefined {
  const [, below] = /^(?:[@~#]\/|\$\w+\/|@[\w-]+\/)(.+)$/.exec(specifier) ?? [];
  if (below === undefined) return undefined;
  const ends = [`/${stemOf(below)}`, `/${stemOf(below)}/src`];
  const all = [...byPath].filter(([path]) => ends.some((end) => `/${stemOf(path)}`.endsWith(end)));
  return all.length === 1 ? all[0]?.[1] : undefined;
}

interface Exports {
  /** Of a local name, its identifier: what it means is read where it stands. */
  readonly named: Map<string, { readonly node: Node } | ForeignExport>;
  /** `export * from`. */
  readonly all: string[];
}

const exportsIn = once(({ program, nodes }: Module): Exports => {
  const found: Exports = { named: new Map(), all: [] };
  for (const node of program.body) addExport(node, found);
  for (const node of nodes) if (node.type === 'AssignmentExpression') addCommonJs(node, found);
  return found;
});

function addExport(node: Node, { named, all }: Exports): void {
  const from: string | undefined = node.source?.value;
  if (node.type === 'ExportAllDeclaration' && from !== undefined) {
    if (node.exported) named.set(nameIn(node.exported), { from, name: '*' });
    else all.push(from);
  }
  if (node.type === 'ExportDefaultDeclaration') named.set('default', { node: node.declaration });
  if (node.type !== 'ExportNamedDeclaration') return;
  for (const { local, exported, type } of node.specifiers) {
    const name = type === 'ExportNamespaceSpecifier' ? '*' : nameIn(local);
    named.set(nameIn(exported), from === undefined ? { node: local } : { from, name });
  }
  const { declaration } = node;
  const ids = (declaration?.declarations ?? [declaration]).map((each) => each?.id);
  for (const id of ids) if (id?.type === 'Identifier') named.set(id.name, { node: id });
}

const nameIn = ({ name, value }: Node): string => String(name ?? value);

/** `module.exports = …`, whose members are read as exports, and `exports.name = …`. */
function addCommonJs({ left, right }: Node, { named }: Exports): void {
  const name = memberName(left);
  if (name === undefined) return;
  if (left.object.name === 'module' && name === 'exports')
    named.set('default', { node: right }).set(COMMON_JS, { node: right });
  else if (left.object.name === 'exports' || memberName(left.object) === 'exports')
    named.set(name, { node: right });
}
