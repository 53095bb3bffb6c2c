import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import type { Region } from '../../src/core/model/finding.ts';
import json from '../../src/core/report/json.ts';
import jsonl from '../../src/core/report/jsonl.ts';
import rdjson from '../../src/core/report/rdjson.ts';
import { everything, oneFault } from './believable.ts';
import { sayingAll } from './hostile.ts';
import { findingOf, placeIn, print, resultOf } from './samples.ts';

const samples = [
  ['nothing', resultOf([])],
  ['one fault', oneFault()],
  ['everything', everything()],
  ['hostile names', sayingAll()],
] as const;

describe('jsonl', () => {
  const ajv = new Ajv();
  const validate = ajv.compile(
    JSON.parse(
      readFileSync(new URL('../../schemas/report.schema.json', import.meta.url), 'utf8'),
    ) as object,
  );

  test.each(samples)(
    '%s has the content of the JSON report, with one line per finding',
    (_, result) => {
      const lines = print(jsonl, result).trimEnd().split('\n');
      expect(lines).toHaveLength(result.findings.length + 1);
      const values = lines.map((line) => JSON.parse(line));
      const report = { ...values.at(-1), findings: values.slice(0, -1) };
      expect(report).toEqual(JSON.parse(print(json, result)));
      expect(validate(report)).toBe(true);
    },
  );
});

describe('rdjson', () => {
  // reviewdog's own description is a proto file; this is what we write of it, in our words.
  const position = {
    type: 'object',
    required: ['line'],
    additionalProperties: false,
    properties: { line: { $ref: '#/definitions/n' }, column: { $ref: '#/definitions/n' } },
  };
  const location = {
    type: 'object',
    required: ['path'],
    additionalProperties: false,
    properties: {
      path: { type: 'string', minLength: 1 },
      range: {
        type: 'object',
        required: ['start', 'end'],
        additionalProperties: false,
        properties: { start: position, end: position },
      },
    },
  };
  const validate = new Ajv({ allErrors: true }).compile({
    definitions: { n: { type: 'integer', minimum: 1 } },
    type: 'object',
    required: ['source', 'diagnostics'],
    additionalProperties: false,
    properties: {
      source: {
        type: 'object',
        required: ['name'],
        additionalProperties: false,
        properties: { name: { type: 'string' }, url: { type: 'string' } },
      },
      diagnostics: {
        type: 'array',
        items: {
          type: 'object',
          required: ['message', 'location', 'severity', 'code'],
          additionalProperties: false,
          properties: {
            message: { type: 'string' },
            location,
            severity: { enum: ['ERROR', 'WARNING', 'INFO'] },
            code: {
              type: 'object',
              required: ['value'],
              additionalProperties: false,
              properties: { value: { type: 'string' }, url: { type: 'string' } },
            },
            suggestions: {
              type: 'array',
              items: {
                type: 'object',
                required: ['range', 'text'],
                additionalProperties: false,
                properties: {
                  range: { type: 'object', required: ['start', 'end'] },
                  text: { type: 'string' },
                },
              },
            },
            related_locations: {
              type: 'array',
              items: {
                type: 'object',
                required: ['message', 'location'],
                properties: { message: { type: 'string' }, location },
              },
            },
          },
        },
      },
    },
  });

  test.each(samples)('%s is accepted by reviewdog', (_, result) => {
    const report = JSON.parse(print(rdjson, result));
    validate(report);
    expect(validate.errors).toBeNull();
    expect(report.diagnostics).toHaveLength(result.findings.length + result.failures.length);
  });

  const rangeOf = (location: ReturnType<typeof placeIn>) =>
    JSON.parse(print(rdjson, resultOf([findingOf({ location })]))).diagnostics[0].location.range;

  test('columns count bytes of UTF-8', () => {
    expect(rangeOf(placeIn('{"é誕😀": "ä" }', '"ä"'))).toEqual({
      start: { line: 1, column: 15 },
      end: { line: 1, column: 19 },
    });
    expect(rangeOf(placeIn('{"a": 1}', '1'))).toEqual({
      start: { line: 1, column: 7 },
      end: { line: 1, column: 8 },
    });
  });

  test('whole lines where columns are unknown', () => {
    expect(rangeOf(placeIn('[\n{\n}]', '{\n}'))).toEqual({ start: { line: 2 }, end: { line: 3 } });
    expect(rangeOf(placeIn(`{"a": "${'x'.repeat(5000)}", "b": 1}`, '1}'))).toEqual({
      start: { line: 1 },
      end: { line: 1 },
    });
    expect(rangeOf({ source: 'a.json', pointer: '' })).toBeUndefined();
  });

  test('the first fix is suggested where it changes the line of the finding', () => {
    const text = '{"é": "a",\n"b": 1}';
    const location = placeIn(text, '"a"');
    const regionOf = (part: string) => placeIn(text, part).region as Region;
    const suggestionsFor = (...parts: readonly string[]) => {
      const edits = parts.map((part) => ({
        ...{ pointer: '', startOffset: 0, endOffset: 1 },
        ...{ region: regionOf(part), text: `new ${part}` },
      }));
      const fixes = [{ title: 'Fix it', safety: 'safe', edits }] as const;
      const { diagnostics } = JSON.parse(print(rdjson, resultOf([findingOf({ location, fixes })])));
      return diagnostics[0].suggestions;
    };
    expect(suggestionsFor('"é"', '"a"')).toEqual([
      {
        range: { start: { line: 1, column: 2 }, end: { line: 1, column: 6 } },
        text: 'new "é"',
      },
      {
        range: { start: { line: 1, column: 8 }, end: { line: 1, column: 11 } },
        text: 'new "a"',
      },
    ]);
    expect(suggestionsFor('"a"', '"b"')).toBeUndefined();
    expect(suggestionsFor()).toBeUndefined();
  });

  test('a file that is not read is an error, and related places are listed', () => {
    const location = placeIn('{"a": 1}', '1');
    const related = [{ message: 'also *here*', location: { source: '-', pointer: '' } }];
    const failures = [{ source: 'b.json', message: 'no such *file*', refused: false }];
    const result = resultOf([findingOf({ location, related })], { failures });
    const [failure, finding] = JSON.parse(print(rdjson, result)).diagnostics;
    expect(failure).toEqual({
      message: 'not read: no such &#42;file&#42;',
      location: { path: 'b.json' },
      severity: 'ERROR',
      code: { value: 'not-read' },
    });
    expect(finding.related_locations).toEqual([
      { message: 'also &#42;here&#42;', location: { path: 'stdin' } },
    ]);
  });

  test('messages are escaped for Markdown', () => {
    const [{ message }] = JSON.parse(
      print(rdjson, resultOf([findingOf({ message: 'step "[x](javascript:1)" of @everyone' })])),
    ).diagnostics;
    expect(message).toBe('step "&#91;x&#93;(javascript:<!-- -->1)" of @<!-- -->everyone');
  });
});
