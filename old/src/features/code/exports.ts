import type { ExportNamedDeclaration, ExportSpecifier, Node, Statement } from '@babel/types';
import { addTo } from '../../core/model/groups.ts';
import { nameOfKey, namesIn } from './bindings.ts';
import type { Exported, Exports, Module, Modules } from './module.ts';
import type { Syntax } from './syntax.ts';

/** Keys of `export *` and `module.exports = …`. No export has these names. */
const ALL = '*';
const WHOLE = '=';

/** The origin of an exported name; `isWhole`: an object of all exports. Modules can re-export each other, so each is searched once. */
export function* exportsIn(
  start: Module,
  wanted: string,
  modules: Modules,
): Iterable<{ readonly module: Module; readonly exported: Exported; readonly isWhole: boolean }> {
  const seen = new Set<string>();
  const waiting = [{ module: start, name: wanted }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { module, name } = next;
    const key = `${module.path} ${name}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const { own, others } = module.exports;
    const exported = own.get(name);
    const whole = own.get(WHOLE);
    if (exported !== undefined) yield { module, exported, isWhole: false };
    else if (whole !== undefined) yield { module, exported: whole, isWhole: name !== 'default' };
    for (const each of [...(others.get(name) ?? []), ...(others.get(ALL) ?? [])].reverse()) {
      const target = modules.imported(module, each.from);
      if (target !== undefined)
        waiting.push({ module: target, name: each.name === ALL ? name : each.name });
    }
  }
}

export function readExports({ program }: Syntax): Exports {
  const own = new Map<string, Exported>();
  const others = new Map<string, { from: string; name: string }[]>();
  for (const statement of program.body) {
    for (const [name, exported] of exportedBy(statement)) own.set(name, exported);
    if (statement.type === 'ExportAllDeclaration')
      addTo(others, ALL, { from: statement.source.value, name: ALL });
    if (statement.type === 'ExportNamedDeclaration' && statement.source)
      for (const { local, exported } of namesOf(statement))
        addTo(others, nameOfKey(exported), { from: statement.source.value, name: local.name });
  }
  return { own, others };
}

function* exportedBy(statement: Statement): Iterable<readonly [string, Exported]> {
  if (statement.type === 'ExportDefaultDeclaration')
    yield ['default', { kind: 'expression', node: statement.declaration }];
  else if (statement.type === 'ExportNamedDeclaration' && !statement.source) {
    for (const { local, exported } of namesOf(statement))
      yield [nameOfKey(exported), { kind: 'local', name: local.name }];
    const { declaration } = statement;
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
    const exported: Exported = { kind: 'expression', node: right };
    if (isExports(left)) yield [WHOLE, exported];
    else if (left.type === 'MemberExpression' && isExports(left.object))
      yield [nameOfKey(left.property), exported];
  }
}

const namesOf = ({ specifiers }: ExportNamedDeclaration): readonly ExportSpecifier[] =>
  specifiers.filter((each) => each.type === 'ExportSpecifier');

/** `exports` or `module.exports` */
const isExports = (node: Node): boolean =>
  (node.type === 'Identifier' && node.name === 'exports') ||
  (node.type === 'MemberExpression' &&
    nameOfKey(node.property) === 'exports' &&
    nameOfKey(node.object) === 'module');
