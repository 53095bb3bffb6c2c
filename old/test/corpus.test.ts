import { expect, test } from 'vitest';
import { rules } from '../rules/index.ts';
import { hasCases, readCase } from './cases.ts';
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

/** Marked as valid, but invalid by the documented rules. */
const EXCEPTIONS = new Map([
  ['clone-01-outbox-onboarding.json', ['invalid-delay']], // a number where a duration text belongs, with a "unit" no dialect has
  ['docs-10-send-email-full.json', ['unknown-variable']], // takes a value from an event that it never waits for
]);

test.skipIf(!hasCases)('published workflows without faults have no errors', () => {
  const rows = [...readCase('INDEX.md').matchAll(/^\| (\S+\.json) \|[^|]*\|(.*)\|$/gm)];
  expect(rows.length).toBeGreaterThan(0);
  const alarms = rows.flatMap(([, file = '', what = '']) => {
    const { findings, crashed } = lintTexts({ [file]: readCase(file) });
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
