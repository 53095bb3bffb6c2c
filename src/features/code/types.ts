/** What a type says of a value: a client, an object of a class, one of several strings. */

import { evaluate, NO_ENV, type Use } from './evaluate.ts';
import type { Node } from './parse.ts';
import { nameOfKey } from './syntax.ts';
import type { Value } from './value.ts';
import {
  choiceOf,
  constant,
  isFixed,
  optionsOf,
  otherField,
  textOf,
  unknown,
  without,
} from './value.ts';

export const typedValue = (type: Node, use: Use): Value => evaluate(type, { ...use, env: NO_ENV });

export function valueOfType(node: Node, use: Use): Value {
  switch (node.type) {
    case 'TSLiteralType':
      return evaluate(node.literal, use);
    case 'TSUndefinedKeyword':
      return constant(undefined);
    case 'TSNullKeyword':
      return constant(null);
    case 'TSUnionType':
    case 'TSIntersectionType': {
      const values = node.types.map((each) => evaluate(each, use));
      const fields = (name: string) => values.map((each) => otherField(each, name)).find(Boolean);
      const isChoice = /Union/.test(node.type) && values.every(({ is }) => is !== 'unknown');
      return values.find(isFixed) ?? (isChoice ? choiceOf(values) : unknown({ fields }));
    }
    case 'TSTypeReference':
      return utilityValue(node, use) ?? referencedValue(node, use);
    case 'TSTypeLiteral':
      return ofFields(node.members, use);
    case 'TSInterfaceDeclaration':
      return node.extends.length > 0 ? unknown() : ofFields(node.body.body, use);
    default: {
      const [, keyword] = /^TS(String|Number|Boolean)Keyword$/.exec(node.type) ?? [];
      return unknown({ type: keyword?.toLowerCase() });
    }
  }
}

/** An object of which the names of all fields are known. */
function ofFields(members: readonly Node[], use: Use): Value {
  const named = new Map(members.map((each) => [nameOfKey(each.key, each.computed), each]));
  const fields = (name: string): Value | undefined => {
    const type = named.get(name)?.typeAnnotation;
    if (type !== undefined) return evaluate(type.typeAnnotation, use);
    // Of an index signature, all names may be there.
    return named.has(name) || named.has(undefined) ? unknown() : undefined;
  };
  return unknown({ fields });
}

/** `Omit<A, 'b'>`, and what has no other fields than A. */
function utilityValue({ typeName, typeParameters }: Node, use: Use): Value | undefined {
  const [of, names] = typeParameters?.params ?? [];
  if (of === undefined || !/^(?:Omit|Pick|Partial|Required|Readonly)$/.test(typeName.name))
    return undefined;
  const value = evaluate(of, use);
  if (names === undefined || typeName.name === 'Pick' || isFixed(value)) return value;
  const taken = optionsOf(evaluate(names, use)).flatMap((each) => textOf(each) ?? []);
  return without(new Set(taken), value);
}

export const isResend = (value: Value): boolean =>
  value.is === 'foreign' && isSdk(value.from) && /^(?:Resend|default)$/.test(value.name);

/** `resend`, also from npm: or a CDN. */
export const isSdk = (from: string): boolean =>
  /^(?:(?:npm:|https:\/\/[\w./]+\/)?resend)(?:@[^/]+)?(?:\?.*)?$/.test(from);

function referencedValue({ typeName }: Node, use: Use): Value {
  const named = typeName.type === 'Identifier' ? evaluate(typeName, use) : unknown();
  if (isResend(named)) return { is: 'client', path: [] };
  if (named.is === 'class') return { is: 'instance', of: named.of };
  // An enum, or a variable of the same name.
  return /^(?:object|list|function|module|json)$/.test(named.is) ? unknown() : named;
}
