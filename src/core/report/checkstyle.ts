import { groupBy } from '../model/groups.ts';
import { markup } from './escape-markup.ts';
import { listedFindings } from './listing.ts';
import type { Reporter } from './reporter.ts';
import { messageWithCreator, sourceName } from './words.ts';

/** Checkstyle XML: one `file` a source. */
const checkstyle: Reporter = function* (result, context) {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<checkstyle version="8.0">\n';
  for (const { source, message } of result.failures) {
    yield markup`  <file name="${sourceName(source)}">\n    <error line="1" severity="error" message="not read: ${message}" source="edgewise.not-read"/>\n  </file>\n`
      .text;
  }
  const bySource = groupBy(listedFindings(result, context), ({ location }) => location.source);
  for (const [source, findings] of bySource) {
    yield markup`  <file name="${sourceName(source)}">\n`.text;
    for (const finding of findings) {
      const { severity, rule, location } = finding;
      const { startLine = 1, startColumn = 1 } = location.region ?? {};
      yield markup`    <error line="${startLine}" column="${startColumn}" severity="${severity}" message="${messageWithCreator(finding)}" source="edgewise.${rule}"/>\n`
        .text;
    }
    yield '  </file>\n';
  }
  yield '</checkstyle>\n';
};

export default checkstyle;
