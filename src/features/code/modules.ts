/** Imports and exports over the given files. */
import { posix } from 'node:path';
import type { Input } from '../../core/model/workflow.ts';
import { type Module, type Node, nameOfKey, parse } from './parse.ts';
import type { Place } from './value.ts';

export interface Modules {
  readonly inputs: readonly Input[];
  /** Each file is parsed when it is first asked for; undefined where it cannot be. */
  load(input: Input): Module | undefined;
  /** The file that a module imports by a specifier. */
  imported(module: Module, specifier: string): Module | undefined;
  /** The declaration or expression behind an export; a module for all of it. */
  exportOf(module: Module, name: string): Place | ForeignExport | undefined;
}

/** What a module exports from a package. */
export interface ForeignExport {
  readonly from: string;
  readonly name: string;
}

const EXTENSIONS = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'];
const MOST_EXPORTS = 20;

export function createModules(inputs: readonly Input[]): Modules {
  const byPath = new Map(inputs.map((input) => [posix.normalize(pathOf(input)), input]));
  const loaded = new Map<Input, Module | undefined>();
  const tables = new Map<Module, Exports>();

  const load = (input: Input): Module | undefined => {
    if (!loaded.has(input)) loaded.set(input, parse(input));
    return loaded.get(input);
  };
  const fileAt = (path: string): Input | undefined => {
    const stem = path.replace(/\.[cm]?[jt]sx?$/, '');
    for (const candidate of [path, ...EXTENSIONS.flatMap((end) => [path + end, stem + end])])
      if (byPath.has(candidate)) return byPath.get(candidate);
    return undefined;
  };
  const found = (path: string): Input | undefined => fileAt(path) ?? fileAt(`${path}/index`);
  /** By the end of its path, as `@/lib/mail` and names of packages are configured elsewhere. */
  const aliased = (specifier: string): Input | undefined => {
    const [, alias, below] = /^([@~#]\/|@[\w-]+\/)(.+)$/.exec(specifier) ?? [];
    if (alias === undefined || below === undefined) return undefined;
    const ends = alias.length === 2 ? [below] : [`${below}/src/index`, `${below}/index`];
    const all = [...byPath.keys()].filter((path) => {
      const stem = path.replace(/\.[cm]?[jt]sx?$/, '').replace(/\/index$/, '');
      return ends.some((end) => `/${stem}`.endsWith(`/${end.replace(/\/index$/, '')}`));
    });
    return all.length === 1 ? byPath.get(all[0] as string) : undefined;
  };
  const imported = (module: Module, specifier: string): Module | undefined => {
    const isRelative = /^\.{1,2}(?:\/|$)/.test(specifier);
    const folder = posix.dirname(module.path);
    const input = isRelative ? found(posix.join(folder, specifier)) : aliased(specifier);
    return input && load(input);
  };
  const tableOf = (module: Module): Exports => {
    const table = tables.get(module) ?? exportsIn(module);
    tables.set(module, table);
    return table;
  };
  const exportOf = (module: Module, name: string, depth = 0): Place | ForeignExport | undefined => {
    const { named, all } = tableOf(module);
    const own = named.get(name);
    if (own !== undefined && 'node' in own) return { module, node: own.node };
    const sources = own === undefined ? (name === 'default' ? [] : all) : [own];
    if (depth > MOST_EXPORTS) return undefined;
    for (const { from, name: theirs } of sources) {
      const target = imported(module, from);
      const wanted = theirs === '*' && own === undefined ? name : theirs;
      if (target === undefined && own !== undefined) return { from, name: theirs };
      if (target === undefined) continue;
      if (wanted === '*') return { module: target, node: target.program };
      const place = exportOf(target, wanted, depth + 1);
      if (place !== undefined) return place;
    }
    return undefined;
  };
  return { inputs, load, imported, exportOf };
}

export const pathOf = ({ name }: Input): string => name.replaceAll('\\', '/');

type Export = { readonly node: Node } | ForeignExport;

interface Exports {
  readonly named: ReadonlyMap<string, Export>;
  /** `export * from`. */
  readonly all: readonly ForeignExport[];
}

/** Of a local name, an identifier: what it means is read where it stands. */
function exportsIn({ program, nodes, parentOf }: Module): Exports {
  const named = new Map<string, Export>();
  const all: ForeignExport[] = [];
  for (const node of program['body'] as readonly Node[]) {
    const from: string | undefined = node['source']?.value;
    if (node.type === 'ExportAllDeclaration' && from !== undefined) {
      if (node['exported'] === null) all.push({ from, name: '*' });
      else named.set(nameIn(node['exported']), { from, name: '*' });
    } else if (node.type === 'ExportDefaultDeclaration')
      named.set('default', { node: node['declaration'] });
    else if (node.type === 'ExportNamedDeclaration') {
      for (const { local, exported, type } of node['specifiers'] as readonly Node[]) {
        const name = type === 'ExportNamespaceSpecifier' ? '*' : nameIn(local);
        named.set(nameIn(exported), from === undefined ? { node: local } : { from, name });
      }
      for (const each of declaredBy(node['declaration'])) named.set(each['name'], { node: each });
    }
  }
  for (const node of nodes)
    if (node.type === 'AssignmentExpression' && parentOf(node)?.type === 'ExpressionStatement')
      addCommonJs(node, named);
  return { named, all };
}

const nameIn = (node: Node): string => String(node['name'] ?? node['value']);

/** The identifiers that a declaration declares. */
function declaredBy(declaration: Node | null): readonly Node[] {
  if (declaration?.type !== 'VariableDeclaration')
    return declaration?.['id'] ? [declaration['id']] : [];
  return (declaration['declarations'] as readonly Node[]).flatMap(({ id }) =>
    id.type === 'ObjectPattern' ? id.properties.flatMap(({ value }: Node) => value ?? []) : [id],
  );
}

/** `module.exports = …`, `exports.name = …` */
function addCommonJs({ left, right }: Node, named: Map<string, Export>): void {
  if (left.type !== 'MemberExpression') return;
  const name = nameOfKey(left.property, left.computed);
  const isModule = left.object.name === 'module' && name === 'exports';
  const holder = left.object.type === 'MemberExpression' ? left.object.property : left.object;
  if (!isModule && holder.name === 'exports' && name !== undefined)
    named.set(name, { node: right });
  if (!isModule) return;
  named.set('default', { node: right });
  if (right.type !== 'ObjectExpression') return;
  for (const { key, value, computed } of right.properties as readonly Node[]) {
    const own = key && nameOfKey(key, computed);
    if (own !== undefined) named.set(own, { node: value });
  }
}
