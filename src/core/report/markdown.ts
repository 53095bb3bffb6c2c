import { groupBy } from '../graph/graph.ts';
import type { Finding } from '../model/finding.ts';
import { plural, truncate } from '../model/text.ts';
import { code, escapeMarkdown } from './escape.ts';
import { worstFindings } from './listing.ts';
import type { Reporter } from './reporter.ts';
import { headline, remarks, wordFinding, wordLocation, wordWorkflow } from './words.ts';

/** A job's summary or a comment on a pull request: short, only errors unfolded. */
const markdown: Reporter = function* (result, context) {
  const { kept, omitted } = worstFindings(result, context);
  yield `### edgewise: ${escapeMarkdown(headline(result))}\n\n`;
  for (const [severity, own] of groupBy(kept, (finding) => finding.severity)) {
    const isOpen = severity === 'error' ? ' open' : '';
    yield `<details${isOpen}>\n<summary>${plural(own.length, severity)}</summary>\n\n`;
    for (const finding of own) yield printFinding(finding);
    yield '\n</details>\n\n';
  }
  for (const [label, text] of remarks(result, context, omitted))
    yield `- **${label}** ${escapeMarkdown(truncate(text, 400))}\n`;
};

function printFinding(finding: Finding): string {
  const { rule, workflow, location } = finding;
  const owner = workflow === undefined ? '' : ` in ${code(wordWorkflow(workflow))}`;
  const text = escapeMarkdown(truncate(wordFinding(finding), 400));
  return `- ${code(wordLocation(location))} ${code(truncate(rule, 200))}${owner}: ${text}\n`;
}

export default markdown;
