/** `edgewise/core`: checks, pictures and simulations of texts, without files and network. */

import { causes, mandatory } from '../../../rules/causes.ts';
import { rules as ownRules } from '../../../rules/index.ts';
import { decodeFile, decodeText } from '../../core/document/text.ts';
import { type LintResult, lint, type RuleSet } from '../../core/lint/lint.ts';
import {
  DEFAULT_CHOICE,
  PRESETS,
  type RuleChoice,
  rulesInForce,
} from '../../core/lint/settings.ts';
import { type Finding, SEVERITIES, type Severity } from '../../core/model/finding.ts';
import type { JsonObject } from '../../core/model/json.ts';
import { nearest } from '../../core/model/nearest.ts';
import { didYouMean, quote } from '../../core/model/text.ts';
import type { Document, Workflow } from '../../core/model/workflow.ts';
import { FORMATS } from '../../core/report/formats.ts';
import { type JsonReport, reportOf } from '../../core/report/json.ts';
import { isComplete, summaryOf } from '../../core/report/listing.ts';
import { NOTHING_SILENCED, PLAIN_PALETTE, type ReportContext } from '../../core/report/reporter.ts';
import { TOOL } from '../../core/report/tool.ts';
import type { AnyRule, OptionSchema, Preset } from '../../core/rule.ts';

export type {
  Document,
  Edge,
  EventDefinition,
  Step,
  Workflow,
} from '../../core/model/workflow.ts';
export type { JsonFinding, JsonReport } from '../../core/report/json.ts';
export { type AnyRule, defineRule, type ReportFn, type Rule } from '../../core/rule.ts';
export { decodeText, type Finding, type LintResult };

type Level = Severity | 'off';

/** As in a configuration. */
export interface LintOptions {
  readonly preset?: Preset;
  /** Id → severity, or severity and options. */
  readonly rules?: Readonly<Record<string, Level | readonly [Level, object]>>;
  readonly only?: readonly string[];
  /** Rules of your own. */
  readonly extraRules?: readonly AnyRule[];
}

/** File name → its text. All are one account. */
export type Files = Readonly<Record<string, string>>;

/** The names for `printTexts`. */
export const formats: readonly string[] = [...FORMATS.keys()];

/** Checks the text of one export. Faults in it are findings, never exceptions. */
export const lintText = (
  text: string,
  options: LintOptions = {},
  source = 'text.json',
): JsonReport => lintTexts({ [source]: text }, options);

/** Checks a parsed JSON value. */
export const lintValue = (
  value: unknown,
  options: LintOptions = {},
  source = 'value.json',
): JsonReport => lintText(JSON.stringify(value, null, 2), options, source);

export function lintTexts(files: Files, options: LintOptions = {}): JsonReport {
  const known = ruleSetOf(options);
  const choice = choiceOf(options, known);
  const result = lint(documentsOf(files), known, { choice });
  return reportOf(result, contextOf(result, known, choice));
}

/** The report of `edgewise -f FORMAT`. */
export async function printTexts(
  files: Files,
  format: string,
  options: LintOptions = {},
): Promise<string> {
  const reporter = FORMATS.get(format);
  if (reporter === undefined) throw new RangeError(`formats: ${formats.join(', ')}`);
  const known = ruleSetOf(options);
  const choice = choiceOf(options, known);
  const result = lint(documentsOf(files), known, { choice });
  const { default: print } = await reporter.load();
  return [...print(result, contextOf(result, known, choice))].join('');
}

/** All workflows as one SVG, with their findings, as `edgewise graph -f svg` draws them. */
export async function drawTexts(files: Files, options: LintOptions = {}): Promise<string> {
  const known = ruleSetOf(options);
  const documents = documentsOf(files);
  const { findings } = lint(documents, known, { choice: choiceOf(options, known) });
  const workflows = documents.flatMap((document): readonly Workflow[] => document.workflows);
  const { drawPictures, pictureOf } = await import('../picture/index.ts');
  return drawPictures(workflows.map((workflow) => pictureOf(workflow, findings)));
}

export interface SimulationOptions {
  readonly event: string;
  readonly payload?: JsonObject;
  readonly contact?: JsonObject;
  /** As for `--when`: `order.paid@+2 days`. */
  readonly when?: readonly string[];
  readonly all?: boolean;
}

