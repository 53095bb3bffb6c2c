import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { exampleOf } from '../../src/core/report/page-example.ts';

const FOLDER = new URL('../../docs/rules/', import.meta.url);

test('the example on each page of a rule is found, without pictures', () => {
  for (const name of readdirSync(FOLDER)) {
    if (name === 'README.md') continue;
    const page = readFileSync(new URL(name, FOLDER), 'utf8');
    if (!page.includes('\n## Example\n')) continue;
    const blocks = exampleOf(page);
    const code = blocks.filter(({ isCode }) => isCode).map(({ text }) => text);
    expect(code.length, name).toBeGreaterThanOrEqual(2);
    expect(code[1], name).toContain(`$ edgewise --only ${name.slice(0, -3)} example.bad.`);
    expect(blocks.map(({ text }) => text).join(), name).not.toMatch(/flowchart|^#/);
  }
});

test('a page without an example has none', () => {
  expect(exampleOf('')).toEqual([]);
  expect(exampleOf('# a\n\n## Why it matters\n\nx\n\n```json\n{}\n```\n')).toEqual([]);
});
