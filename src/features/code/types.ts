/** What a type says of a value: a client, an object of a class, one of several strings. */
import type { Node } from './parse.ts';
import { evaluate, NO_ENV, type Use } from './resolve.ts';
import { type Place, textOf, unknown, type Value } from './value.ts';

const KEYWORDS: ReadonlyMap<string, string> = new Map([
  ['TSStringKeyword', 'string'],
  ['TSNumberKeyword', 'number'],
  ['TSBooleanKeyword', 'boolean'],
  ['TSArrayType', 'array'],
  ['TSTemplateLiteralType', 'string'],
]);
const DEEPEST = 10;

/** A value of a type: `typed` is kept, so that its members can be asked. */
export function typedValue(type: Place, use: Use, at: Place): Value {
  const own = { ...use, module: type.module, env: NO_ENV };
  const node = withoutUndefined(type.node);
  if (node.type === 'TSTypeReference' && node['typeName'].type === 'Identifier') {
    const declared = evaluate(node['typeName'], own);
    if (isResend(declared)) return { is: 'client', path: [], at };
    if (declared.is === 'class') return { is: 'instance', of: declared.of, at };
  }
  const strings = stringsOf({ ...type, node }, own, 0);
  const keyword = KEYWORDS.get(node.type);
  return unknown(at, {
    typed: { ...type, node },
    ...(strings !== undefined && { declared: strings, type: 'string' }),
    ...(keyword !== undefined && { type: keyword }),
  });
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
  const types = (node['types'] as readonly Node[]).filter(
    ({ type }) => type !== 'TSUndefinedKeyword' && type !== 'TSNullKeyword',
  );
  const isReference = types[0]?.type === 'TSTypeReference';
  return types.length === 1 && isReference ? (types[0] as Node) : node;
}

/** The strings that a type allows; undefined where it allows more. */
function stringsOf(
  { node, module }: Place,
  use: Use,
  depth: number,
): readonly string[] | undefined {
  if (depth > DEEPEST) return undefined;
  const again = (inner: Node) => stringsOf({ module, node: inner }, use, depth + 1);
  if (node.type === 'TSLiteralType') {
    const text = textOf(evaluate(node['literal'], use));
    return text === undefined ? undefined : [text];
  }
  if (node.type === 'TSParenthesizedType') return again(node['typeAnnotation']);
  if (node.type === 'TSUnionType') {
    const all = (node['types'] as readonly Node[]).map(again);
    return all.every((each) => each !== undefined) ? [...new Set(all.flat())] : undefined;
  }
  if (node.type === 'TSTypeOperator' && node['operator'] === 'keyof') {
    const value = queried(node['typeAnnotation'], use);
    return value?.is === 'object' && !value.isOpen ? [...value.entries.keys()] : undefined;
  }
  if (node.type === 'TSIndexedAccessType') {
    const value = queried(node['objectType'], use);
    const items =
      value?.is === 'list'
        ? value.items
        : value?.is === 'object' && !value.isOpen
          ? [...value.entries.values()].map((each) => each.value)
          : [];
    const texts = items.map(textOf);
    return texts.length > 0 && texts.every((each) => each !== undefined) ? texts : undefined;
  }
  const declared = declarationOf(node, use);
  if (declared?.node.type === 'TSTypeAliasDeclaration')
    return stringsOf(
      { module: declared.module, node: declared.node['typeAnnotation'] },
      { ...use, module: declared.module },
      depth + 1,
    );
  if (declared?.node.type !== 'TSEnumDeclaration') return undefined;
  const value = evaluate(declared.node['id'], { ...use, module: declared.module });
  const texts =
    value.is === 'object' ? [...value.entries.values()].map((each) => textOf(each.value)) : [];
  return texts.every((each) => each !== undefined) ? texts : undefined;
}

/** The value of `typeof NAME`. */
function queried(node: Node, use: Use): Value | undefined {
  const inner = node.type === 'TSParenthesizedType' ? node['typeAnnotation'] : node;
  const isName = inner.type === 'TSTypeQuery' && inner['exprName'].type === 'Identifier';
  return isName ? evaluate(inner['exprName'], use) : undefined;
}

/** The declaration that a reference to a type names, also in another file. */
export function declarationOf(node: Node, { module, run }: Use): Place | undefined {
  if (node.type !== 'TSTypeReference' || node['typeName'].type !== 'Identifier') return undefined;
  const { name } = node['typeName'];
  const own = module.types.get(name);
  if (own !== undefined) return { module, node: own };
  const def = module.variable(name)?.defs[0];
  if (def?.type !== 'ImportBinding') return undefined;
  const target = run.modules.imported(module, String(def.parent['source'].value));
  const imported = def.node['imported']?.name ?? name;
  const found = target?.types.get(imported);
  return target === undefined || found === undefined ? undefined : { module: target, node: found };
}

/** The type of a member of an object type. Of one that may be left out, none. */
export function memberType(type: Place, name: string, use: Use): Place | undefined {
  const { module, node } = declarationOf(type.node, { ...use, module: type.module }) ?? type;
  const holder = node.type === 'TSTypeAliasDeclaration' ? node['typeAnnotation'] : node;
  const members: readonly Node[] = holder.members ?? holder.body?.body ?? [];
  const found = members.find(
    (each) => each.type === 'TSPropertySignature' && each['key'].name === name && !each['optional'],
  );
  const annotation = found?.['typeAnnotation']?.typeAnnotation;
  return annotation === undefined ? undefined : { module, node: annotation };
}
