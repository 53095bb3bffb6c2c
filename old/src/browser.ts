/** The core: pure and without Node, so it also runs in a browser, a worker or an editor. */
import pkg from '../package.json' with { type: 'json' };
import { rules as ownRules } from '../rules/index.ts';
import { checkConfig } from './core/config/check.ts';
import { parseDocument } from './core/document/parse.ts';
import { type DocumentText, textDocuments } from './core/document/split.ts';
import type { Scene } from './core/drawing/scene.ts';
import type { SvgOptions } from './core/drawing/svg.ts';
import {
  type ActiveRule,
  activate,
  type PresetName,
  type RuleChoice,
} from './core/lint/settings.ts';
import type { Finding, Result, Severity } from './core/model/finding.ts';
import { nearest } from './core/model/nearest.ts';
import type { Workflow } from './core/model/nodes.ts';
import type { Simulation, SimulationRequest } from './core/model/simulation.ts';
import { FORMATS } from './core/report/formats.ts';
import { PLAIN_PALETTE } from './core/report/reporter.ts';
import type { AnyRule } from './core/rule.ts';
import { simulate } from './features/simulate/simulate.ts';
import { runItems } from './run/run.ts';

/** The rules, as in a configuration file. */
export interface LintOptions {
  /** Default: `recommended`. */
  readonly preset?: PresetName;
  /** By id: a severity, or a severity and options. */
  readonly rules?: Readonly<Record<string, RuleEntry>>;
  /** Run only these rules. */
  readonly only?: readonly string[];
  /** Rules of your own, made with `defineRule`. */
  readonly extraRules?: readonly AnyRule[];
}

export type RuleEntry = Severity | 'off' | readonly [Severity | 'off', object];

/** Checks the text of one export: JSON or JSON Lines. @param source what findings call it. */
export function lintText(text: string, options: LintOptions = {}, source = 'input.json'): Result {
  return lintTexts({ [source]: text }, options);
}

/** Checks related texts, such as workflows and their event definitions. Keys are the source names in findings. */
export function lintTexts(texts: Texts, options: LintOptions = {}): Result {
  const rules = activeRules(options);
  const documents = [...documentsIn(texts)];
  const items = [{ documents, from: { explicit: true } }];
  return runItems(items, { rules, areAllSources: true }).result;
}

export type Texts = Readonly<Record<string, string>> | ReadonlyMap<string, string>;

function* documentsIn(texts: Texts): Iterable<DocumentText> {
  for (const [source, given] of texts instanceof Map ? texts : Object.entries(texts)) {
    if (typeof given !== 'string')
      throw new TypeError(`the text of "${source}" is not a string; pass values to lintValue`);
    yield* textDocuments(given, source);
  }
}

/** What one contact receives after an event, over the workflows in these texts. `lintTexts` reports what cannot be read in them. */
export function simulateTexts(texts: Texts, request: SimulationRequest): Simulation {
  const documents = [...documentsIn(texts)].map(({ text, ref }) => parseDocument(text, ref));
  return simulate(
    documents.flatMap(({ workflows }) => workflows),
    documents.flatMap(({ events }) => events),
    request,
  );
}

/** Checks a value in any form of a file. Lines refer to the text of `JSON.stringify(value, null, 2)`. */
export function lintValue(
  value: unknown,
  options: LintOptions = {},
  source = 'input.json',
): Result {
  const text = JSON.stringify(value, null, 2);
  if (text === undefined) throw new TypeError(`a value of type ${typeof value} has no JSON`);
  return lintTexts(new Map([[source, text]]), options);
}

/** The context of a report besides the result. */
export interface PrintOptions {
  /** Show errors only; the counts stay the same. */
  readonly quiet?: boolean;
  /** Duration of the check in milliseconds, for reports that print it. */
  readonly elapsed?: number;
  /** The rules of your own that were among those checked. */
  readonly extraRules?: readonly AnyRule[];
}

export const formats: readonly string[] = [...FORMATS.keys()];

/** A result as printed by `--format`, without colour. */
export async function printResult(
  result: Result,
  format: string,
  { quiet = false, elapsed = 0, extraRules = [] }: PrintOptions = {},
): Promise<string> {
  const found = FORMATS.get(format);
  if (found === undefined)
    throw new RangeError(`unknown format "${format}": ${didYouMean(format, formats)}`);
  const reporter = await found.load();
  const tool = { name: pkg.name, version: pkg.version };
  const rules = knownRules({ extraRules });
  const pageOf = () => undefined;
  const context = { tool, rules, pageOf, palette: PLAIN_PALETTE, elapsed, quiet };
  return [...reporter(result, context)].join('');
}

