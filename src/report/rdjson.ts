import type { Finding, Location, Result } from '../model/finding.ts';
import { escapeMarkdown } from './escape-markdown.ts';
import { listedFindings } from './listing.ts';
import { type ReportContext, type Reporter, ruleUrl } from './reporter.ts';
import { messageOf } from './words.ts';
import { writeJson } from './write-json.ts';

/** The diagnostic format of reviewdog, which posts the messages as comments: they are Markdown. */
export const rdjson: Reporter = (result, context) => {
  const { name, homepage } = context.tool;
  return writeJson({ source: { name, url: homepage }, diagnostics: diagnostics(result, context) });
};

function* diagnostics(result: Result, context: ReportContext): Iterable<object> {
  for (const { source, message } of result.failures) {
    yield { message: escapeMarkdown(`not read: ${message}`), location: { path: pathOf(source) }, severity: 'ERROR', code: { value: 'not-read' } };
  }
  for (const finding of listedFindings(result, context)) {
    const { rule, severity, related } = finding;
    yield {
      message: escapeMarkdown(messageOf(finding)),
      location: printLocation(finding.location),
      severity: severity.toUpperCase(),
      code: { value: rule, url: ruleUrl(context, rule) },
      ...(related.length > 0 && {
        related_locations: related.map((other) => ({ message: escapeMarkdown(other.message), location: printLocation(other.location) })),
      }),
    };
  }
}

function printLocation(location: Location): object {
  return { path: pathOf(location.source), range: rangeOf(location) };
}

/** Whole lines, unless both columns can be told in bytes of UTF-8: the format counts those, and we know only what was excerpted. */
function rangeOf({ region, excerpt }: Pick<Finding['location'], 'region' | 'excerpt'>): object | undefined {
  if (region === undefined) return undefined;
  const { startLine, startColumn, endLine, endColumn } = region;
  const text = excerpt?.startLine === startLine && !excerpt.cutBefore ? excerpt.lines[0] : undefined;
  if (text === undefined || endLine !== startLine || endColumn - 1 > text.length) return { start: { line: startLine }, end: { line: endLine } };
  return {
    start: { line: startLine, column: bytesOf(text.slice(0, startColumn - 1)) + 1 },
    end: { line: endLine, column: bytesOf(text.slice(0, endColumn - 1)) + 1 },
  };
}

function bytesOf(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const point = character.codePointAt(0) as number;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }
  return bytes;
}

const pathOf = (source: string): string => (source === '-' ? 'stdin' : source);
