import { printLine } from './escape.ts';
import { listedFindings } from './listing.ts';
import type { Reporter } from './reporter.ts';
import { wordLocation, wordOwned } from './words.ts';

/** For editors and grep: `source:line:col: severity: message [rule]`. */
const compact: Reporter = function* (result, context) {
  for (const finding of listedFindings(result, context)) {
    const { location, severity, message, rule } = finding;
    const text = `${severity}: ${wordOwned(finding, message)} [${rule}]`;
    yield printLine(`${wordLocation(location)}: ${text}`);
  }
};

export default compact;
