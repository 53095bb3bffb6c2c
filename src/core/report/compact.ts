import { escapeLine, escapeText } from './escape.ts';
import { listedFindings } from './listing.ts';
import type { Reporter } from './reporter.ts';
import { wordOwned } from './words.ts';

/** For editors and grep: `source:line:col: severity: message [rule]`. */
const compact: Reporter = function* (result, context) {
  for (const finding of listedFindings(result, context)) {
    const { location, severity, message, rule } = finding;
    const { source, pointer, region } = location;
    const at = pointer === '' ? '' : `#${pointer}`;
    const place = region === undefined ? at : `:${region.startLine}:${region.startColumn}`;
    const text = `${source}${place}: ${severity}: ${wordOwned(finding, message)} [${rule}]`;
    yield `${escapeLine(escapeText(text))}\n`;
  }
};

export default compact;
