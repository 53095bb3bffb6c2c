import { readdirSync, readFileSync } from 'node:fs';
import fc from '../fast-check.ts';

// Inputs of the fuzzer: files of this repository with changes. fast-check finds the smallest list of changes that fails.

const FOLDERS = ['../rules/', '../steps/', '../foreign/', '../../examples/'];

const seeds: readonly string[] = FOLDERS.flatMap((folder) => {
  const home = new URL(folder, import.meta.url);
  return (
    readdirSync(home, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:json|ndjson)$/.test(name) && !/options|sim\.json/.test(name))
      .sort()
      .map((name) => readFileSync(new URL(name, home), 'utf8'))
      // Some scenes are about size alone.
      .filter((text) => text.length < 20_000)
  );
});

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
const trees = seeds.map(parse).filter((value) => typeof value === 'object' && value !== null);

const TOKENS = [
  ...['{', '}', '[', ']', '"', ',', ':', '\\', '\n', '\r\n', '\t', ' ', '\u2028', '\ufeff'],
  ...['null', '-0', '1e999', '12345678901234567890', '"id":"a",', '"__proto__":', '\\ud800'],
  ...['\u0000', '\u001b]8;;', '[{', '{"steps":[', '//', "'"],
];
const encoder = new TextEncoder();
const bytesOf = (text: string): Uint8Array => encoder.encode(text);
const inserted = fc.oneof(
  fc.constant(new Uint8Array()),
  fc.constantFrom(...TOKENS).map(bytesOf),
  fc.uint8Array({ maxLength: 4 }),
  fc
    .tuple(fc.constantFrom(...seeds), fc.nat(), fc.nat(200))
    .map(([text, at, length]) => bytesOf(text.slice(at % text.length).slice(0, length))),
);
const splice = fc.record({ at: fc.nat(), length: fc.oneof(fc.nat(3), fc.nat(300)), inserted });

/** A text with bytes replaced, inserted or deleted. */
export const changedBytes: fc.Arbitrary<Uint8Array> = fc
  .tuple(fc.constantFrom(...seeds), fc.array(splice, { maxLength: 6 }))
  .map(([seed, splices]) => {
    let bytes = bytesOf(seed);
    for (const { at, length, inserted } of splices) {
      const from = at % (bytes.length + 1);
      bytes = new Uint8Array([
        ...bytes.subarray(0, from),
        ...inserted,
        ...bytes.subarray(from + length),
      ]);
    }
    return bytes;
  });

const leaf = fc.constantFrom<unknown>(
  ...['', ' ', 'start', 'user.created', 'event.plan', '{{{PLAN}}}', '2 days', 'enabled', '\ud800'],
  ...[
    0,
    -1,
    60,
    1.5,
    1e21,
    true,
    false,
    null,
    [],
    {},
    [[]],
    ['__proto__'],
    { toString: 1, valueOf: 1 },
  ],
);
const NAMES = ['id', 'key', 'ref', 'type', 'config', 'steps', 'edges', 'connections', 'from', 'to'];
const name = fc.constantFrom(...NAMES, 'constructor', '__proto__', 'eventName', 'data', 'object');
const change = fc.record({
  at: fc.nat(),
  kind: fc.constantFrom('replace', 'delete', 'copy', 'rename', 'graft'),
  other: fc.nat(),
  leaf,
  name,
  from: fc.constantFrom(...trees),
});

type Container = Map<string, unknown> | unknown[];

/** A tree with nodes replaced, deleted, copied, renamed, or taken from another tree. */
const changedTree: fc.Arbitrary<unknown> = fc
  .tuple(fc.constantFrom(...trees), fc.array(change, { minLength: 1, maxLength: 5 }))
  .map(([seed, changes]) => {
    const root = [toMaps(seed)];
    for (const { at, kind, other, leaf, name, from } of changes) {
      const slots = slotsOf(root);
      const [parent, key] = slots[at % slots.length] as readonly [Container, string | number];
      const [otherParent, otherKey] = slots[other % slots.length] as (typeof slots)[number];
      const copy = structuredClone(valueIn(otherParent, otherKey));
      if (kind === 'replace') put(parent, key, toMaps(leaf));
      else if (kind === 'delete') remove(parent, key);
      else if (kind === 'copy' && Array.isArray(parent)) parent.push(copy);
      else if (kind === 'copy') put(parent, key, copy);
      else if (kind === 'rename' && !Array.isArray(parent)) {
        put(parent, name, valueIn(parent, key));
        parent.delete(String(key));
      } else {
        const donors = slotsOf([toMaps(from)]);
        put(parent, key, valueIn(...(donors[other % donors.length] as (typeof slots)[number])));
      }
    }
    return toJson(root[0]);
  });

const indent = fc.constantFrom<string | number | undefined>(undefined, undefined, 2, '\t');

export const changedTrees: fc.Arbitrary<Uint8Array> = fc
  .tuple(changedTree, indent)
  .map(([tree, spaces]) => bytesOf(JSON.stringify(tree, undefined, spaces) ?? ''));

const line = fc.oneof(
  { weight: 5, arbitrary: changedTree.map((tree) => JSON.stringify(tree) ?? '') },
  { weight: 1, arbitrary: fc.constantFrom('', ' ', '{', '{}', '\ufeff{}', '[]', 'null') },
);

/** JSON Lines: changed trees, and lines that are broken, blank or marked. */
export const changedLines: fc.Arbitrary<Uint8Array> = fc
  .tuple(fc.array(line, { minLength: 1, maxLength: 5 }), fc.constantFrom('\n', '\r\n', '\n\ufeff'))
  .map(([lines, separator]) => bytesOf(lines.join(separator)));

// Objects as maps, so that no name of a property is special.
function toMaps(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toMaps);
  if (typeof value !== 'object' || value === null) return value;
  return new Map(Object.entries(value).map(([key, inner]) => [key, toMaps(inner)]));
}

function toJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toJson);
  if (!(value instanceof Map)) return value;
  return Object.fromEntries([...value].map(([key, inner]) => [key, toJson(inner)]));
}

function slotsOf(root: unknown[]): readonly (readonly [Container, string | number])[] {
  const slots: (readonly [Container, string | number])[] = [];
  const containers: unknown[] = [root];
  for (const container of containers) {
    if (!Array.isArray(container) && !(container instanceof Map)) continue;
    for (const [key, value] of container.entries()) {
      slots.push([container, key]);
      containers.push(value);
    }
  }
  return slots;
}

function valueIn(parent: Container, key: string | number): unknown {
  return Array.isArray(parent) ? parent[Number(key)] : parent.get(String(key));
}

function put(parent: Container, key: string | number, value: unknown): void {
  if (Array.isArray(parent)) parent[Number(key)] = value;
  else parent.set(String(key), value);
}

function remove(parent: Container, key: string | number): void {
  if (!Array.isArray(parent)) parent.delete(String(key));
  else if (parent.length > 1) parent.splice(Number(key), 1);
}
