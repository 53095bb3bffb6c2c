import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { lintTexts } from './lint-text.ts';

// Typical mistakes, with all that is reported of them: see test/kept/README.md.

const home = new URL('kept/', import.meta.url);

interface Kept {
  readonly rules: readonly string[];
  readonly input: object;
}

test.each(readdirSync(home).filter((file) => file.endsWith('.json')))('%s', (file) => {
  const { rules, input } = JSON.parse(readFileSync(new URL(file, home), 'utf8')) as Kept;
  const { findings } = lintTexts({ [file]: JSON.stringify(input) });
  expect(findings.map(({ rule }) => rule)).toEqual(rules);
});
