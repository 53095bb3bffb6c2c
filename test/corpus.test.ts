import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rules } from '../rules/index.ts';
import { lintTexts, printFinding } from './lint-text.ts';
import { exampleScenes, optionsOf, readScene } from './pages.ts';
import { lintExamples } from './tables.ts';

// False alarms: workflows marked as valid must stay without errors when rules are added.

const CLEAN = ['Welcome series', 'Roast of the month'];

test.each(rules.map(({ id }) => id))('the good example on the page of %s has no errors', (id) => {
  const { ok } = exampleScenes(id);
  if (ok === undefined) return;
  const options = optionsOf(id, ok);
  const { findings } = lintTexts(
    { [ok]: readScene(id, ok) },
    { options: options && new Map([[id, options]]) },
  );
  expect(
    findings
      .filter(({ severity }) => severity === 'error')
      .map((finding) => `${finding.rule} ${printFinding(finding)}`),
  ).toEqual([]);
});

test('bundled examples without faults have no errors and warnings', () => {
  const { findings } = lintExamples();
  expect(
    findings
      .filter(
        ({ workflow, severity }) => severity !== 'info' && CLEAN.includes(workflow?.name ?? ''),
      )
      .map((finding) => `${finding.rule} ${printFinding(finding)}`),
  ).toEqual([]);
});

// An optional corpus beside the checkout: workflows as people publish them. Its INDEX.md has a table `file | form | what`,
// where `what` says BROKEN of those that are.
const corpus = new URL('../../shared/cases/', import.meta.url);

/** Marked as valid, but invalid by the documented rules. */
const EXCEPTIONS = new Map([
  ['clone-01-outbox-onboarding.json', ['invalid-delay']], // a number where a duration text belongs, with a "unit" no dialect has
  ['docs-10-send-email-full.json', ['unknown-variable']], // takes a value from an event that it never waits for
]);

test.skipIf(!existsSync(corpus))('published workflows without faults have no errors', () => {
  const rows = [
    ...readFileSync(new URL('INDEX.md', corpus), 'utf8').matchAll(
      /^\| (\S+\.json) \|[^|]*\|(.*)\|$/gm,
    ),
  ];
  expect(rows.length).toBeGreaterThan(0);
  const alarms = rows.flatMap(([, file = '', what = '']) => {
    const { findings, crashed } = lintTexts({ [file]: readFileSync(new URL(file, corpus)) });
    if (crashed) return [`${file}: a rule crashed`];
    const errors = findings.filter(({ severity }) => severity === 'error');
    if (what.includes('BROKEN'))
      return errors.length === 0 ? [`${file}: broken, but no error`] : [];
    return errors
      .filter(({ rule }) => !EXCEPTIONS.get(file)?.includes(rule))
      .map((finding) => `${file}: ${finding.rule} ${printFinding(finding)}`);
  });
  expect(alarms).toEqual([]);
});
