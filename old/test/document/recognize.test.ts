import { expect, test } from 'vitest';
import { parseDocument } from '../../src/core/document/parse.ts';
import {
  collectionOf,
  contentOf,
  describeUnrecognized,
  isBundle,
  isList,
  recognize,
  skipReason,
  unknownContent,
} from '../../src/core/document/recognize.ts';
import type { JsonObject } from '../../src/core/model/json.ts';

const STEP = { type: 'delay', config: {} };
const EDGE = { from: 'a', to: 'b' };
const SUMMARY = { name: 'a', status: 'disabled' };
const EVENT = { name: 'a', schema: null };

test.each<[JsonObject, unknown]>([
  [{ object: 'workflow' }, 'workflow'],
  [{ object: 'automation', other: 1 }, 'workflow'],
  [{ object: 'event', name: 'a' }, 'event'],
  [{ object: 'event', name: 'a', other: 1 }, undefined],
  [{ object: 'event', schema: null, other: 1 }, 'event'],
  [{ object: 'contact' }, { resource: 'contact' }],
  [{ object: 5, steps: [STEP] }, 'workflow'],
  [{ steps: [STEP], other: 1 }, 'workflow'],
  [{ steps: [], edges: [], other: 1 }, 'workflow'],
  [{ steps: [], connections: [], other: 1 }, 'workflow'],
  [{ steps: [{ type: 'delay', key: 'a' }], other: 1 }, 'workflow'],
  [{ steps: [{ type: 'delay' }], other: 1 }, undefined],
  [{ steps: [{ type: 'click', key: 'a' }], other: 1 }, undefined],
  [{ steps: [{ type: 'click', config: {} }], other: 1 }, 'workflow'],
  [{ steps: [{ type: 5, config: {} }], other: 1 }, undefined],
  [{ steps: [null, 'a', STEP], other: 1 }, 'workflow'],
  [{ steps: [], other: 1 }, undefined],
  [{ edges: [EDGE] }, 'workflow'],
  [{ connections: [EDGE] }, 'workflow'],
  [{ connections: [EDGE], other: 1 }, undefined],
  [{ edges: [{ from: 'a' }] }, undefined],
  [{ edges: [{ to: 'a' }] }, undefined],
  [{ edges: [null] }, undefined],
  [{ edges: [], steps: 5 }, 'workflow'],
  [{ edges: [] }, undefined],
  [{ steps: 5 }, undefined],
  [{ steps: 5, ...SUMMARY }, 'workflow'],
  [{ steps: [], edges: 5 }, 'workflow'],
  [{ steps: [], name: 'a' }, 'workflow'],
  [{ steps: [] }, undefined],
  [{ steps: ['a'], name: 'a' }, undefined],
  [SUMMARY, undefined],
  [EVENT, 'event'],
  [{ name: 'a', schema: {} }, 'event'],
  [{ name: 'a', schema: 5 }, undefined],
  [{ schema: null }, undefined],
  [{ ...EVENT, other: 1 }, undefined],
  [{ name: 'a' }, undefined],
])('%j is taken for %j', (value, expected) => {
  expect(recognize(value)).toEqual(expected);
});

test.each<[JsonObject, unknown]>([
  [SUMMARY, 'workflow'],
  [{ ...SUMMARY, status: 'enabled', other: 1 }, 'workflow'],
  [{ ...SUMMARY, status: 'draft' }, undefined],
  [{ status: 'enabled' }, undefined],
])('in a list, %j is taken for %j', (value, expected) => {
  expect(recognize(value, true)).toEqual(expected);
});

test.each<[JsonObject, boolean]>([
  [{ object: 'list' }, true],
  [{ data: [], has_more: false }, true],
  [{ data: [], hasMore: false }, true],
  [{ data: [] }, false],
  [{ data: {}, has_more: false }, false],
])('%j is a list: %s', (value, expected) => {
  expect(isList(value)).toBe(expected);
});

test.each<[JsonObject, boolean]>([
  [{ workflows: [] }, true],
  [{ workflows: [], other: 1 }, false],
  [{ workflows: [SUMMARY], other: 1 }, true],
  [{ workflows: SUMMARY, other: 1 }, true],
  [{ workflows: [5] }, false],
  [{ workflows: [5], events: [5] }, true],
  [{ workflows: [5], events: [5], other: 1 }, false],
  [{ workflows: [5], events: null }, false],
  [{ events: [EVENT], object: 'page' }, false],
  [{ events: { object: 'list', data: [EVENT] }, other: 1 }, true],
  [{ events: { object: 'list', data: [] } }, true],
  [{ events: { data: [EVENT] } }, false],
  [{ workflows: 5 }, false],
  [{ $schema: 'x', segments: [{ id: '1', name: 'a' }] }, true],
  [{ segments: [] }, false],
  [{ segments: [{ id: '1' }, 5] }, false],
  [{ segments: [{ id: '1' }], other: 1 }, false],
  [{ segments: { object: 'list', data: [] } }, true],
  [{ segments: { object: 'page', data: [] } }, false],
  [{ segments: { object: 'list' } }, false],
  [{ segments: [], other: 1 }, false],
  [{ segments: 5 }, false],
  [{}, false],
])('%j is a bundle: %s', (value, expected) => {
  expect(isBundle(value)).toBe(expected);
});

