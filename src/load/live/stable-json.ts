import { type Node, parseTree } from 'jsonc-parser';

// What a person looks for first stands first; anything else follows in alphabetical order.
const FIRST = [
  'object',
  'has_more',
  'id',
  'key',
  'ref',
  'name',
  'status',
  'type',
  'created_at',
  'updated_at',
  'from',
  'from_step_id',
  'to',
  'to_step_id',
  'edge_type',
  'event_name',
  'template',
  'template_id',
  'subject',
  'field',
  'operator',
  'value',
  'workflows',
  'events',
  'data',
  'config',
  'steps',
  'edges',
  'connections',
];
const RANKS = new Map(FIRST.map((name, rank) => [name, rank]));

/**
 * The same JSON value as text for files: indented, keys in a fixed order, so that only what changed shows in a diff.
 * Numbers stay as they are written, however long. Of a key that stands twice the last is kept, as by every reader.
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
    return `[\n${children.map((child) => inner + print(child, text, inner)).join(',\n')}\n${indent}]`;
  }
  if (node.type === 'object') {
    const members = new Map<string, Node>();
    for (const { children: pair } of children) if (pair?.[1] !== undefined) members.set(String(pair[0]?.value), pair[1]);
    if (members.size === 0) return '{}';
    const sorted = [...members].sort(([a], [b]) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1));
    return `{\n${sorted.map(([name, value]) => `${inner}${JSON.stringify(name)}: ${print(value, text, inner)}`).join(',\n')}\n${indent}}`;
  }
  if (node.type === 'string') return JSON.stringify(node.value);
  return text.slice(node.offset, node.offset + node.length);
}

const rankOf = (name: string): number => RANKS.get(name) ?? FIRST.length;
