/** What a type says of a value: a client, an object of a class, one of several strings. */
import type { Node } from './parse.ts';
import { nameOfKey } from './syntax.ts';
import { evaluate, NO_ENV, type Use } from './use.ts';
import type { Place, Value } from './value.ts';
import { choiceOf, constant, isFixed, optionsOf, otherField, textOf, unknown } from './value.ts';

/** A value of a type. */
export const typedValue = ({ module, node }: Place, use: Use): Value =>
  evaluate(node, { ...use, module, env: NO_ENV });

/** A value of the type that a node is. */
export function valueOfType(node: Node, use: Use, at: Place): Value {
  switch (node.type) {
    case 'TSLiteralType':
      return evaluate(node.literal, use);
    case 'TSUndefinedKeyword':
      return constant(undefined, at);
    case 'TSNullKeyword':
      return constant(null, at);
    case 'TSParenthesizedType':
      return evaluate(node.typeAnnotation, use);
    case 'TSUnionType': {
      const values = node.types.map((each) => evaluate(each, use));
      const isOpen = values.some(({ is }) => is === 'unknown');
      return values.find(isFixed) ?? (isOpen ? unknown(at) : choiceOf(values, at));
    }
    case 'TSTypeReference':
      return utilityValue(node, use, at) ?? referencedValue(node, use, at);
    case 'TSTypeLiteral':
      return ofFields(node.members, use, at);
    case 'TSInterfaceDeclaration':
      return node.extends.length > 0 ? unknown(at) : ofFields(node.body.body, use, at);
    case 'TSIntersectionType': {
      const values = node.types.map((each) => evaluate(each, use));
      const fields = (name: string) => values.map((each) => otherField(each, name)).find(Boolean);
      return unknown(at, { fields });
    }
    default: {
      const [, keyword] = /^TS(String|Number|Boolean)Keyword$/.exec(node.type) ?? [];
      return unknown(at, { type: keyword?.toLowerCase() });
    }
  }
}

/** An object of which the names of all fields are known. */
function ofFields(members: readonly Node[], use: Use, at: Place): Value {
  const named = new Map(members.map((each) => [nameOfKey(each.key, each.computed), each]));
  const fields = (name: string): Value | undefined => {
    const type = named.get(name)?.typeAnnotation;
    if (type !== undefined) return evaluate(type.typeAnnotation, use);
    // Of an index signature, all names may be there.
    return named.has(name) || named.has(undefined) ? unknown(at) : undefined;
  };
  return unknown(at, { fields });
}

/** `Omit<A, 'b'>`, and what has no other fields than A. */
function utilityValue({ typeName, typeParameters }: Node, use: Use, at: Place): Value | undefined {
  const [of, names] = typeParameters?.params ?? [];
  if (of === undefined || !/^(?:Omit|Pick|Partial|Required|Readonly)$/.test(typeName.name))
    return undefined;
  const value = evaluate(of, use);
  if (names === undefined || typeName.name === 'Pick' || isFixed(value)) return value;
  const taken = optionsOf(evaluate(names, use)).map(textOf);
  const fields = (name: string) => (taken.includes(name) ? undefined : otherField(value, name));
  return unknown(at, { fields });
}

/** The class of the SDK. */
export const isResend = (value: Value): boolean =>
  value.is === 'foreign' && isSdk(value.from) && /^(?:Resend|default)$/.test(value.name);

/** `resend`, also from npm: or a CDN. */
export const isSdk = (from: string): boolean =>
  /^(?:(?:npm:|https:\/\/[\w./]+\/)?resend)(?:@[^/]+)?(?:\?.*)?$/.test(from);

function referencedValue({ typeName }: Node, use: Use, at: Place): Value {
  const { module, node } = declarationOf(typeName, use) ?? {};
  if (module !== undefined && node !== undefined && node.type !== 'TSEnumDeclaration')
    return evaluate(node.typeAnnotation ?? node, { ...use, module });
  const declared = typeName.type === 'Identifier' ? evaluate(typeName, use) : unknown(at);
  if (isResend(declared)) return { is: 'client', path: [], at };
  if (declared.is === 'class') return { is: 'instance', of: declared.of, at };
  return declared.is === 'foreign' ? declared : unknown(at);
}

/** The declaration of a type, also in another file. */
function declarationOf({ name }: Node, { module, run }: Use): Place | undefined {
  const own = module.types.get(name);
  if (own !== undefined) return { module, node: own };
  const def = module.variable(name)?.defs[0];
  if (def?.type !== 'ImportBinding') return undefined;
  const target = run.modules.imported(module, String(def.parent.source.value));
  const found = target?.types.get(def.node.imported?.name ?? name);
  return target && found && { module: target, node: found };
}
