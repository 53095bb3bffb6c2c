/** The public API. Everything but `checkSources` is pure and synchronous, and runs in a browser as well. */
export { rules } from '../rules/index.ts';
export { type Checked, type CheckOptions, checkSources } from './check.ts';
export { parseDocument } from './document/parse.ts';
export type { ReadText } from './lint/drafts.ts';
export { createLinter, type Linter } from './lint/linter.ts';
export { type ActiveRule, activate, type PresetName, type RuleChoice } from './lint/settings.ts';
export type { Excerpt, Failure, Finding, Location, NotChecked, Region, Related, Result, Severity, Summary } from './model/finding.ts';
export type { Document, DocumentRef, Edge, EventDefinition, List, Node, Place, Step, Workflow } from './model/nodes.ts';
export { type AnyRule, type At, type Category, defineRule, type Fact, type Preset, type Report, type ReportFn, type Rule, type Workspace } from './rule.ts';
