/** What a type says of a value: a client, an object of a class, one of several strings. */
import type { Node } from './parse.ts';
import { evaluate, NO_ENV, type Use } from './resolve.ts';
import { choiceOf, constant, type Place, textOf, unknown, type Value } from './value.ts';

const KEYWORDS: ReadonlyMap<string, string> = new Map([
  ['TSStringKeyword', 'string'],
  ['TSNumberKeyword', 'number'],
  ['TSBooleanKeyword', 'boolean'],
]);
const DEEPEST = 10;

/** A value of a type. */
export function typedValue(type: Place, use: Use, at: Place): Value {
  const own = { ...use, module: type.module, env: NO_ENV };
  const node = withoutUndefined(type.node);
  if (node.type === 'TSTypeReference' && node.typeName.type === 'Identifier') {
    const declared = evaluate(node.typeName, own);
    if (isResend(declared)) return { is: 'client', path: [], at };
    if (declared.is === 'class') return { is: 'instance', of: declared.of, at };
    if (declared.is === 'foreign') return { ...declared, at };
  }
  const strings = stringsOf(node, own, 0);
  if (strings !== undefined)
    return choiceOf(
      strings.map((each) => constant(each, at)),
      at,
    );
  return unknown(at, { type: KEYWORDS.get(node.type) });
}

/** The class of the SDK. */
export const isResend = (value: Value): boolean =>
  value.is === 'foreign' && isSdk(value.from) && /^(?:Resend|default)$/.test(value.name);

/** `resend`, also from npm: or a CDN. */
export const isSdk = (from: string): boolean =>
  /^(?:(?:npm:|https:\/\/[\w./]+\/)?resend)(?:@[^/]+)?(?:\?.*)?$/.test(from);

/** `Resend | undefined` and `Resend | null` are clients all the same. */
function withoutUndefined(node: Node): Node {
  if (node.type !== 'TSUnionType') return node;
  const [first, ...others] = node.types.filter(({ type }) => !/^TS(?:Undefined|Null)K/.test(type));
  return first?.type === 'TSTypeReference' && others.length === 0 ? first : node;
}

/** The strings that a type allows; undefined where it allows more. */
function stringsOf(node: Node, use: Use, depth: number): readonly string[] | undefined {
  if (depth > DEEPEST) return undefined;
  const again = (inner: Node): readonly string[] | undefined => stringsOf(inner, use, depth + 1);
  switch (node.type) {
    case 'TSLiteralType':
      return textsOf([evaluate(node.literal, use)]);
    case 'TSParenthesizedType':
      return again(node.typeAnnotation);
    case 'TSUnionType': {
      const all = node.types.flatMap(
        (each): readonly (string | undefined)[] => again(each) ?? [undefined],
      );
      return all.every((each) => each !== undefined) ? all : undefined;
    }
    case 'TSTypeOperator': {
      const value = node.operator === 'keyof' ? queried(node.typeAnnotation, use) : undefined;
      return value?.is === 'object' && !value.isOpen ? [...value.entries.keys()] : undefined;
    }
    case 'TSIndexedAccessType':
      return textsOf(itemsOf(queried(node.objectType, use)));
    default:
      break;
  }
  const { node: declared, module } = declarationOf(node, use) ?? {};
  if (declared === undefined || module === undefined) return undefined;
  const own = { ...use, module };
  if (declared.type === 'TSTypeAliasDeclaration')
    return stringsOf(declared.typeAnnotation, own, depth + 1);
  return textsOf(declared.type === 'TSEnumDeclaration' ? itemsOf(evaluate(declared.id, own)) : []);
}

function textsOf(values: readonly Value[]): readonly string[] | undefined {
  const texts = values.map(textOf);
  return texts.length > 0 && texts.every((each) => each !== undefined) ? texts : undefined;
}

/** All that a list or an object has; nothing where it may have more. */
function itemsOf(value: Value | undefined): readonly Value[] {
  if (value?.is === 'list' && !value.isOpen) return value.items;
  if (value?.is !== 'object' || value.isOpen) return [];
  return [...value.entries.values()].map((each) => each.value);
}

/** The value of `typeof NAME`. */
function queried(node: Node, use: Use): Value | undefined {
  const inner = node.type === 'TSParenthesizedType' ? node.typeAnnotation : node;
  return inner.type === 'TSTypeQuery' ? evaluate(inner.exprName, use) : undefined;
}

/** The declaration that a reference to a type names, also in another file. */
function declarationOf({ type, typeName }: Node, { module, run }: Use): Place | undefined {
  if (type !== 'TSTypeReference') return undefined;
  const own = module.types.get(typeName.name);
  if (own !== undefined) return { module, node: own };
  const def = module.variable(typeName.name)?.defs[0];
  if (def?.type !== 'ImportBinding') return undefined;
  const target = run.modules.imported(module, String(def.parent.source.value));
  const found = target?.types.get(def.node.imported?.name ?? typeName.name);
  return target && found && { module: target, node: found };
}
