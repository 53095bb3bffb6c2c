import type { Finding } from '../model/finding.ts';
import { escapeLine, escapeText } from './escape.ts';
import { listedFindings } from './listing.ts';
import type { Reporter } from './reporter.ts';

/** One line a finding, for editors and grep: `source:line:col: severity: message [rule]`. */
export const compact: Reporter = function* (result, context) {
  for (const finding of listedFindings(result, context)) yield `${escapeLine(printLine(finding))}\n`;
};

function printLine({ location: { source, pointer, region }, severity, message, rule }: Finding): string {
  const place = region === undefined ? (pointer === '' ? '' : `#${pointer}`) : `:${region.startLine}:${region.startColumn}`;
  return `${escapeText(source + place)}: ${severity}: ${escapeText(message)} [${escapeText(rule)}]`;
}
