import { readdirSync, readFileSync } from 'node:fs';
import { type Node, parseTree } from 'jsonc-parser';
import { expect, test } from 'vitest';
import type { Edit } from '../../src/core/model/finding.ts';
import fc from '../fast-check.ts';
import { lintTexts } from '../lint-text.ts';
import { isJson, mutation } from './faults.ts';

// Random faults in scenes of rules and examples. RUNS gives another number of them.
const RUNS = Number(process.env['RUNS'] ?? 100);

const readFolder = (path: string): readonly string[] => {
  const home = new URL(path, import.meta.url);
  return readdirSync(home, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.json') && !/options|sim\.json/.test(name))
    .map((name) => readFileSync(new URL(name, home), 'utf8'));
};
const texts = [...readFolder('../rules/'), ...readFolder('../../examples/')].filter(isJson);

const reformat = fc.constantFrom<(text: string) => string>(
  (text) => text,
  (text) => text.replaceAll('\n', '\r\n'),
  (text) => text.replaceAll('  ', '\t'),
  (text) => (isJson(text) ? JSON.stringify(JSON.parse(text)) : text),
  (text) => text.replaceAll(': ', ' :\n ').replaceAll(',\n', '\n  ,'),
);

test('a fix changes only its places, in its file', () => {
  const faults = fc.array(fc.tuple(mutation, fc.nat(500)), { maxLength: 4 });
  fc.assert(
    fc.property(fc.constantFrom(...texts), faults, reformat, (given, all, format) => {
      const text = format(all.reduce((faulty, [mutate, nth]) => mutate(faulty, nth), given));
      if (!isJson(text)) return;
      for (const { fixes } of lintTexts({ 'a.json': text }, { preset: 'strict' }).findings)
        for (const { edits } of fixes) checkRest(text, edits);
    }),
    { numRuns: RUNS },
  );
});

interface Token {
  readonly raw: string;
  readonly length: number;
  /** Keys and indexes. */
  readonly path: readonly (string | number)[];
  /** Where the keys of the path are. */
  readonly keys: readonly (Node | undefined)[];
}

/** Names and plain values by their offsets. */
function tokensOf(text: string): ReadonlyMap<number, Token> {
  const tokens = new Map<number, Token>();
  const waiting: { node: Node; path: Token['path']; keys: Token['keys'] }[] = [];
  const add = ({ offset, length }: Node, path: Token['path'], keys: Token['keys']): void => {
    tokens.set(offset, { raw: text.slice(offset, offset + length), length, path, keys });
  };
  const root = parseTree(text);
  if (root !== undefined) waiting.push({ node: root, path: [], keys: [] });
  for (let each = waiting.pop(); each !== undefined; each = waiting.pop()) {
    const { node, path, keys } = each;
    const { type, children = [] } = node;
    if (type === 'object')
      for (const { children: [key, value] = [] } of children) {
        if (key === undefined || value === undefined) continue;
        add(key, [...path, key.value, ''], [...keys, key, undefined]);
        waiting.push({ node: value, path: [...path, key.value], keys: [...keys, key] });
      }
    else if (type === 'array')
      for (const [i, item] of children.entries())
        waiting.push({ node: item, path: [...path, i], keys: [...keys, undefined] });
    else add(node, path, keys);
  }
  return tokens;
}

/** What no edit touches is at the same place with the same value, except for items of lists that lose or move one. */
function checkRest(text: string, edits: readonly Edit[]): void {
  const sorted = [...edits].sort(
    (a, b) => a.startOffset - b.startOffset || a.endOffset - b.endOffset,
  );
  const what = `${text}\n${JSON.stringify(edits)}`;
  let after = '';
  let at = 0;
  for (const { startOffset, endOffset, text: written } of sorted) {
    expect(startOffset, what).toBeGreaterThanOrEqual(at);
    after += text.slice(at, startOffset) + written;
    at = endOffset;
  }
  after += text.slice(at);
  expect(isJson(after), what).toBe(true);
  const isEdited = (offset: number, length: number): boolean =>
    sorted.some((edit) => offset < edit.endOffset && edit.startOffset < offset + length);
  const lists = new Set(edits.map(({ pointer }) => pointer.slice(0, pointer.lastIndexOf('/'))));
  const now = tokensOf(after);
  for (const [offset, { raw, length, path, keys }] of tokensOf(text)) {
    if (isEdited(offset, length)) continue;
    const moved = sorted
      .filter((edit) => edit.endOffset <= offset)
      .reduce((sum, edit) => sum + edit.text.length - (edit.endOffset - edit.startOffset), 0);
    const same = now.get(offset + moved);
    expect(same?.raw, what).toBe(raw);
    expect(same?.path.length, what).toBe(path.length);
    path.forEach((segment, i) => {
      const key = keys[i];
      const isFree =
        typeof segment === 'number'
          ? lists.has(
              path
                .slice(0, i)
                .map((each) => `/${each}`)
                .join(''),
            )
          : key !== undefined && isEdited(key.offset, key.length);
      if (!isFree) expect(same?.path[i], what).toBe(segment);
    });
  }
  expect(duplicatesIn(now), what).toBeLessThanOrEqual(duplicatesIn(tokensOf(text)));
}

function duplicatesIn(tokens: ReadonlyMap<number, Token>): number {
  const names = [...tokens.values()]
    .filter(({ path }) => path.at(-1) === '')
    .map(({ path }) => JSON.stringify(path));
  return names.length - new Set(names).size;
}
