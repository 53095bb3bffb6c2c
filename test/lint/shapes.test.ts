import { expect, test } from 'vitest';
import * as shapes from '../../src/core/lint/shapes.ts';

const { isText, isCount, listOf, objectOf, tupleOf } = shapes;
const document = { source: 'a.json', index: 0, line: 1, start: 0, end: 9 };
const place = { document, pointer: '/steps/0', subject: {} };
const isPair = tupleOf(isText, isCount);
const isRow = objectOf({ key: isText }, { size: isCount });

test.each<[string, shapes.ShapeCheck, unknown, boolean]>([
  ['isText', isText, '', true],
  ['isText', isText, 1, false],
  ['isFlag', shapes.isFlag, false, true],
  ['isFlag', shapes.isFlag, 0, false],
  ['isCount', isCount, 0, true],
  ['isCount', isCount, -1, false],
  ['isCount', isCount, 0.5, false],
  ['isCount', isCount, '1', false],
  ['isAnyObject', shapes.isAnyObject, {}, true],
  ['isAnyObject', shapes.isAnyObject, [], false],
  ['isOneOf', shapes.isOneOf('a', null), null, true],
  ['isOneOf', shapes.isOneOf('a', null), 'b', false],
  ['listOf', listOf(isText), ['a', 'b'], true],
  ['listOf', listOf(isText), ['a', 1], false],
  ['listOf', listOf(isText), { every: () => true }, false],
  ['tupleOf', isPair, ['a', 1], true],
  ['tupleOf', isPair, ['a', 'b'], false],
  ['tupleOf', isPair, [1, 1], false],
  ['tupleOf', isPair, ['a'], false],
  ['tupleOf', isPair, ['a', 1, 2], false],
  ['tupleOf', isPair, { 0: 'a', 1: 1, length: 2 }, false],
  ['objectOf', isRow, { key: 'a' }, true],
  ['objectOf', isRow, { key: 'a', size: 1, other: null }, true],
  ['objectOf', isRow, { key: 'a', size: undefined }, true],
  ['objectOf', isRow, { key: 'a', size: 'b' }, false],
  ['objectOf', isRow, { key: 1 }, false],
  ['objectOf', isRow, { size: 1 }, false],
  ['objectOf', isRow, Object.create({ key: 'a' }), false],
  ['objectOf', isRow, 'key', false],
  ['objectOf', objectOf({}), null, false],
])('%s of case %#', (_, check, value, expected) => {
  expect(check(value)).toBe(expected);
});

test('a place is a place without any optional field, and with all of them', () => {
  const workflow = { id: '1', name: 'Welcome', status: 'enabled' };
  const subject = { workflow, step: 'start', edge: 'a → b', event: 'user.created' };
  const span = { offset: 1, length: 2 };
  expect(shapes.isPlace(place)).toBe(true);
  expect(shapes.isPlace({ ...place, subject, onKey: true, span })).toBe(true);
});

test.each<[string, object]>([
  ...Object.keys(document).map((name): [string, object] => [
    `a document without ${name}`,
    { document: { ...document, [name]: undefined } },
  ]),
  ...['id', 'name', 'status'].map((name): [string, object] => [
    `a workflow of which ${name} is a number`,
    { subject: { workflow: { [name]: 7 } } },
  ]),
  ...['workflow', 'step', 'edge', 'event'].map((name): [string, object] => [
    `a subject of which ${name} is a number`,
    { subject: { [name]: 7 } },
  ]),
  ['no pointer', { pointer: undefined }],
  ['no subject', { subject: undefined }],
  ['a flag that is a number', { onKey: 1 }],
  ['a span without a length', { span: { offset: 1 } }],
  ['a span without an offset', { span: { length: 1 } }],
])('%s makes no place', (_, change) => {
  expect(shapes.isPlace({ ...place, ...change })).toBe(false);
});
