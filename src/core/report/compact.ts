import { printLine } from './escape.ts';
import { listedFindings } from './listing.ts';
import type { Reporter } from './reporter.ts';
import { wordLine } from './words.ts';

/** For editors and grep: one line a finding. */
const compact: Reporter = function* (result, context) {
  for (const finding of listedFindings(result, context))
    yield printLine(wordLine(finding, finding.message));
};

export default compact;
