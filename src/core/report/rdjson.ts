import type { Finding, Location, Result } from '../model/finding.ts';
import { escapeMarkdown } from './escape-markdown.ts';
import { listedFindings } from './listing.ts';
import type { ReportContext, Reporter } from './reporter.ts';
import { messageOf, sourceName } from './words.ts';
import { writeJson } from './write-json.ts';

/** The diagnostic format of reviewdog, which posts the messages as comments: they are Markdown. */
const rdjson: Reporter = (result, context) => {
  const { name } = context.tool;
  return writeJson({ source: { name }, diagnostics: [...diagnostics(result, context)] });
};

function* diagnostics(result: Result, context: ReportContext): Iterable<object> {
  for (const { source, message } of result.failures) {
    yield {
      message: escapeMarkdown(`not read: ${message}`),
      location: { path: sourceName(source) },
      severity: 'ERROR',
      code: { value: 'not-read' },
    };
  }
  for (const finding of listedFindings(result, context)) {
    const { rule, severity, related } = finding;
    yield {
      message: escapeMarkdown(messageOf(finding)),
      location: printLocation(finding.location),
      severity: severity.toUpperCase(),
      code: { value: rule },
      ...printSuggestions(finding),
      ...(related.length > 0 && {
        related_locations: related.map((other) => ({
          message: escapeMarkdown(other.message),
          location: printLocation(other.location),
        })),
      }),
    };
  }
}

/** Of the first fix, if its edits are on the line of the finding. For other lines the columns are unknown. */
function printSuggestions({ fixes: [fix], location: { source, excerpt } }: Finding): object {
  const suggestions = (fix?.edits ?? []).map(({ region, text }) => ({
    range: rangeOf({ source, pointer: '', region, ...(excerpt !== undefined && { excerpt }) }),
    text,
  }));
  const areExact = suggestions.every(({ range }) => range !== undefined && 'column' in range.start);
  return suggestions.length === 0 || !areExact ? {} : { suggestions };
}

function printLocation(location: Location): object {
  return { path: sourceName(location.source), range: rangeOf(location) };
}

interface Range {
  readonly start: Position;
  readonly end: Position;
}
type Position = { readonly line: number } | { readonly line: number; readonly column: number };

/** Whole lines, unless the excerpt holds both columns: the format counts them in bytes of UTF-8. */
function rangeOf({ region, excerpt }: Location): Range | undefined {
  if (region === undefined) return undefined;
  const { startLine, startColumn, endLine, endColumn } = region;
  const text =
    excerpt?.startLine === startLine && !excerpt.cutBefore ? excerpt.lines[0] : undefined;
  if (text === undefined || endLine !== startLine || endColumn - 1 > text.length)
    return { start: { line: startLine }, end: { line: endLine } };
  return {
    start: { line: startLine, column: bytesOf(text.slice(0, startColumn - 1)) + 1 },
    end: { line: endLine, column: bytesOf(text.slice(0, endColumn - 1)) + 1 },
  };
}

const encoder = new TextEncoder();
const bytesOf = (text: string): number => encoder.encode(text).length;

export default rdjson;
