/** Findings in the words of the protocol. */
import {
  type CodeAction,
  type Diagnostic,
  DiagnosticSeverity,
  type Position,
  type Range,
} from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Finding, Fix, Region, Severity } from '../../core/model/finding.ts';
import { applyFixes } from '../../node/fix-files.ts';

const SEVERITY: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
};

const START: Region = { startLine: 1, startColumn: 1, endLine: 1, endColumn: 1 };

export const rangeOf = ({ startLine, startColumn, endLine, endColumn } = START): Range => ({
  start: { line: startLine - 1, character: startColumn - 1 },
  end: { line: endLine - 1, character: endColumn - 1 },
});

const isBefore = (a: Position, b: Position): boolean =>
  a.line < b.line || (a.line === b.line && a.character <= b.character);

export const overlaps = (a: Range, b: Range): boolean =>
  isBefore(a.start, b.end) && isBefore(b.start, a.end);

/** @param uriOf the address of a source. */
export function diagnosticOf(finding: Finding, uriOf: (source: string) => string): Diagnostic {
  const { rule, severity, message, help, consequence, location, related } = finding;
  return {
    range: rangeOf(location.region),
    severity: SEVERITY[severity],
    code: rule,
    source: 'edgewise',
    message: [message, consequence, help && `help: ${help}`].filter(Boolean).join('\n'),
    relatedInformation: related.map((other) => ({
      message: other.message,
      location: { uri: uriOf(other.location.source), range: rangeOf(other.location.region) },
    })),
  };
}

/**
 * With the offsets of the whole text where its fixes are in a line of JSON Lines; none where the
 * text is not the one that was checked.
 */
export function inText(finding: Finding, document: TextDocument): readonly Finding[] {
  const { line, text = '' } = finding.input;
  const all = document.getText();
  if (line === undefined) return all === text ? [finding] : [];
  const start = document.offsetAt({ line: line - 1, character: 0 });
  if (!all.startsWith(text, start)) return [];
  const move = (edit: Fix['edits'][number]) => ({
    ...edit,
    startOffset: edit.startOffset + start,
    endOffset: edit.endOffset + start,
  });
  const fixes = finding.fixes.map((fix) => ({ ...fix, edits: fix.edits.map(move) }));
  return [{ ...finding, fixes }];
}

/** A quick fix for each fix of a finding; its offsets are those of the text. */
export function fixActions(
  findings: readonly Finding[],
  document: TextDocument,
): readonly CodeAction[] {
  return findings.flatMap((finding) =>
    finding.fixes.map(
      (fix): CodeAction => ({
        title: `${fix.title} (${finding.rule})`,
        kind: 'quickfix',
        isPreferred: fix.safety === 'safe',
        diagnostics: [diagnosticOf(finding, () => document.uri)],
        edit: { changes: { [document.uri]: fix.edits.map((edit) => editOf(edit, document)) } },
      }),
    ),
  );
}

const editOf = (
  { startOffset, endOffset, text }: Fix['edits'][number],
  document: TextDocument,
) => ({
  range: { start: document.positionAt(startOffset), end: document.positionAt(endOffset) },
  newText: text,
});

/** All safe fixes of a text as one action. */
export function fixAllActions(
  findings: readonly Finding[],
  document: TextDocument,
): readonly CodeAction[] {
  const fixes = findings.flatMap((finding) => finding.fixes.filter(isSafe).slice(0, 1));
  if (fixes.length === 0) return [];
  const { text } = applyFixes(document.getText(), fixes);
  const end = document.positionAt(document.getText().length);
  const edit = { range: { start: { line: 0, character: 0 }, end }, newText: text };
  return [
    {
      title: 'Make all safe fixes of edgewise',
      kind: 'source.fixAll.edgewise',
      edit: { changes: { [document.uri]: [edit] } },
    },
  ];
}

const isSafe = ({ safety }: Fix): boolean => safety === 'safe';
