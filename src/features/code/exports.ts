import type { File, Node, Statement } from '@babel/types';
import { addTo } from '../../core/model/groups.ts';
import { nameOfKey, namesIn } from './bindings.ts';
import type { Module, Modules } from './modules.ts';

/** The source of an exported value: an expression, a name of the module, or a name of another module. */
type Exported =
  | { readonly kind: 'expression'; readonly node: Node }
  | { readonly kind: 'local'; readonly name: string }
  | { readonly kind: 'from'; readonly from: string; readonly name: string };

type Exports = ReadonlyMap<string, readonly Exported[]>;

/** Keys of `export *` and `module.exports = …`. No export has these names. */
const ALL = '*';
const WHOLE = '=';
/** The number of modules that are searched for one name. */
const MAX_MODULES = 500;

const known = new WeakMap<File, Exports>();

/** The origin of an exported name; `isWhole`: an object of all exports. Modules can re-export each other, so each is searched once. */
export function* exportsIn(
  start: Module,
  wanted: string,
  modules: Modules,
): Iterable<{
  readonly module: Module;
  readonly exported: Exclude<Exported, { kind: 'from' }>;
  readonly isWhole: boolean;
}> {
  const seen = new Set<string>();
  const waiting = [{ module: start, name: wanted }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { module, name } = next;
    const key = `${module.path} ${name}`;
    if (seen.has(key) || seen.size >= MAX_MODULES) continue;
    seen.add(key);
    const { file } = module.syntax;
    const all = known.get(file) ?? readExports(file);
    known.set(file, all);
    const named = all.get(name) ?? [];
    const [whole] = named.length === 0 ? (all.get(WHOLE) ?? []) : [];
    const first = named[0] ?? whole;
    if (first !== undefined && first.kind !== 'from')
      yield { module, exported: first, isWhole: first === whole && name !== 'default' };
    for (const exported of [...named, ...(all.get(ALL) ?? [])].reverse()) {
      if (exported.kind !== 'from') continue;
      const path = modules.resolve(module.path, exported.from);
      const target = path === undefined ? undefined : modules.load(path);
      if (target !== undefined)
        waiting.push({ module: target, name: exported.name === ALL ? name : exported.name });
    }
  }
}

function readExports({ program }: File): Exports {
  const exports = new Map<string, Exported[]>();
  for (const statement of program.body)
    for (const [name, exported] of exportedBy(statement)) addTo(exports, name, exported);
  return exports;
}

function* exportedBy(statement: Statement): Iterable<readonly [string, Exported]> {
  if (statement.type === 'ExportDefaultDeclaration')
    yield ['default', { kind: 'expression', node: statement.declaration }];
  else if (statement.type === 'ExportAllDeclaration')
    yield [ALL, { kind: 'from', from: statement.source.value, name: ALL }];
  else if (statement.type === 'ExportNamedDeclaration') {
    const { source, declaration, specifiers } = statement;
    for (const specifier of specifiers) {
      if (specifier.type !== 'ExportSpecifier') continue;
      const { name } = specifier.local;
      const exported = nameOfKey(specifier.exported);
      yield [
        exported,
        source ? { kind: 'from', from: source.value, name } : { kind: 'local', name },
      ];
    }
    const patterns =
      declaration?.type === 'VariableDeclaration'
        ? declaration.declarations.map(({ id }) => id)
        : declaration && 'id' in declaration && declaration.id
          ? [declaration.id]
          : [];
    for (const pattern of patterns)
      for (const { name } of namesIn(pattern)) yield [name, { kind: 'local', name }];
  } else if (
    statement.type === 'ExpressionStatement' &&
    statement.expression.type === 'AssignmentExpression'
  ) {
    const { left, right } = statement.expression;
    if (left.type !== 'MemberExpression') return;
    const exported: Exported = { kind: 'expression', node: right };
    if (isExports(left)) yield [WHOLE, exported];
    else if (isExports(left.object)) yield [nameOfKey(left.property), exported];
  }
}

/** `exports` or `module.exports` */
const isExports = (node: Node): boolean =>
  (node.type === 'Identifier' && node.name === 'exports') ||
  (node.type === 'MemberExpression' &&
    nameOfKey(node.property) === 'exports' &&
    nameOfKey(node.object) === 'module');
