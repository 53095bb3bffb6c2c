import { expect, test } from 'vitest';
import { locate } from '../../src/core/document/locate.ts';
import { applyEdits, queriesOf, textEditsOf } from '../../src/core/document/text-edits.ts';
import type { NodeEdit } from '../../src/core/model/nodes.ts';

const document = { source: 'a.json', index: 0, line: 1, start: 0, end: 0 };
const at = (pointer: string) => ({ place: { document, pointer, subject: {} } });
const write = (pointer: string, value: unknown): NodeEdit => ({
  ...{ kind: 'write', ...at(pointer), value },
});
const rename = (pointer: string, name: string): NodeEdit => ({
  ...{ kind: 'rename', ...at(pointer), name },
});
const remove = (pointer: string): NodeEdit => ({ kind: 'remove', ...at(pointer) });
const add = (pointer: string, field: string, value: unknown): NodeEdit => ({
  ...{ kind: 'add', ...at(pointer), field, value },
});
const append = (pointer: string, value: unknown): NodeEdit => ({
  ...{ kind: 'append', ...at(pointer), value },
});
const move = (pointer: string, before: string): NodeEdit => ({
  ...{ kind: 'move', ...at(pointer), before: at(before).place },
});

function edited(text: string, ...edits: readonly NodeEdit[]): string | undefined {
  const queries = edits.flatMap(queriesOf);
  const made = textEditsOf(edits, text, locate(text, queries));
  return made && applyEdits(text, [{ edits: made }]).text;
}

test.each<[string, readonly NodeEdit[], string | undefined]>([
  ['{"a":1}', [write('/a', { b: [1] })], '{"a":{ "b": [ 1 ] }}'],
  ['{"a":1}', [write('/b', 2)], undefined],
  ['{"a":1}', [rename('/a', 'b"')], '{"b\\"":1}'],
  ['[1]', [rename('/0', 'b')], undefined],
  ['{"a":1,"b":2}', [remove('/a')], '{"b":2}'],
  ['{"a":1 , "b":2}', [remove('/b')], '{"a":1 }'],
  ['{ "a":1 }', [remove('/a')], '{}'],
  ['[\n 1,\n 2,\n 3\n]', [remove('/1')], '[\n 1,\n 3\n]'],
  ['[1,2,3,4]', [remove('/2'), remove('/1')], '[1,4]'],
  ['[1,2,3,4]', [remove('/0'), remove('/2')], '[2,4]'],
  ['[1,2]', [remove('/0'), remove('/1')], '[]'],
  ['[1, 2]', [remove('/1'), remove('/1')], '[1]'],
  ['{"a":{"b":1},"c":2}', [remove('/a'), remove('/a/b')], '{"c":2}'],
  ['{"a":1}', [add('', 'b', 2)], '{"a":1,"b":2}'],
  ['{"a": 1}', [add('', 'b', 2)], '{"a": 1, "b": 2}'],
  ['{"a": 1,"b":2}', [add('', 'c', 3)], '{"a": 1,"b":2, "c": 3}'],
  ['{\n  "a": 1\n}', [add('', 'b', 'x')], '{\n  "a": 1,\n  "b": "x"\n}'],
  ['{ }', [add('', 'b', 2)], '{"b": 2}'],
  ['[1]', [add('', 'b', 2)], undefined],
  ['[1]', [append('', 2)], '[1, 2]'],
  ['[\n  1\n]', [append('', { b: 1 })], '[\n  1,\n  { "b": 1 }\n]'],
  ['[ ]', [append('', 2)], undefined],
  ['{}', [append('', 2)], undefined],
  ['[1, 2,\t3]', [move('/2', '/0')], '[3,1, 2]'],
  ['[1, 2, 3]', [move('/2', '/1')], '[1, 3, 2]'],
  ['[1]', [move('/0', '/1')], undefined],
  ['[1]', [move('/1', '/0')], undefined],
  ['{"a":1,"b":2}', [write('/a', 3), remove('/b')], '{"a":3}'],
])('%s by %j is %s', (text, edits, expected) => {
  expect(edited(text, ...edits)).toBe(expected);
});

test('an edit names the pointers that it needs', () => {
  expect(queriesOf(remove('/a'))).toEqual([{ pointer: '/a' }]);
  expect(queriesOf(move('/a', '/b'))).toEqual([{ pointer: '/a' }, { pointer: '/b' }]);
});

test('edits of a text that is not JSON have their own offsets', () => {
  const edit = { kind: 'text', ...at(''), offset: 1, length: 2, text: '"' } as const;
  expect(textEditsOf([edit], '[..]', () => undefined)).toEqual([
    { pointer: '', offset: 1, length: 2, text: '"' },
  ]);
});

const fix = (...edits: readonly (readonly [number, number, string])[]) => ({
  edits: edits.map(([offset, length, text]) => ({ offset, length, text })),
});

test.each([
  ['apart', [fix([6, 1, 'X']), fix([0, 1, 'Y'])], 'Y12345X789', 2],
  ['apart, in order', [fix([0, 1, 'X']), fix([6, 1, 'Y'])], 'X12345Y789', 2],
  ['one after the other', [fix([2, 2, 'X']), fix([4, 2, 'Y'])], '01X456789', 1],
  ['one before the other', [fix([4, 2, 'X']), fix([2, 2, 'Y'])], '0123X6789', 1],
  ['one in the other', [fix([2, 6, 'X']), fix([4, 1, 'Y'])], '01X89', 1],
  [
    'in part, which drops all of a fix',
    [fix([2, 1, 'X']), fix([8, 1, 'Y'], [2, 1, 'Z'])],
    '01X3456789',
    1,
  ],
  ['of one fix, at one place', [fix([3, 1, ''], [3, 0, 'X'])], '012X456789', 1],
])('of fixes that touch %s, the first is made', (_, fixes, expected, count) => {
  const { text, applied } = applyEdits('0123456789', fixes);
  expect(text).toBe(expected);
  expect(applied).toEqual(fixes.slice(0, count));
});
