import { applyEdits } from '../src/core/document/text-edits.ts';
import type { RuleChoice } from '../src/core/lint/settings.ts';
import type { Finding, Severity } from '../src/core/model/finding.ts';
import { lintTexts } from './lint-text.ts';
import { applyRemedy, remediesOf } from './remedies.ts';

const RANK: Record<Severity, number> = { error: 2, warning: 1, info: 0 };

export interface Input {
  readonly name: string;
  readonly text: string;
  /** Other files that are read with it. */
  readonly beside?: Readonly<Record<string, string>>;
  readonly choice?: RuleChoice;
  /** Unsafe fixes are not tried: `--fix-unsafe` tries them. */
  readonly isSafe?: true;
}

interface Followed {
  /** The number of values that a help names. */
  readonly followed: number;
  /** Values that leave their finding, or cause one that is as severe. */
  readonly failures: readonly string[];
}

const lint = ({ name, beside, choice }: Input, text: string) =>
  lintTexts({ ...beside, [name]: text }, choice);

/** What a change leaves or causes: the finding itself, and new ones that are as severe. */
function outcome(input: Input, before: readonly Finding[], fixed: Finding, text: string) {
  const { findings: after, crashed } = lint(input, text);
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

/** Makes each fix and follows each help of the findings in a file, one at a time. */
export function followRemedies(
  input: Input,
  isExcepted: (finding: Finding) => boolean = () => false,
): Followed {
  let followed = 0;
  const { findings } = lint(input, input.text);
  const failures = findings
    .filter((finding) => finding.location.source === input.name && !isExcepted(finding))
    .flatMap((finding) => {
      const where = `${input.name} ${finding.rule} ${finding.location.pointer}: ${finding.message}`;
      const faultsOf = (what: string, text: string | undefined): readonly string[] => {
        const faults =
          text === undefined
            ? ['it cannot be made there']
            : outcome(input, findings, finding, text);
        return faults.length === 0 ? [] : [`${where}\n  ${what}\n  → ${faults.join('\n  → ')}`];
      };
      const fixes = finding.fixes.filter(
        ({ safety }) => input.isSafe !== true || safety === 'safe',
      );
      const refused = fixes.flatMap(({ title, edits }) => {
        const made = edits.map(({ startOffset, endOffset, text }) => ({
          offset: startOffset,
          length: endOffset - startOffset,
          text,
        }));
        return faultsOf(`fix ${title}`, applyEdits(input.text, [{ edits: made }]).text);
      });
      const remedies = remediesOf(finding);
      followed += remedies.length;
      return [
        // Of several fixes, one is made.
        ...(refused.length < fixes.length ? [] : refused),
        ...remedies.flatMap((remedy) =>
          faultsOf(
            `help ${finding.help} ${JSON.stringify(remedy)}`,
            applyRemedy(input.text, finding, remedy),
          ),
        ),
      ];
    });
  return { followed, failures };
}
