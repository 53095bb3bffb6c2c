import { findNodeAtLocation, getLocation, parseTree } from 'jsonc-parser';
import { SHAPES } from '../src/core/document/shapes.ts';
import type { Document, EventDefinition } from '../src/core/model/nodes.ts';
import { stepTypeOf } from '../src/core/steps/registry.ts';
import { proposalsAt } from '../src/features/lsp/complete.ts';
import type { Completions } from './protocol.ts';

/** The completions at a place of a text: keys by the schemas, and values as in an editor. @param last the last valid text. */
export function completionsAt(
  text: string,
  offset: number,
  last: Document | undefined,
  events: readonly EventDefinition[],
): Completions | undefined {
  const { path, isAtPropertyKey, previousNode: token } = getLocation(text, offset);
  if (!isAtPropertyKey) {
    const found = proposalsAt(text, offset, last, events);
    const options = found?.values.map((value) => ({ text: JSON.stringify(value) }));
    return found && options && { from: found.start, to: found.end, options };
  }
  const options = Object.entries(keysAt(text, path)).map(([name, schema]) => {
    const type = (schema as { readonly type?: unknown } | undefined)?.type;
    const detail = type === undefined ? undefined : [type].flat().join(' or ');
    return { text: JSON.stringify(name), detail };
  });
  const isInside = token !== undefined && offset <= token.offset + token.length;
  const [from, to] = isInside ? [token.offset, token.offset + token.length] : [offset, offset];
  return options.length === 0 ? undefined : { from, to, options };
}

/** The keys of the object at a path, with their schemas. */
function keysAt(
  text: string,
  path: readonly (string | number)[],
): Readonly<Record<string, unknown>> {
  const start = path.findIndex((part) => ['steps', 'edges', 'connections'].includes(String(part)));
  if (start === -1) return { ...SHAPES.event.properties, ...SHAPES.workflow.properties };
  const { steps, edges } = SHAPES.workflow.properties;
  const isStep = path[start] === 'steps';
  const below = path.slice(start + 2);
  if (below.length < 2)
    return (isStep ? steps : edges).items.properties as Readonly<Record<string, unknown>>;
  if (!isStep || below[0] !== 'config' || below.length > 2) return {};
  const tree = parseTree(text);
  const type: unknown =
    tree && findNodeAtLocation(tree, [...path.slice(0, start + 2), 'type'])?.value;
  const { fields } = stepTypeOf(typeof type === 'string' ? type : undefined);
  return Object.fromEntries(
    Object.entries(fields).map(([name, { schema }]): [string, unknown] => [name, schema]),
  );
}
