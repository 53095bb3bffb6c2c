import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { lint } from '../src/core/lint/lint.ts';
import { DEFAULT_CHOICE } from '../src/core/lint/settings.ts';
import { documentsOf, ruleSet } from './cases.ts';

/**
 * Whole inputs with all that is reported of them in the default preset, in order of their places: faults that people reported in
 * public, and typical mistakes in an otherwise valid workflow.
 */
interface Input {
  readonly about: string;
  readonly rules: readonly string[];
  readonly files: Readonly<Record<string, unknown>>;
}

const folder = new URL('inputs/', import.meta.url);

test.each(readdirSync(folder))('%s', (file) => {
  const { rules, files } = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Input;
  const { findings } = lint(documentsOf({ input: files }), ruleSet, { choice: DEFAULT_CHOICE });
  expect([...new Set(findings.map(({ rule }) => rule))]).toEqual(rules);
});
