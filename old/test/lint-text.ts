import { isUtf8 } from 'node:buffer';
import { rules } from '../rules/index.ts';
import ruleCrashed from '../rules/rule-crashed.ts';
import { decodeText } from '../src/core/document/bytes.ts';
import { brokenDocument } from '../src/core/document/decode.ts';
import { REQUEST } from '../src/core/document/decode-requests.ts';
import { parseDocument } from '../src/core/document/parse.ts';
import { isJsonLines, splitLines } from '../src/core/document/split.ts';
import { createLinter } from '../src/core/lint/linter.ts';
import { activate, type RuleChoice } from '../src/core/lint/settings.ts';
import type { Finding, Result } from '../src/core/model/finding.ts';
import { defineRule } from '../src/core/rule.ts';

/** A faulty rule, so that `rule-crashed` has a finding: it throws for a workflow without a name. */
const BRITTLE_RULE = defineRule({
  ...ruleCrashed,
  id: 'house-naming',
  preset: 'off',
  mandatory: false,
  workflow({ workflow }) {
    (workflow.name as string).toUpperCase();
  },
});

/** Lints texts as if they were the files of one folder: file name → its text or bytes. */
export function lintTexts(
  files: Record<string, string | Uint8Array>,
  choice: RuleChoice = {},
): Result {
  const asked = choice.only?.has('rule-crashed')
    ? { ...choice, only: new Set([...choice.only, BRITTLE_RULE.id]) }
    : choice;
  const texts = Object.values(files).map((file) => textOf(file));
  const isRecording = texts.some((text) => text.includes(REQUEST));
  const calls = isRecording ? 'record' : undefined;
  const linter = createLinter(activate([...rules, BRITTLE_RULE], { ...asked, calls }));
  for (const [source, given] of Object.entries(files)) {
    const { text, fault } =
      typeof given === 'string' ? { text: given, fault: undefined } : decodeText(given, isUtf8);
    const whole = { ref: { source, index: 0, line: 1, start: 0, end: text.length }, text };
    const documents =
      source.endsWith('.ndjson') || isJsonLines(text) ? splitLines(text, source) : [whole];
    for (const document of documents) {
      linter.add(
        fault === undefined
          ? parseDocument(document.text, document.ref)
          : brokenDocument(document.ref, fault),
        document.text,
      );
    }
  }
  return linter.finish();
}

const textOf = (given: string | Uint8Array): string =>
  typeof given === 'string' ? given : new TextDecoder().decode(given);

/** A finding as in fixtures: place, severity, message, related places, and fixes with their edits. */
export function printFinding(finding: Finding): string {
  const { severity, message, help, consequence, location, related, fixes } = finding;
  const at = (place: Finding['location']) =>
    `${place.region ? `${place.region.startLine}:${place.region.startColumn}` : '-'} ${place.pointer === '' ? '(root)' : place.pointer}`;
  const lines = [`${at(location)} ${severity}: ${message}`];
  if (help !== undefined) lines.push(`  help: ${help}`);
  if (consequence !== undefined) lines.push(`  consequence: ${consequence}`);
  for (const other of related) lines.push(`  related ${at(other.location)}: ${other.message}`);
  for (const { title, safety, edits } of fixes) {
    lines.push(`  ${safety} fix: ${title}`);
    for (const { region, text } of edits) {
      const { startLine, startColumn, endLine, endColumn } = region;
      lines.push(
        `    ${startLine}:${startColumn} to ${endLine}:${endColumn}: ${JSON.stringify(text)}`,
      );
    }
  }
  return lines.join('\n');
}