/** What one contact receives, as text. */
export async function simulateTexts(files: Files, options: SimulationOptions): Promise<string> {
  const { event, payload, contact, when = [], all = false } = options;
  const { parseLater, simulate, simulationText } = await import('../simulate/index.ts');
  const simulation = simulate(documentsOf(files), {
    ...{ event, later: when.map((each) => parseLater(each)), isAll: all },
    ...(payload !== undefined && { payload }),
    ...(contact !== undefined && { contact }),
  });
  return [...simulationText(simulation, { palette: PLAIN_PALETTE, width: 80 })].join('');
}

const documentsOf = (files: Files): readonly Document[] =>
  Object.entries(files).flatMap(([name, text]) => decodeFile(name, text.replace(/^\ufeff/, '')));

export const ruleSetOf = ({ extraRules = [] }: LintOptions): RuleSet => ({
  rules: [...ownRules, ...extraRules],
  causes,
  mandatory,
});

/** Throws a RangeError that names all mistakes. */
export function choiceOf(options: LintOptions, { rules, mandatory: fixed }: RuleSet): RuleChoice {
  const { preset = DEFAULT_CHOICE.preset, rules: given = {}, only } = options;
  const ids = rules.map(({ id }) => id);
  const settings = Object.entries(given).map(([id, setting]) => {
    const [severity, own = {}] = [setting].flat() as [Level, object?];
    return { id, severity, own };
  });
  const mistakes = [
    ...(PRESETS.includes(preset) ? [] : [`unknown preset ${quote(String(preset))}`]),
    ...[...settings.map(({ id }) => id), ...(only ?? [])].flatMap((id) => {
      const near = nearest(id, ids);
      const hint = near === undefined ? '' : `; ${didYouMean(near)}`;
      return ids.includes(id) ? [] : [`unknown rule ${quote(id)}${hint}`];
    }),
    ...settings.flatMap(({ id, severity }) => {
      const isKnown = [...SEVERITIES, 'off'].includes(severity);
      if (!isKnown) return [`${id}: unknown severity ${quote(String(severity))}`];
      return fixed.has(id) && severity !== 'error' ? [`${id} is always an error`] : [];
    }),
    ...settings.flatMap(({ id, own }) => {
      const schema: object = rules.find((rule) => rule.id === id)?.options?.schema ?? {};
      const known = new Map<string, OptionSchema>(Object.entries(schema));
      return Object.entries(own)
        .filter(([name, value]) => !isOption(value, known.get(name)))
        .map(([name]) => `${id}: ${known.get(name)?.description ?? `no option ${quote(name)}`}`);
    }),
  ];
  if (mistakes.length > 0) throw new RangeError(mistakes.join('\n'));
  return {
    ...{ ...DEFAULT_CHOICE, preset },
    severities: new Map(settings.map(({ id, severity }) => [id, severity])),
    options: new Map(settings.map(({ id, own }) => [id, own])),
    ...(only !== undefined && { only: new Set(only) }),
  };
}

/** By the keywords that the options of our rules have; undefined where there is no such option. */
function isOption(value: unknown, schema: OptionSchema | undefined): boolean {
  if (schema === undefined) return false;
  const { type, pattern = '', minimum, maximum } = schema;
  if (type === 'string') return typeof value === 'string' && new RegExp(`${pattern}`).test(value);
  if (type === 'array')
    return Array.isArray(value) && value.every((each) => typeof each === 'string');
  if (type !== 'integer') return true;
  return (
    Number.isInteger(value) && !(Number(value) < Number(minimum) || Number(value) > Number(maximum))
  );
}

function contextOf(result: LintResult, known: RuleSet, choice: RuleChoice): ReportContext {
  const isFailed = summaryOf(result).errors > 0;
  return {
    tool: TOOL,
    exitCode: isFailed ? 1 : isComplete(result) ? 0 : 2,
    rules: rulesInForce(known.rules, choice, known.mandatory).map(({ rule }) => rule),
    ...{ elapsed: 0, palette: PLAIN_PALETTE, width: 80, silenced: NOTHING_SILENCED },
    ...{ quiet: false, showAccepted: false, maxFindings: 0 },
  };
}
