import type { Node } from '@babel/types';
import { knownText, likeDefault, type Site, type Value } from './values.ts';

/** `text.trim()`, `text.startsWith(other)` */
export function ofText(
  method: string,
  nodes: readonly Node[],
  inner: (node: Node) => Value,
  site: Site,
): Value | undefined {
  const change = OF_TEXT.get(method);
  if (change === undefined || nodes.length !== change.length) return undefined;
  const given = nodes.map(inner);
  const texts = given.map(knownText);
  if (texts.includes(undefined)) return undefined;
  const [text = '', other = ''] = texts;
  return likeDefault(given, { kind: 'constant', value: change(text, other), site });
}

const OF_TEXT: ReadonlyMap<string, (text: string, other: string) => string | boolean> = new Map<
  string,
  (text: string, other: string) => string | boolean
>([
  ['toLowerCase', (text) => text.toLowerCase()],
  ['toUpperCase', (text) => text.toUpperCase()],
  ['trim', (text) => text.trim()],
  ['startsWith', (text, start) => text.startsWith(start)],
  ['endsWith', (text, end) => text.endsWith(end)],
  ['includes', (text, part) => text.includes(part)],
]);
