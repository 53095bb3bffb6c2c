import type { DifferenceReport, FieldChange, StepChange } from '../model/difference.ts';
import type { Finding } from '../model/finding.ts';
import type { Palette } from './reporter.ts';
import { abridge, count } from './words.ts';

/** What the printers of a difference are given besides it. */
export interface DifferenceContext {
  readonly tool: { readonly name: string; readonly version: string };
  readonly palette: Palette;
}

export type DifferenceReporter = (report: DifferenceReport, context: DifferenceContext) => Iterable<string>;

const LONGEST = 120;

/** A value in one line, cut where nobody would read on. Not escaped. */
export function showValue(value: unknown): string {
  if (value === undefined) return '(none)';
  const json = JSON.stringify(value);
  return json.length > LONGEST ? `${json.slice(0, LONGEST)}…` : json;
}

export function showChange({ before, after }: FieldChange): string {
  return `${showValue(before)} → ${showValue(after)}`;
}

/** `send_email "welcome", which was "hello"`. Not escaped. */
export function showStep({ label, was }: StepChange): string {
  return was === undefined ? label : `${label}, which was "${abridge(was)}"`;
}

export function showPlace({ location: { source, pointer, region } }: Finding): string {
  return abridge(region === undefined ? `${source}${pointer}` : `${source}:${region.startLine}:${region.startColumn}`);
}

/** One line: what differs, in numbers. */
export function summarize({ difference, findings }: DifferenceReport): string {
  if (difference.same) return 'no difference';
  const { workflows, events } = difference;
  const steps = workflows.flatMap((workflow) => workflow.steps);
  const edges = workflows.flatMap((workflow) => workflow.edges);
  const parts = [tally(workflows, 'workflow'), tally(steps, 'step'), tally(edges, 'edge'), tally(events, 'event')];
  const { appeared, went } = findings;
  if (appeared.length > 0) parts.push(`${count(appeared.length, 'finding')} appeared`);
  if (went.length > 0) parts.push(`${count(went.length, 'finding')} went`);
  return parts.filter((part) => part !== '').join(' · ') || 'not compared';
}

function tally(changes: readonly { readonly change: string }[], noun: string): string {
  const kinds = ['added', 'removed', 'renamed', 'changed'].map((kind) => [kind, changes.filter(({ change }) => change === kind).length] as const);
  const [first, ...others] = kinds.filter(([, n]) => n > 0);
  if (first === undefined) return '';
  return [`${count(first[1], noun)} ${first[0]}`, ...others.map(([kind, n]) => `${n} ${kind}`)].join(', ');
}
