import type { Node } from '@babel/types';
import { bindingOf, nameOfKey } from './bindings.ts';
import { fieldsOf } from './literals.ts';
import type { Module, Modules } from './module.ts';
import { type Site, siteOf, type Value } from './values.ts';

interface Context {
  readonly module: Module;
  readonly modules: Modules;
  /** The value of an expression of a module. */
  namedIn(name: string, at: Node, module: Module): Value;
}

const MAX_DEPTH = 8;

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
      const parts = type.types.map((each) => inner(each));
      return parts.some((part) => part === undefined)
        ? undefined
        : parts.flatMap((part) => part ?? []);
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
function queried(type: Node, { module, namedIn }: Context): Value | undefined {
  const node = type.type === 'TSParenthesizedType' ? type.typeAnnotation : type;
  if (node.type !== 'TSTypeQuery' || node.exprName.type !== 'Identifier') return undefined;
  return namedIn(node.exprName.name, node, module);
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

/** The type that a name stands for, in its file or in the one that it is imported from. */
function aliasOf(
  name: string,
  { module, modules }: Context,
): { readonly node: Node; readonly module: Module } | undefined {
  const own = declaredIn(name, module);
  if (own !== undefined) return { node: own, module };
  const binding = bindingOf(name, module.syntax.program);
  if (binding?.kind !== 'import') return undefined;
  const other = modules.imported(module, binding.from);
  const node = other && declaredIn(binding.name, other);
  return node && { node, module: other };
}

function declaredIn(name: string, { syntax }: Module): Node | undefined {
  for (const statement of syntax.program.body) {
    const node = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (node?.type === 'TSTypeAliasDeclaration' && nameOfKey(node.id) === name)
      return node.typeAnnotation;
  }
  return undefined;
}
