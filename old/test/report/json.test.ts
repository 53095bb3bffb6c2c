import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import json from '../../src/core/report/json.ts';
import { everything, oneFault } from './believable.ts';
import { findingOf, placeIn, print, resultOf } from './samples.ts';

const schema = JSON.parse(
  readFileSync(new URL('../../schemas/report.schema.json', import.meta.url), 'utf8'),
) as object;
const ajv = new Ajv({ allErrors: true });
const validate = ajv.compile(schema);

test('the report is version 1, byte for byte', async () => {
  await expect(print(json, oneFault())).toMatchFileSnapshot('one-fault.report.txt');
});

test.each([
  ['one fault', oneFault()],
  ['everything', everything()],
  ['nothing', resultOf([])],
])('%s is valid by the published schema', (_, result) => {
  validate(JSON.parse(print(json, result)));
  expect(validate.errors).toBeNull();
});

test('the schema refuses unknown fields', () => {
  const report = JSON.parse(print(json, oneFault()));
  for (const holder of [
    report,
    report.summary,
    report.findings[0],
    report.findings[0].location,
    report.findings[0].workflow,
  ]) {
    holder.excerpt = {};
    expect(validate(report)).toBe(false);
    delete holder.excerpt;
    expect(validate(report)).toBe(true);
  }
});

test('every field of the schema is described', () => {
  const missing: string[] = [];
  const visit = (node: { [key: string]: unknown }, path: string) => {
    for (const [name, field] of Object.entries(
      (node['properties'] ?? {}) as Record<string, Record<string, unknown>>,
    )) {
      const target =
        typeof field['$ref'] === 'string'
          ? ajv.getSchema(`urn:edgewise:schemas:report${field['$ref']}`)?.schema
          : field;
      if (
        field['description'] === undefined &&
        (target as Record<string, unknown>)['description'] === undefined
      )
        missing.push(`${path}/${name}`);
      visit(field, `${path}/${name}`);
    }
    if (node['items'] !== undefined) visit(node['items'] as Record<string, unknown>, `${path}[]`);
    for (const [name, definition] of Object.entries(
      (node['definitions'] ?? {}) as Record<string, Record<string, unknown>>,
    ))
      visit(definition, name);
  };
  visit(schema as Record<string, unknown>, '');
  expect(missing).toEqual([]);
});

test('quiet lists errors only, and counts everything', () => {
  const report = JSON.parse(print(json, everything(), { quiet: true }));
  expect(report.findings.map(({ severity }: { severity: string }) => severity)).toEqual([
    'error',
    'error',
    'error',
    'error',
  ]);
  expect(report.summary).toMatchObject({ errors: 4, warnings: 1, infos: 2 });
});

test('fields that do not apply are left out, empty lists are kept', () => {
  const [finding] = JSON.parse(print(json, resultOf([findingOf()]))).findings;
  expect(finding).toEqual({
    rule: 'dangling-edge',
    severity: 'error',
    message: 'the edge from "start" leads to "welcom", which is no step of this workflow',
    url: 'node_modules/edgewise/docs/rules/dangling-edge.md',
    fingerprint: '00f1c2d3e4a5b697',
    location: { source: 'welcome.json', pointer: '/edges/0/to' },
    related: [],
    fixes: [],
  });
});

test('the report has no excerpts of the document', () => {
  const secret = placeIn('{ "note": "call 0171", "name": 7 }', '7');
  expect(
    print(
      json,
      resultOf([findingOf({ location: secret, related: [{ message: 'here', location: secret }] })]),
    ),
  ).not.toContain('0171');
});

test('a long report comes in chunks', () => {
  const many = resultOf(
    Array.from({ length: 1000 }, (_, i) => findingOf({ fingerprint: String(i) })),
  );
  const chunks = [...json(many, { tool: { name: 'edgewise', version: '0.1.0' } } as never)];
  expect(Math.max(...chunks.map(({ length }) => length))).toBeLessThan(50_000);
});
