import type { Finding } from '../model/finding.ts';
import { escapeLine, escapeText } from './escape.ts';
import { listedFindings } from './listing.ts';
import type { Reporter } from './reporter.ts';
import { messageWithOwner } from './words.ts';

/** One line a finding, for editors and grep: `source:line:col: severity: message [rule]`. */
const compact: Reporter = function* (result, context) {
  for (const finding of listedFindings(result, context))
    yield `${escapeLine(printLine(finding))}\n`;
};

function printLine(finding: Finding): string {
  const { help: _, consequence: __, ...own } = finding;
  const { location, severity, rule } = own;
  const message = messageWithOwner(own);
  const { source, pointer, region } = location;
  const at = pointer === '' ? '' : `#${pointer}`;
  const place = region === undefined ? at : `:${region.startLine}:${region.startColumn}`;
  return `${escapeText(source + place)}: ${severity}: ${escapeText(message)} [${escapeText(rule)}]`;
}

export default compact;
