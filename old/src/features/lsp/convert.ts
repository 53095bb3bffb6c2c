import type { Diagnostic, DiagnosticSeverity, Position, Range } from 'vscode-languageserver/node';
import type { Finding, Region, Severity } from '../../core/model/finding.ts';
import { labelOf } from '../../core/model/label.ts';
import { escapeMarkdown } from '../../core/report/escape-markdown.ts';
import type { AnyRule } from '../../core/rule.ts';
import type { Mention } from './mentions.ts';
import type { Project, ProjectFile } from './project.ts';

// Numbers of the protocol, without its library: the thread does not load it.
const SEVERITY = { error: 1, warning: 2, info: 3 } as const satisfies Record<
  Severity,
  DiagnosticSeverity
>;

const START: Region = { startLine: 1, startColumn: 1, endLine: 1, endColumn: 1 };

export const rangeOf = ({ startLine, startColumn, endLine, endColumn }: Region): Range => ({
  start: { line: startLine - 1, character: startColumn - 1 },
  end: { line: endLine - 1, character: endColumn - 1 },
});

const compare = (a: Position, b: Position): number => a.line - b.line || a.character - b.character;

export const isWithin = (position: Position, { start, end }: Range): boolean =>
  compare(start, position) <= 0 && compare(position, end) <= 0;

export const overlaps = (a: Range, b: Range): boolean =>
  compare(a.start, b.end) <= 0 && compare(b.start, a.end) <= 0;

export const locationOf = ({ uri, region }: Mention) => ({ uri, range: rangeOf(region) });

export function diagnosticOf(finding: Finding, { uriOf }: Project): Diagnostic {
  const { rule, severity, message, help, consequence, location, related } = finding;
  const relatedInformation = related.map((other) => ({
    message: other.message,
    location: {
      uri: uriOf(other.location.source),
      range: rangeOf(other.location.region ?? START),
    },
  }));
  return {
    range: rangeOf(location.region ?? START),
    severity: SEVERITY[severity],
    code: rule,
    source: 'edgewise',
    message: [message, consequence, help && `help: ${help}`].filter(Boolean).join('\n'),
    ...(relatedInformation.length > 0 && { relatedInformation }),
  };
}

/** Explanations of the findings, then the step or event at the position. */
export function hoverText(
  findings: readonly Finding[],
  rules: ReadonlyMap<string, AnyRule>,
  mention: Mention | undefined,
  files: Iterable<ProjectFile>,
): string {
  const ids = new Set(findings.map(({ rule }) => rule));
  const texts = [...ids].flatMap((id) => {
    const rule = rules.get(id);
    return rule === undefined ? [] : `**${id}**: ${rule.summary} ${rule.why} ${rule.remedy}`;
  });
  const named =
    mention === undefined || mention.kind === 'template' ? undefined : describe(mention, files);
  return [...texts, ...(named === undefined ? [] : [named])].join('\n\n');
}

function describe(
  { kind, name, owner, uri }: Mention,
  files: Iterable<ProjectFile>,
): string | undefined {
  for (const file of files) {
    if (kind === 'step' && file.uri !== uri) continue;
    for (const document of file.parsed()) {
      if (kind === 'event') {
        const event = document.events.find((each) => each.name === name);
        if (event === undefined) continue;
        const properties = [...(event.schema ?? [])].map(
          ([property, type]) => `- ${escapeMarkdown(`${property}: ${type ?? '?'}`)}`,
        );
        return [`event ${escapeMarkdown(name)}`, ...properties].join('\n');
      }
      const workflow = document.workflows.find(
        ({ pointer }) => `${document.ref.index} ${pointer}` === owner,
      );
      const step = workflow?.steps.find(({ key }) => key === name);
      if (step !== undefined)
        return escapeMarkdown(`${labelOf(step)}: ${step.spec.summarize(step).join(', ')}`);
    }
  }
  return undefined;
}
