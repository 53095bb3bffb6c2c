import type { Node } from '@babel/types';
import { bindingOf, nameOfKey } from './bindings.ts';
import { exportsIn } from './exports.ts';
import { fieldsOf } from './literals.ts';
import type { Module, Modules } from './module.ts';
import { type Site, siteOf, type Value } from './values.ts';

interface Context {
  readonly module: Module;
  readonly modules: Modules;
  /** The value of a name in a module. */
  evaluateName(name: Node, module: Module): Value;
}

const MAX_DEPTH = 8;
const unions = new WeakMap<Node, readonly Value[]>();

/** The texts of a union of literals: `'a' | 'b'`, its name, `keyof typeof MAP`, `(typeof LIST)[number]`. */
export function literalsOf(type: Node, context: Context, depth = 0): readonly Value[] | undefined {
  const { module } = context;
  if (depth > MAX_DEPTH) return undefined;
  const inner = (child: Node, of = context) => literalsOf(child, of, depth + 1);
  switch (type.type) {
    case 'TSParenthesizedType':
      return inner(type.typeAnnotation);
    case 'TSLiteralType':
      return type.literal.type === 'StringLiteral'
        ? [textAt(type.literal.value, siteOf(type, module))]
        : undefined;
    case 'TSUnionType': {
      const found = unions.get(type);
      if (found !== undefined) return found;
      const parts = type.types.map((each) => inner(each));
      if (parts.some((part) => part === undefined)) return undefined;
      const texts = parts.flatMap((part) => part ?? []);
      unions.set(type, texts);
      return texts;
    }
    case 'TSTypeReference': {
      if (type.typeName.type !== 'Identifier') return undefined;
      const found = aliasOf(type.typeName.name, context);
      return found && inner(found.node, { ...context, module: found.module });
    }
    case 'TSTypeOperator':
      return type.operator === 'keyof' ? keysOf(type.typeAnnotation, context) : undefined;
    case 'TSIndexedAccessType':
      return itemsOf(type.objectType, context);
    default:
      return undefined;
  }
}

const textAt = (value: string, site: Site): Value => ({ kind: 'constant', value, site });

/** The value of `typeof NAME`. */
function queried(type: Node, { module, evaluateName }: Context): Value | undefined {
  const node = type.type === 'TSParenthesizedType' ? type.typeAnnotation : type;
  if (node.type !== 'TSTypeQuery' || node.exprName.type !== 'Identifier') return undefined;
  return evaluateName(node.exprName, module);
}

function keysOf(type: Node, context: Context): readonly Value[] | undefined {
  const value = queried(type, context);
  if (value?.kind !== 'object' || value.isOpen) return undefined;
  return [...value.entries].map(([name, { key }]) => textAt(name, key));
}

function itemsOf(type: Node, context: Context): readonly Value[] | undefined {
  const value = queried(type, context);
  const items = value && fieldsOf(value)?.map(([, item]) => item);
  const areTexts = items?.every(
    (item) => item.kind === 'constant' && typeof item.value === 'string',
  );
  return areTexts ? items : undefined;
}

interface FoundType {
  /** The type of an alias, or an interface. */
  readonly node: Node;
  readonly module: Module;
}

/** The type that a name stands for, in its file or in the one that it is imported from. */
export function aliasOf(
  name: string,
  { module, modules }: Pick<Context, 'module' | 'modules'>,
): FoundType | undefined {
  const own = declaredIn(name, module);
  if (own !== undefined) return { node: own, module };
  const binding = bindingOf(name, module.syntax.program);
  const other = binding?.kind === 'import' ? modules.imported(module, binding.from) : undefined;
  if (binding?.kind !== 'import' || other === undefined) return undefined;
  for (const found of exportsIn(other, binding.name, modules)) {
    const { exported } = found;
    const node = exported.kind === 'local' ? declaredIn(exported.name, found.module) : undefined;
    if (node !== undefined) return { node, module: found.module };
  }
  return undefined;
}

const declared = new WeakMap<Module, ReadonlyMap<string, Node>>();

function declaredIn(name: string, module: Module): Node | undefined {
  const types = declared.get(module) ?? typesIn(module);
  declared.set(module, types);
  return types.get(name);
}

/** The first of each name counts. */
function typesIn({ syntax }: Module): ReadonlyMap<string, Node> {
  const types = new Map<string, Node>();
  for (const statement of syntax.program.body) {
    const node = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (node?.type !== 'TSTypeAliasDeclaration' && node?.type !== 'TSInterfaceDeclaration')
      continue;
    const name = nameOfKey(node.id);
    if (!types.has(name))
      types.set(name, node.type === 'TSInterfaceDeclaration' ? node : node.typeAnnotation);
  }
  return types;
}
