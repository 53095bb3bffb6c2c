import type { Node, ObjectExpression, TSEnumDeclaration } from '@babel/types';
import { nameOfKey } from './bindings.ts';
import type { Module } from './modules.ts';
import { HOLE, jsonTypeOf, knownText, type Site, siteOf, type Value } from './values.ts';

export function joined(parts: readonly Value[], site: Site): Value {
  const texts = parts.map((part) => {
    if (part.kind === 'constant') return String(part.value);
    return part.kind === 'unknown' ? (part.text ?? HOLE) : HOLE;
  });
  const text = texts.join('');
  if (!text.includes(HOLE)) return { kind: 'constant', value: text, site };
  const binder = parts
    .map((part) => (part.kind === 'unknown' ? part.binder : undefined))
    .find(Boolean);
  return { kind: 'unknown', type: 'string', text, binder, site };
}

export function binary(operator: string, left: Value, right: Value, site: Site): Value {
  if (operator === '+') {
    const types = [jsonTypeOf(left), jsonTypeOf(right)];
    if (types.includes('string')) return joined([left, right], site);
    return {
      kind: 'unknown',
      type: types.every((type) => type === 'number') ? 'number' : undefined,
      site,
    };
  }
  const isTest = /^(?:[=!]==?|[<>]=?|in|instanceof)$/.test(operator);
  return { kind: 'unknown', type: isTest ? 'boolean' : 'number', site };
}

export function choiceOf(given: readonly Value[], site: Site): Value {
  const options = given.flatMap((value) => (value.kind === 'choice' ? value.options : [value]));
  return { kind: 'choice', options, site };
}

export function arrayValue(
  elements: readonly (Node | null)[],
  inner: (node: Node) => Value,
  site: Site,
): Value {
  const items: Value[] = [];
  let isOpen = false;
  for (const element of elements) {
    if (element?.type !== 'SpreadElement') {
      items.push(element === null ? { kind: 'constant', value: null, site } : inner(element));
      continue;
    }
    const spread = inner(element.argument);
    if (spread.kind === 'array') {
      items.push(...spread.items);
      isOpen ||= spread.isOpen;
    } else isOpen = true;
  }
  return { kind: 'array', items, isOpen, site };
}

export function objectValue(
  { properties }: ObjectExpression,
  module: Module,
  inner: (node: Node) => Value,
  site: Site,
): Value {
  const entries = new Map<string, { value: Value; key: Site }>();
  let isOpen = false;
  for (const property of properties) {
    if (property.type === 'SpreadElement') {
      const spread = inner(property.argument);
      if (spread.kind === 'object') {
        for (const [name, entry] of spread.entries) entries.set(name, entry);
        isOpen ||= spread.isOpen;
      } else if (spread.kind !== 'absent') isOpen = true;
      continue;
    }
    const name = property.computed ? knownText(inner(property.key)) : keyOf(property.key);
    if (name === undefined) {
      isOpen = true;
      continue;
    }
    const value: Value =
      property.type === 'ObjectMethod'
        ? { kind: 'function', node: property, site: siteOf(property, module) }
        : inner(property.value);
    entries.set(name, { value, key: siteOf(property.key, module) });
  }
  return { kind: 'object', entries, isOpen, site };
}

const keyOf = (key: Node): string =>
  key.type === 'NumericLiteral' ? String(key.value) : nameOfKey(key);

export function enumOf(node: TSEnumDeclaration, module: Module): Value {
  const entries = new Map<string, { value: Value; key: Site }>();
  for (const { id, initializer } of node.body?.members ?? node.members ?? []) {
    const site = siteOf(id, module);
    const value: Value =
      initializer?.type === 'StringLiteral'
        ? { kind: 'constant', value: initializer.value, site }
        : { kind: 'unknown', site };
    entries.set(nameOfKey(id), { value, key: site });
  }
  return { kind: 'object', entries, isOpen: false, site: siteOf(node, module) };
}
