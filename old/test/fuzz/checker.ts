import { isDeepStrictEqual } from 'node:util';
import { parentPort } from 'node:worker_threads';
import { rules } from '../../rules/index.ts';
import { lintTexts } from '../../src/browser.ts';
import { type DocumentText, textDocuments } from '../../src/core/document/split.ts';
import { activate } from '../../src/core/lint/settings.ts';
import type { Region } from '../../src/core/model/finding.ts';
import { unescapeSegment } from '../../src/core/model/place.ts';
import { fixItems } from '../../src/run/fix.ts';
import { runMain } from '../run-main.ts';

// A thread, so that an endless check can be stopped: takes an input and a command line, returns the faults.

export interface FuzzCase {
  readonly bytes: Uint8Array;
  /** Another command or format, which must not fail either. */
  readonly words: readonly string[];
}

interface PrintedLocation {
  readonly pointer: string;
  readonly region?: Region;
}

interface PrintedFinding {
  readonly rule: string;
  readonly message: string;
  readonly location: PrintedLocation;
  readonly related: readonly { readonly location: PrintedLocation }[];
}

interface PrintedReport {
  readonly summary: Readonly<Record<'errors' | 'workflows' | 'events', number>>;
  readonly complete: boolean;
  readonly failures: readonly object[];
  readonly findings: readonly PrintedFinding[];
}

const LINT = ['lint', '-', '--no-config', '--preset', 'strict', '--format', 'json'];
const INTERNAL = /edgewise itself failed|^ +at .+:\d+:\d+\)?$/m;

parentPort?.on('message', async (given: FuzzCase) => {
  const fault = await faultIn(given).catch((error: Error) => error.stack ?? error.message);
  parentPort?.postMessage(fault);
});

async function faultIn({ bytes, words }: FuzzCase): Promise<string | undefined> {
  const linted = await runMain(LINT, bytes);
  const other = await runMain(words, bytes);
  for (const { code, err } of [linted, other])
    if (code > 3 || INTERNAL.test(err)) return `exit code ${code}: ${err}`;
  const report = JSON.parse(linted.out) as PrintedReport;
  if (!isExitCodeOf(linted.code, report))
    return `exit code ${linted.code} does not agree with the report`;
  const text = new TextDecoder().decode(bytes);
  const documents = [...textDocuments(text, 'a.json')];
  return (
    faultOfPlaces(report, text, documents) ??
    (report.findings.some(({ rule }) => rule === 'invalid-json')
      ? undefined
      : (faultOfOrder(documents) ?? faultOfFixes(documents)))
  );
}

function isExitCodeOf(code: number, { summary, complete, failures, findings }: PrintedReport) {
  if (findings.some(({ rule }) => rule === 'rule-crashed') || failures.length > 0)
    return code === 2;
  if (summary.errors > 0) return code === 1;
  // Of an input without workflows and events the report does not say whether it is an empty list.
  if (summary.workflows + summary.events === 0 && code === 2) return true;
  return code === (complete ? 0 : 3);
}

/** Each pointer leads to a value, and the region holds that value or the name of its property. */
function faultOfPlaces(
  { findings }: PrintedReport,
  text: string,
  documents: readonly DocumentText[],
): string | undefined {
  const lines = text.replace(/^\ufeff/, '').split('\n');
  const isLines = documents[0]?.isLine === true;
  const whole = isLines ? undefined : parse(text);
  for (const { rule, message, location, related } of findings)
    for (const { pointer, region } of [location, ...related.map((each) => each.location)]) {
      if (region === undefined) return `${rule} (${message}) has no region`;
      if (rule === 'invalid-json' || rule === 'duplicate-json-key') continue;
      const line = (lines[region.startLine - 1] ?? '').replace(/^\ufeff/, '');
      const root = isLines ? parse(line) : whole;
      const held = parse(textIn(isLines ? [line] : lines, region, isLines));
      const value = follow(root, pointer);
      const key = unescapeSegment(pointer.slice(pointer.lastIndexOf('/') + 1));
      if (value === undefined || !(isDeepStrictEqual(held, value) || held === key))
        return `${rule} (${message}) at ${pointer}: ${JSON.stringify(held)} is not its value`;
    }
  return undefined;
}

