import { findNodeAtLocation, getLocation, type Node, parseTree } from 'jsonc-parser';
import { SHAPES } from '../src/core/document/shapes.ts';
import { EDGE_TYPES, STEP_TYPES, stepTypeOf } from '../src/core/steps/registry.ts';
import type { CompletionOption, Completions } from './protocol.ts';

/** The completions at a place of a text: keys and step types by the schemas, and names of events and steps. */
export function completionsAt(
  text: string,
  offset: number,
  events: readonly string[],
): Completions | undefined {
  const { path, isAtPropertyKey, previousNode: token } = getLocation(text, offset);
  const at = path.map(String);
  const start = at.findIndex((part) => LISTS.includes(part));
  const [list, index, ...below] = start === -1 ? [] : at.slice(start);
  const owner = start === -1 ? at : at.slice(0, start);
  const place: Place = {
    list: list === 'steps' || list === undefined ? list : 'edges',
    below,
    isKey: isAtPropertyKey,
    events,
    steps: [],
    type: undefined,
  };
  const tree = list === undefined ? undefined : parseTree(text);
  const isIn = tree !== undefined && index !== undefined;
  const options = optionsAt({
    ...place,
    ...(isIn && {
      steps: valuesIn(tree, [...owner, 'steps'], ['key', 'id', 'ref']),
      type: textAt(tree, [...owner, list ?? '', index, 'type']),
    }),
    ...(list === undefined && { below: at.slice(-1) }),
  });
  const isInside = token !== undefined && offset <= token.offset + token.length;
  const [from, to] = isInside ? [token.offset, token.offset + token.length] : [offset, offset];
  return options.length === 0
    ? undefined
    : { from: Math.min(from, offset), to: Math.max(to, offset), options };
}

interface Place {
  readonly list: 'steps' | 'edges' | undefined;
  /** The path in the step, edge or workflow; ends with the key. */
  readonly below: readonly string[];
  readonly isKey: boolean;
  readonly events: readonly string[];
  readonly steps: readonly string[];
  /** The `type` of the step or edge. */
  readonly type: string | undefined;
}

const LISTS: readonly string[] = ['steps', 'edges', 'connections'];

function optionsAt({
  list,
  below,
  isKey,
  events,
  steps,
  type,
}: Place): readonly CompletionOption[] {
  const [field = '', inner = ''] = below;
  if (list === undefined) {
    if (isKey) return keysOf({ ...SHAPES.event.properties, ...SHAPES.workflow.properties });
    if (field === 'status') return texts(['enabled', 'disabled']);
    return field === 'object' ? texts(['automation', 'workflow', 'event', 'list']) : [];
  }
  const properties =
    SHAPES.workflow.properties[list === 'steps' ? 'steps' : 'edges'].items.properties;
  if (below.length < 2 && isKey) return keysOf(properties as Record<string, unknown>);
  if (list === 'edges') return edgeValues(field, steps);
  if (field === 'type' && below.length === 1)
    return STEP_TYPES.map(({ name, caption }) => ({ text: JSON.stringify(name), detail: caption }));
  if (field !== 'config' || below.length !== 2) return [];
  const spec = stepTypeOf(type);
  if (isKey)
    return keysOf(
      Object.fromEntries(Object.entries(spec.fields).map(([name, { schema }]) => [name, schema])),
    );
  return /^event_?name$/i.test(inner) ? texts(events) : [];
}

function edgeValues(field: string, steps: readonly string[]): readonly CompletionOption[] {
  if (/^(?:from|to)/.test(field)) return texts(steps);
  return /type$/i.test(field) ? texts(EDGE_TYPES) : [];
}

const texts = (values: readonly string[]): readonly CompletionOption[] =>
  values.map((value) => ({ text: JSON.stringify(value) }));

function keysOf(properties: object): readonly CompletionOption[] {
  return Object.entries(properties).map(([name, schema]) => {
    const type = (schema as { readonly type?: unknown } | undefined)?.type;
    return {
      text: JSON.stringify(name),
      detail: type === undefined ? undefined : [type].flat().join(' or '),
    };
  });
}

function textAt(tree: Node, path: readonly string[]): string | undefined {
  const value = nodeAt(tree, path)?.value;
  return typeof value === 'string' ? value : undefined;
}

function valuesIn(
  tree: Node,
  path: readonly string[],
  names: readonly string[],
): readonly string[] {
  const items = nodeAt(tree, path)?.children ?? [];
  return items.flatMap((item) => {
    const values = names.map((name) => findNodeAtLocation(item, [name])?.value);
    const key = values.find((value) => typeof value === 'string');
    return key === undefined ? [] : [key as string];
  });
}

/** Numbers are positions in lists. */
const nodeAt = (tree: Node, path: readonly string[]): Node | undefined =>
  findNodeAtLocation(
    tree,
    path.map((part) => (/^\d+$/.test(part) ? Number(part) : part)),
  );