/** A workflow as SVG, with its own findings. The code that draws is loaded on first use. */
export async function drawWorkflow(
  workflow: Workflow,
  findings: readonly Finding[] = [],
  options: SvgOptions = {},
): Promise<string> {
  const picture = await import('./features/picture/draw.ts');
  return picture.printWorkflow(workflow, findings, options);
}

/** The same as plain data, for pages with their own drawing: boxes, lines and texts with positions. */
export async function sceneOf(
  workflow: Workflow,
  findings: readonly Finding[] = [],
): Promise<Scene> {
  const picture = await import('./features/picture/draw.ts');
  return picture.buildScene(workflow, findings);
}

/** The rules in force. Throws a RangeError that names every mistake in the options. */
export function activeRules(options: LintOptions): readonly ActiveRule[] {
  return activate(knownRules(options), readRuleChoice(options));
}

export const knownRules = ({ extraRules = [] }: LintOptions): readonly AnyRule[] => [
  ...ownRules,
  ...extraRules,
];

/** The rule settings of the options. Throws like `activeRules`. */
export function readRuleChoice({
  preset,
  rules = {},
  only,
  extraRules = [],
}: LintOptions): RuleChoice {
  const known = knownRules({ extraRules });
  const ids = known.map(({ id }) => id);
  const twice = ids.find((id, at) => ids.indexOf(id) !== at);
  if (twice !== undefined)
    throw new RangeError(`there are two rules "${twice}": give yours another id`);
  const mistakes = checkConfig({ ...(preset !== undefined && { preset }), rules }, known).map(
    ({ pointer, message }) => `${pointer}: ${message}`,
  );
  for (const id of only ?? [])
    if (!ids.includes(id)) mistakes.push(`only: unknown rule "${id}": ${didYouMean(id, ids)}`);
  if (mistakes.length > 0) throw new RangeError(mistakes.join('\n'));
  const severities = new Map<string, Severity | 'off'>();
  const given = new Map<string, object>();
  for (const [id, entry] of Object.entries(rules)) {
    const [severity, own] = typeof entry === 'string' ? [entry] : entry;
    severities.set(id, severity);
    if (own !== undefined) given.set(id, own);
  }
  return {
    preset,
    severities,
    options: given,
    only: only === undefined ? undefined : new Set(only),
  };
}

function didYouMean(given: string, known: readonly string[]): string {
  const near = nearest(given, known);
  return near === undefined ? `there are ${known.join(', ')}` : `did you mean "${near}"?`;
}

export { parseDocument } from './core/document/parse.ts';
export type {
  Box,
  BoxText,
  Frame,
  Line,
  LineLabel,
  PlacedMark,
  PlacedText,
  Scene,
} from './core/drawing/scene.ts';
export type { SvgOptions } from './core/drawing/svg.ts';
export { createLinter, type Linter } from './core/lint/linter.ts';
export type { ReadText } from './core/lint/locate.ts';
export {
  type ActiveRule,
  activate,
  type PresetName,
  type RuleChoice,
} from './core/lint/settings.ts';
export type {
  Excerpt,
  Failure,
  Finding,
  Location,
  NotChecked,
  Region,
  Related,
  Result,
  Severity,
  Summary,
} from './core/model/finding.ts';
export type {
  Document,
  DocumentRef,
  Edge,
  EventDefinition,
  List,
  Node,
  Place,
  Step,
  Workflow,
} from './core/model/nodes.ts';
export type {
  Choice,
  Decider,
  FilledVariable,
  LaterEvent,
  Loop,
  Moment,
  Question,
  Refusal,
  Run,
  SimulatedStart,
  Simulation,
  SimulationRequest,
  Within,
  WorkflowName,
} from './core/model/simulation.ts';
export {
  type AnyRule,
  type Category,
  defineRule,
  type Preset,
  type Report,
  type ReportFn,
  type Rule,
  type Target,
  type WorkflowSummary,
  type Workspace,
} from './core/rule.ts';
export { parseStart } from './features/simulate/calendar.ts';
export { simulate } from './features/simulate/simulate.ts';
export { ownRules as rules };
