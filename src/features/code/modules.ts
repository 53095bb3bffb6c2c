/** Imports and exports over the given files. */
import { posix } from 'node:path';
import type { Input } from '../../core/model/workflow.ts';
import { type Module, type Node, parse } from './parse.ts';
import { memberName, moduleOf, nameIn, once } from './syntax.ts';

export type Modules = ReturnType<typeof createModules>;

const EXTENSION = /\.[cm]?[jt]sx?$/;
const EXTENSIONS = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'];
const MOST_EXPORTS = 20;
/** Characters of all files that are parsed: the trees of 1 MB take up to 170 MB. */
const MOST_TEXT = 8 * 1024 * 1024;
export const COMMON_JS = 'module.exports';

const pathOf = ({ name }: Input): string => posix.normalize(name.replaceAll('\\', '/'));

/** A path without what an import may leave out. */
const stemOf = (path: string): string => path.replace(EXTENSION, '').replace(/(?:^|\/)index$/, '');

/** What imports of a file end with. */
export const baseOf = (input: Input): string => posix.basename(stemOf(pathOf(input)));

export function createModules(inputs: readonly Input[]) {
  const byPath = new Map(inputs.map((input) => [pathOf(input), input]));
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
    return [path, ...names].map((name) => byPath.get(name)).find((input) => input !== undefined);
  };
  const imported = (source: Node): Module | undefined => {
    const specifier = String(source.value);
    const isRelative = /^\.{1,2}(?:\/|$)/.test(specifier);
    const input = isRelative
      ? fileAt(posix.join(posix.dirname(pathOf(moduleOf(source).input)), specifier))
      : aliasedIn(byPath, specifier);
    return input && load(input);
  };
  /** The name, expression or specifier that an export is. */
  const exportOf = (module: Module, name: string, depth = 0): Node | undefined => {
    const { named, all } = exportsIn(module);
    const own = named.get(name);
    if (own !== undefined || name === 'default' || depth > MOST_EXPORTS) return own;
    for (const source of all) {
      const target = imported(source);
      const found = target && exportOf(target, name, depth + 1);
      if (found !== undefined) return found;
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
  /** Of a local name, its identifier; of one of another file, its specifier. */
  readonly named: Map<string, Node>;
  readonly all: Node[];
}

const exportsIn = once(({ program, nodes }: Module): Exports => {
  const found: Exports = { named: new Map(), all: [] };
  for (const node of program.body) addExport(node, found);
  for (const node of nodes) if (node.type === 'AssignmentExpression') addCommonJs(node, found);
  return found;
});

function addExport(node: Node, { named, all }: Exports): void {
  const { type, source, exported, declaration } = node;
  if (type === 'ExportAllDeclaration' && !exported) all.push(source);
  if (type === 'ExportAllDeclaration' && exported) named.set(nameIn(exported), node);
  if (type === 'ExportDefaultDeclaration') named.set('default', declaration);
  if (type !== 'ExportNamedDeclaration') return;
  for (const each of node.specifiers) named.set(nameIn(each.exported), source ? each : each.local);
  const ids = (declaration?.declarations ?? [declaration]).map((each) => each?.id);
  for (const id of ids) if (id?.type === 'Identifier') named.set(id.name, id);
}

/** `module.exports = …`, whose members are read as exports, and `exports.name = …`. */
function addCommonJs({ left, right }: Node, { named }: Exports): void {
  const name = memberName(left);
  if (name === undefined) return;
  if (left.object.name === 'module' && name === 'exports')
    named.set('default', right).set(COMMON_JS, right);
  else if (left.object.name === 'exports' || memberName(left.object) === 'exports')
    named.set(name, right);
}