test('a collection is of the type of the first item that has one', () => {
  expect(collectionOf([5, {}, EVENT, { steps: [STEP] }])).toBe('events');
  expect(collectionOf([SUMMARY])).toBeUndefined();
  expect(collectionOf([SUMMARY], true)).toBe('workflows');
  expect(collectionOf([{ object: 'contact' }])).toBeUndefined();
});

test.each<[unknown, string]>([
  [null, 'null'],
  ['a', 'a string'],
  [{}, 'an empty object'],
  [{ a: 1, b: 2 }, 'an object with "a", "b"'],
  [{ a: 1, b: 2, c: 3, d: 4, e: 5 }, 'an object with "a", "b", "c", "d", "e"'],
  [{ a: 1, b: 2, c: 3, d: 4, e: 5, f: 6 }, 'an object with "a", "b", "c", "d", "e" …'],
  [{ object: 'contact' }, 'an object of type "contact"'],
  [[], 'an array of other values'],
  [[1, {}], 'an array of other values'],
  [[1, { a: 1 }], 'an array of objects with "a"'],
  [{ object: 'list', data: [{ object: 'contact' }] }, 'a list of objects of type "contact"'],
  [{ object: 'list' }, 'a list of other values'],
])('%j is described as %s', (value, expected) => {
  expect(contentOf(value)).toBe(expected);
});

test('an error response is told from other values', () => {
  expect(describeUnrecognized({ statusCode: 401, message: 'no key' })).toEqual({
    message: 'file contains an error response of the service: "no key"',
    help: 'correct the error, and export again',
  });
  for (const value of [{ statusCode: '401', message: 'a' }, { statusCode: 401 }, null, 5])
    expect(describeUnrecognized(value)).toEqual({
      message: `expected workflows or event definitions, found ${contentOf(value)}`,
      help: expect.stringContaining('expected a workflow with "steps" and "connections"'),
    });
});

const parse = (text: string) =>
  parseDocument(text, { source: 'a.json', index: 0, line: 1, start: 0, end: text.length });

const OTHER = 'invalid JSON that mentions no steps, edges, connections or "object"';

test.each<[string, string | undefined]>([
  ['{"steps":[]}', 'nearly a workflow: an object with "steps"'],
  ['  \n', 'an empty file'],
  ['<!DOCTYPE html>', 'HTML or XML'],
  ['name: Welcome\n', 'YAML'],
  ['{"name":"a","steps":[]}', undefined],
  ['{"name":"a","schema":null}', undefined],
  ['{"a":1}', 'an object with "a"'],
  ['{"a":', OTHER],
  ['{"steps":', undefined],
  ["{'edges': [", undefined],
  ['{“connections”: [', undefined],
  ['{"steps"', undefined],
  ['["steps", 1', OTHER],
  ['["steps"]]', OTHER],
  ['{"a":"steps" }}', OTHER],
  ['{event_name: 1', undefined],
  ['{a: 1,\teventName : 1', undefined],
  ['{a: 1,\n steps: [', undefined],
  ['the steps: [', OTHER],
  ['{"object":"list"', undefined],
  ['{"object": "work', undefined],
  ['{"object"', undefined],
  ['{"object":"contact"', OTHER],
  ['{object: "automation"', undefined],
  ["{a: 1, object: 'event'", undefined],
  ['{object: "page"', OTHER],
  ['an object: list', OTHER],
])('%s is left out of a folder because of: %s', (text, expected) => {
  expect(skipReason(parse(text), text)).toBe(expected);
});

test.each([
  [[{ steps: [] }], 'an array of objects with "steps"'],
  ['text', 'a string'],
  [{ steps: [1] }, 'nearly a workflow: an object with "steps"'],
  [{ edges: [1], status: 'draft' }, 'nearly a workflow: an object with "edges", "status"'],
  [{ steps: [1], jobs: {} }, 'an object with "steps", "jobs"'],
  [{ status: 'draft' }, 'an object with "status"'],
])('%j is described as %s', (value, expected) => {
  expect(unknownContent(value)).toBe(expected);
});