function textIn(lines: readonly string[], region: Region, isLines: boolean): string {
  const first = isLines ? 0 : region.startLine - 1;
  const held = lines.slice(first, first + region.endLine - region.startLine + 1);
  held[held.length - 1] = (held.at(-1) ?? '').slice(0, region.endColumn - 1);
  held[0] = (held[0] ?? '').slice(region.startColumn - 1);
  return held.join('\n');
}

/** The same findings when the text is printed in another way, with the properties in another order. */
function faultOfOrder(documents: readonly DocumentText[]): string | undefined {
  const values = documents.map(({ text }) => JSON.parse(text) as unknown);
  const isLines = documents[0]?.isLine === true;
  if (!documents.every(({ text }, i) => isKeptByPrinting(text, values[i]))) return undefined;
  const before = findingsOf(documents.map(({ text }) => text).join('\n'));
  const spaces = isLines ? undefined : 3;
  for (const change of [(value: unknown) => value, reversed]) {
    const text = values.map((value) => JSON.stringify(change(value), undefined, spaces)).join('\n');
    const after = findingsOf(text);
    if (!isDeepStrictEqual(after, before))
      return `other findings of the same value: ${JSON.stringify([missingIn(after, before), missingIn(before, after)])}`;
  }
  return undefined;
}

const missingIn = (some: readonly string[], all: readonly string[]): readonly string[] =>
  all.filter((each) => !some.includes(each));

function findingsOf(text: string): readonly string[] {
  const { findings } = lintTexts({ 'a.json': text }, { preset: 'strict' });
  return findings
    .map(({ rule, severity, message, location, fingerprint }) =>
      [rule, severity, message, location.pointer, fingerprint].join(' '),
    )
    .sort();
}

/** Not of a repeated property, a number that is too large, or -0. */
function isKeptByPrinting(text: string, value: unknown): boolean {
  if (/-0(?![.\d])|\d[eE]/.test(text)) return false;
  const { findings } = lintTexts({ 'a.json': text }, { only: ['duplicate-json-key'] });
  return findings.length === 0 && value !== undefined;
}

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, reversed(inner)]),
  );
}

/** Fixes keep the text JSON, cause nothing as severe as what they correct, and are all made at once. */
function faultOfFixes(documents: readonly DocumentText[]): string | undefined {
  const active = activate(rules, { preset: 'strict' });
  const from = { explicit: true, path: 'a.json' };
  const fix = (given: readonly DocumentText[], safety: 'safe' | 'unsafe') => {
    const [item] = fixItems(
      [{ documents: given, from }],
      { rules: active, areAllSources: true },
      safety,
      () => true,
    ).items;
    return item !== undefined && 'documents' in item ? [...item.documents] : [];
  };
  const before = findingsOf(textOf(documents));
  for (const safety of ['safe', 'unsafe'] as const) {
    const once = fix(documents, safety);
    if (once.some(({ text }) => parse(text) === undefined)) return `${safety} fixes break the JSON`;
    if (textOf(fix(once, safety)) !== textOf(once)) return `${safety} fixes are not all made`;
    const after = findingsOf(textOf(once));
    const worst = Math.min(...before.filter(notIn(after)).map(rankOf));
    const added = after.filter(notIn(before)).find((each) => rankOf(each) <= worst);
    if (added !== undefined) return `${safety} fixes cause ${added}: ${textOf(once)}`;
  }
  return undefined;
}

const fingerprintIn = (finding: string): string => finding.slice(finding.lastIndexOf(' '));

function notIn(findings: readonly string[]): (finding: string) => boolean {
  const known = new Set(findings.map(fingerprintIn));
  return (finding) => !known.has(fingerprintIn(finding));
}

/** 0 for an error. */
const rankOf = (finding: string): number =>
  ['error', 'warning', 'info'].indexOf(finding.split(' ')[1] as string);

const textOf = (documents: readonly DocumentText[]): string =>
  documents.map(({ text }) => text).join('\n');

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
}

function follow(root: unknown, pointer: string): unknown {
  let value = root;
  for (const segment of pointer.split('/').slice(1)) {
    const key = unescapeSegment(segment);
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}
