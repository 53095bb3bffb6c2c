import type { Finding } from '../model/finding.ts';
import { type Markup, markup } from './escape-markup.ts';
import { listedFindings } from './listing.ts';
import type { Reporter } from './reporter.ts';
import { messageOf } from './words.ts';

/** Checkstyle's XML, which most collectors of warnings read: one `file` a source. */
export const checkstyle: Reporter = function* (result, context) {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<checkstyle version="8.0">\n';
  for (const { source, message } of result.failures) {
    yield markup`  <file name="${nameOf(source)}">\n    <error line="1" severity="error" message="not read: ${message}" source="edgewise.not-read"/>\n  </file>\n`
      .text;
  }
  const bySource = new Map<string, Finding[]>();
  for (const finding of listedFindings(result, context)) {
    const { source } = finding.location;
    const own = bySource.get(source);
    if (own === undefined) bySource.set(source, [finding]);
    else own.push(finding);
  }
  for (const [source, findings] of bySource) {
    yield markup`  <file name="${nameOf(source)}">\n`.text;
    for (const finding of findings) yield `    ${printError(finding)}\n`;
    yield '  </file>\n';
  }
  yield '</checkstyle>\n';
};

function printError(finding: Finding): Markup {
  const { severity, rule, location } = finding;
  const { startLine = 1, startColumn = 1 } = location.region ?? {};
  return markup`<error line="${startLine}" column="${startColumn}" severity="${severity}" message="${messageOf(finding)}" source="edgewise.${rule}"/>`;
}

const nameOf = (source: string): string => (source === '-' ? 'stdin' : source);
