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
  /** @param newline with the indentation of the line that the value begins in. */
  const print = ({ type, offset, length, value, children = [] }: Node, newline: string): string => {
    const inner = `${newline}  `;
    const join = (open: string, items: readonly string[], close: string): string =>
      items.length === 0
        ? open + close
        : `${open}${inner}${items.join(`,${inner}`)}${newline}${close}`;
    if (type === 'string') return JSON.stringify(value);
    if (type === 'array')
      return join(
        '[',
        children.map((item) => print(item, inner)),
        ']',
      );
    if (type !== 'object') return text.slice(offset, offset + length);
    const members = new Map(
      children.map(({ children: member }) => {
        const [name, own] = member as [Node, Node];
        return [name.value as string, print(own, inner)];
      }),
    );
    const sorted = [...members].sort(([a], [b]) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1));
    return join(
      '{',
      sorted.map(([name, own]) => `${JSON.stringify(name)}: ${own}`),
      '}',
    );
  };
  return `${print(parseTree(text) as Node, '\n')}\n`;
}

const rankOf = (name: string): number => RANKS.get(name) ?? FIRST.length;
