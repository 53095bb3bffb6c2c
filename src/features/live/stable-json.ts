import { type Node, parseTree } from 'jsonc-parser';

// These first, the others in alphabetical order.
const FIRST = (
  'object has_more id key ref name status type created_at updated_at from from_step_id to to_step_id ' +
  'edge_type event_name template template_id subject field operator value workflows events data config ' +
  'steps edges connections'
).split(' ');
const RANKS = new Map(FIRST.map((name, rank) => [name, rank]));

/**
 * The same JSON value indented and with keys in a fixed order, so that a diff shows only changes. Numbers keep their digits; of a
 * duplicate key the last is kept.
 * @param text valid JSON of bounded depth.
 */
export function stableJson(text: string): string {
  const root = parseTree(text) as Node;
  return `${print(root, text, '')}\n`;
}

function print(node: Node, text: string, indent: string): string {
  const inner = `${indent}  `;
  const children = node.children ?? [];
  if (node.type === 'array') {
    if (children.length === 0) return '[]';
    const items = children.map((child) => inner + print(child, text, inner));
    return `[\n${items.join(',\n')}\n${indent}]`;
  }
  if (node.type === 'object') {
    const members = new Map<string, Node>();
    for (const { children: pair } of children) {
      const [name, value] = pair as [Node, Node];
      members.set(String(name.value), value);
    }
    if (members.size === 0) return '{}';
    const lines = [...members]
      .sort(([a], [b]) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1))
      .map(([name, value]) => `${inner}${JSON.stringify(name)}: ${print(value, text, inner)}`);
    return `{\n${lines.join(',\n')}\n${indent}}`;
  }
  if (node.type === 'string') return JSON.stringify(node.value);
  return text.slice(node.offset, node.offset + node.length);
}

const rankOf = (name: string): number => RANKS.get(name) ?? FIRST.length;
