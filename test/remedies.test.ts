import { expect, test } from 'vitest';
import { rules } from '../rules/index.ts';
import { applyEdits } from '../src/core/document/text-edits.ts';
import type { RuleChoice } from '../src/core/lint/settings.ts';
import type { Finding, Severity } from '../src/core/model/finding.ts';
import { caseFiles, hasCases, readCase } from './cases.ts';
import { lintTexts } from './lint-text.ts';
import { optionsOf, readScene, scenesOf } from './pages.ts';
import { applyRemedy, remediesOf } from './remedies.ts';

const RANK: Record<Severity, number> = { error: 2, warning: 1, info: 0 };

interface Input {
  readonly name: string;
  readonly text: string;
  readonly choice: RuleChoice;
}

/** What a change leaves or causes: the finding itself, and new ones that are as severe. */
function outcome(
  { name, choice }: Input,
  before: readonly Finding[],
  fixed: Finding,
  text: string,
) {
  const { findings: after, crashed } = lintTexts({ [name]: text }, choice);
  if (crashed) return ['a rule crashed'];
  const count = (findings: readonly Finding[], id: string) =>
    findings.filter(({ rule }) => rule === id).length;
  const same = (findings: readonly Finding[]) =>
    findings.filter(({ fingerprint }) => fingerprint === fixed.fingerprint).length;
  // Of several faults, the place has one.
  const isOne = !/, and \d+ more$/.test(fixed.message);
  const isLeft =
    isOne && same(after) >= same(before) && count(after, fixed.rule) >= count(before, fixed.rule);
  const left = isLeft ? ['it stays'] : [];
  const known = new Set(before.map(({ fingerprint }) => fingerprint));
  const isNew = ({ fingerprint, rule, severity }: Finding) =>
    !known.has(fingerprint) &&
    RANK[severity] >= RANK[fixed.severity] &&
    count(after, rule) > count(before, rule) - (rule === fixed.rule && isOne ? 1 : 0);
  // The rest of a text that is not JSON was not checked.
  const added = fixed.rule === 'invalid-json' ? [] : after.filter(isNew);
  return [...left, ...added.map(({ rule, message }) => `${rule}: ${message}`)];
}

/** Findings at a place that is not where the remedy is made, and faults behind which others hide. */
const EXCEPTIONS = new Map([
  ['unheard-event', /./], // the event is sent by application code
  ['missing-trigger', /^(?:step-without-type|several)/], // several steps have no known type
  ['unknown-step-type', /^(?:step-without-type|several|alpha)/], // and one no template
  ['dead-branch', /^timeout-branch-of-an/], // behind it, a value is read on the wrong branch
  ['endless-wait', /^wait-without-a-timeout/], // behind it, the branch of the timeout is missing
  ['unknown-config-field', /^each-type/], // what the misspelt field holds is incomplete
]);

let followedInAll = 0;

function failures(input: Input): readonly string[] {
  const { findings } = lintTexts({ [input.name]: input.text }, input.choice);
  return findings.flatMap((finding) => {
    if (EXCEPTIONS.get(finding.rule)?.test(input.name)) return [];
    const where = `${input.name} ${finding.rule} ${finding.location.pointer}: ${finding.message}`;
    const tried = finding.fixes.map(({ title, edits }) => {
      const made = edits.map(({ startOffset, endOffset, text }) => ({
        offset: startOffset,
        length: endOffset - startOffset,
        text,
      }));
      return [`fix ${title}`, applyEdits(input.text, [{ edits: made }]).text] as const;
    });
    const followed = remediesOf(finding).map(
      (remedy) =>
        [
          `help ${finding.help} ${JSON.stringify(remedy)}`,
          applyRemedy(input.text, finding, remedy),
        ] as const,
    );
    followedInAll += followed.length;
    const failed = (all: readonly (readonly [string, string | undefined])[]) =>
      all.flatMap(([what, text]) => {
        const faults =
          text === undefined
            ? ['it cannot be made there']
            : outcome(input, findings, finding, text);
        return faults.length === 0 ? [] : [`${where}\n  ${what}\n  → ${faults.join('\n  → ')}`];
      });
    const refused = failed(tried);
    // Of several fixes, one is made.
    return [...(refused.length < tried.length ? [] : refused), ...failed(followed)];
  });
}

test.each(rules.map(({ id }) => id))('what %s names can be written', (id) => {
  const inputs = scenesOf(id, 'bad')
    .filter((file) => file.endsWith('.json'))
    .map((file): Input => {
      const options = optionsOf(id, file);
      const choice = { preset: 'strict', ...(options && { options: new Map([[id, options]]) }) };
      return { name: file, text: String(readScene(id, file)), choice: choice as RuleChoice };
    });
  expect(inputs.flatMap(failures)).toEqual([]);
});

test.skipIf(!hasCases)('what is named in published workflows can be written', () => {
  const inputs = caseFiles().map((name) => ({
    ...{ name, text: readCase(name) },
    choice: { preset: 'strict' } as const,
  }));
  expect(inputs.flatMap(failures)).toEqual([]);
});

test('several hundred remedies were followed', () => {
  expect(followedInAll).toBeGreaterThan(400);
});
