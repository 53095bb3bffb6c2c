import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rules } from '../../rules/index.ts';
import { exampleOf } from '../../src/core/report/page-example.ts';
import { isAboutCode, runsWith } from '../../src/core/rule.ts';

const FOLDER = new URL('../../rule-pages/', import.meta.url);
const OF_CODE = new Map(
  rules
    .filter(isAboutCode)
    .map((rule) => [rule.id, runsWith(rule, 'code') ? 'code' : 'record'] as const),
);

test('the example of each rule page is extracted without pictures', () => {
  for (const name of readdirSync(FOLDER)) {
    if (name === 'README.md') continue;
    const page = readFileSync(new URL(name, FOLDER), 'utf8');
    if (!page.includes('\n## Example\n')) continue;
    const blocks = exampleOf(page);
    const code = blocks.filter(({ isCode }) => isCode).map(({ text }) => text);
    expect(code.length, name).toBeGreaterThanOrEqual(2);
    const id = name.slice(0, -3);
    // A rule about code has its events and workflows between its code and the output.
    const output = code.find((text) => text.startsWith('$ '));
    const command = new RegExp(`^\\$ edgewise (?:code|record) --only ${id} `);
    if (OF_CODE.has(id)) expect(output, name).toMatch(command);
    else expect(code[1], name).toContain(`$ edgewise --only ${id} example.bad.`);
    expect(blocks.map(({ text }) => text).join(), name).not.toMatch(/flowchart|^#/);
  }
});

test('a page without an example has no example', () => {
  expect(exampleOf('')).toEqual([]);
  expect(exampleOf('# a\n\n## Why it matters\n\nx\n\n```json\n{}\n```\n')).toEqual([]);
});
