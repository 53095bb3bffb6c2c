import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { rules } from '../rules/index.ts';
import type { Finding, Fix } from '../src/core/model/finding.ts';
import { asCase, documentsOf, lintCase, type RuleCase, type RuleCases } from './cases.ts';

const folder = new URL('rules/', import.meta.url);
const files = readdirSync(folder).filter((file) => file.endsWith('.cases.ts'));

test('every rule has cases, and all cases have a rule', () => {
  expect(files.map((file) => file.replace('.cases.ts', '')).sort()).toEqual(
    rules.map(({ id }) => id).sort(),
  );
});

for (const rule of rules)
  describe(rule.id, async () => {
    const { default: cases } = (await import(new URL(`${rule.id}.cases.ts`, folder).href)) as {
      readonly default: RuleCases;
    };
    const findingsOf = (of: RuleCase): readonly Finding[] =>
      lintCase(of, rule.id).findings.filter((finding) => finding.rule === rule.id);

    test.each(
      cases.valid.map((each, i) => [asCase(each).name ?? `valid ${i + 1}`, asCase(each)] as const),
    )('%s', (_, of) => {
      expect(findingsOf(of)).toEqual([]);
      expect(lintCase(of, rule.id).crashed).toEqual([]);
    });

    test.each(cases.invalid.map((each, i) => [each.name ?? `invalid ${i + 1}`, each] as const))(
      '%s',
      (_, of) => {
        const messages = findingsOf(of).map(({ severity, message }) =>
          severity === rule.severity ? message : `${severity}: ${message}`,
        );
        expect(messages).toEqual(of.reports);
      },
    );

    test('places, help and fixes', async () => {
      const printed = cases.invalid.flatMap((of, i) => [
        `# ${of.name ?? `invalid ${i + 1}`}`,
        ...findingsOf(of).map(print),
        '',
      ]);
      await expect(printed.join('\n')).toMatchFileSnapshot(`rules/places/${rule.id}.txt`);
    });

    test('a fix that is printed removes its finding and adds no error', () => {
      for (const of of cases.invalid)
        for (const finding of findingsOf(of))
          for (const fix of finding.fixes) {
            const before = lintCase(of, rule.id);
            const after = lintCase(fixed(of, finding, fix), rule.id);
            const same = after.findings.filter((each) => each.fingerprint === finding.fingerprint);
            expect(same.filter(({ message }) => message === finding.message)).toEqual([]);
            expect(errorsIn(after.findings)).toBeLessThanOrEqual(errorsIn(before.findings));
          }
    });
  });

const errorsIn = (findings: readonly Finding[]): number =>
  findings.filter(({ severity }) => severity === 'error').length;

function print({ location, message, help, consequence, related, fixes }: Finding): string {
  const at = ({ source, pointer, region }: Finding['location']): string =>
    `${source}${region === undefined ? '' : `:${region.startLine}:${region.startColumn}`} ${pointer}`;
  return [
    `${at(location)}: ${message}`,
    ...(consequence === undefined ? [] : [`  ${consequence}`]),
    ...(help === undefined ? [] : [`  help: ${help}`]),
    ...related.map((each) => `  ${at(each.location)}: ${each.message}`),
    ...fixes.map(({ title, safety, edits }) => {
      const texts = edits.map(({ pointer, text }) => `${pointer} ${JSON.stringify(text)}`);
      return `  ${safety} fix: ${title}: ${texts.join(', ')}`;
    }),
  ].join('\n');
}

/** The case after a fix. */
function fixed(of: RuleCase, { input, location }: Finding, { edits }: Fix): RuleCase {
  const files = Object.fromEntries(
    documentsOf(of).flatMap(({ input: { name, text } }) =>
      text === undefined ? [] : [[name, text]],
    ),
  );
  let text = input.text ?? '';
  for (const { startOffset, endOffset, text: own } of [...edits].reverse())
    text = text.slice(0, startOffset) + own + text.slice(endOffset);
  return { ...of, input: { ...files, [location.source]: text } };
}
