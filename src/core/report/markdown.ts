import { type Finding, SEVERITIES } from '../model/finding.ts';
import { plural, truncate } from '../model/text.ts';
import { code, escapeMarkdown } from './escape.ts';
import { listedFindings, worstFitting } from './listing.ts';
import type { Reporter } from './reporter.ts';
import { headline, remarks, shorten, wordFinding, wordLocation, wordWorkflow } from './words.ts';

// GitHub accepts 65,536 characters a comment; the rest is for remarks.
const ROOM = 48_000;

/** A job's summary or a comment on a pull request: short, only errors unfolded. */
const markdown: Reporter = function* (result, context) {
  const findings = listedFindings(result, context);
  const kept = worstFitting(findings, ROOM, (finding) => printFinding(finding).length);
  yield `### edgewise: ${escapeMarkdown(headline(result))}\n\n`;
  for (const severity of SEVERITIES) {
    const own = kept.filter((finding) => finding.severity === severity);
    if (own.length === 0) continue;
    const isOpen = severity === 'error' ? ' open' : '';
    yield `<details${isOpen}>\n<summary>${plural(own.length, severity)}</summary>\n\n`;
    for (const finding of own) yield printFinding(finding);
    yield '\n</details>\n\n';
  }
  const left = plural(findings.length - kept.length, 'more finding');
  if (kept.length < findings.length)
    yield `- **${left} not listed**: a comment holds 65,536 characters, other formats have all\n`;
  for (const [label, text] of remarks(result, context))
    yield `- **${label}** ${escapeMarkdown(truncate(text, 600))}\n`;
};

function printFinding(finding: Finding): string {
  const { rule, workflow, location } = finding;
  const place = code(shorten(wordLocation(location)));
  const owner = workflow === undefined ? '' : ` in ${code(shorten(wordWorkflow(workflow)))}`;
  const text = escapeMarkdown(truncate(wordFinding(finding), 600));
  return `- ${place} ${code(truncate(rule, 200))}${owner}: ${text}\n`;
}

export default markdown;
