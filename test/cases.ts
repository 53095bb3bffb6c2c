import { causes, mandatory } from '../rules/causes.ts';
import { rules } from '../rules/index.ts';
import { splitLines } from '../src/core/document/json-lines.ts';
import { emptyDocument } from '../src/core/document/node.ts';
import { decodeText } from '../src/core/document/text.ts';
import { type LintResult, type LintSettings, lint } from '../src/core/lint/lint.ts';
import { DEFAULT_CHOICE } from '../src/core/lint/settings.ts';
import type { ApiCall, Document } from '../src/core/model/workflow.ts';
import { parseNotation } from './notation.ts';

/** The notation of notation.ts; or files by name: JSON values, or text as it is. */
export type CaseInput = string | Readonly<Record<string, unknown>>;

export interface RuleCase {
  /** What it shows, where the input does not say it. */
  readonly name?: string;
  readonly input: CaseInput;
  /** Calls of source files or of a recorded program. */
  readonly calls?: readonly Partial<ApiCall>[];
  readonly options?: object;
}

export interface InvalidCase extends RuleCase {
  /** The messages of the rule, in the order of the report; with another severity than its own before it: `info: …`. */
  readonly reports: readonly string[];
}

export interface RuleCases {
  /** The rule has nothing to say, also in its strict form. */
  readonly valid: readonly (RuleCase | CaseInput)[];
  readonly invalid: readonly InvalidCase[];
}

export const ruleSet = { rules, causes, mandatory };

export function documentsOf({ input, calls = [] }: RuleCase): readonly Document[] {
  const files = typeof input === 'string' ? { 'case.json': parseNotation(input) } : input;
  const documents = Object.entries(files).flatMap(([name, content]) => {
    const text = typeof content === 'string' ? content : JSON.stringify(content, null, 2);
    const file = { name, text, isNamed: true };
    return /\.(?:jsonl|ndjson)$/.test(name) ? splitLines(file).map(decodeText) : [decodeText(file)];
  });
  return calls.length === 0 ? documents : [...documents, documentOfCalls(calls)];
}

function documentOfCalls(calls: readonly Partial<ApiCall>[]): Document {
  const value = { calls: calls.map(() => ({})) };
  const document = emptyDocument({ name: 'send.ts', isNamed: true }, value);
  const made = calls.map(
    (call, index): ApiCall => ({
      ...{ kind: 'call', document, pointer: `/calls/${index}`, raw: {} },
      ...{
        names: { of: new Map(), corrections: [], unknown: [] },
        origin: 'source',
        does: 'send',
        via: 'sdk',
      },
      callee: 'events.send',
      ...{ event: undefined, fields: undefined, payload: undefined },
      ...{ request: undefined, result: 'used', refusal: undefined },
      ...call,
    }),
  );
  return { ...document, calls: made };
}

/** All rules on a case, strict. */
export function lintCase(of: RuleCase, rule?: string): LintResult {
  const options = new Map(rule === undefined ? [] : [[rule, of.options ?? {}]]);
  const settings: LintSettings = { choice: { ...DEFAULT_CHOICE, preset: 'strict', options } };
  return lint(documentsOf(of), ruleSet, settings);
}

export const asCase = (of: RuleCase | CaseInput): RuleCase =>
  typeof of === 'string' || !('input' in of) ? { input: of } : (of as unknown as RuleCase);
