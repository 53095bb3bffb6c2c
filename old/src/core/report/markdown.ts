import { type Finding, SEVERITIES } from '../model/finding.ts';
import { pluralize, takeFitting, truncate, truncateMiddle } from '../model/text.ts';
import { code, escapeMarkdown } from './escape-markdown.ts';
import { headline, remarks } from './footer.ts';
import { fittingFindings, listedFindings } from './listing.ts';
import type { Reporter } from './reporter.ts';
import { formatLocation, formatWorkflow, messageWithCreator } from './words.ts';

// GitHub accepts 65,536 characters a comment; the rest is for headings.
const ROOM = { findings: 48_000, remarks: 14_000 } as const;

/** Markdown for a job's summary or a comment on a pull request: short, only errors unfolded. */
const markdown: Reporter = function* (result, context) {
  const findings = listedFindings(result, context);
  const sizeOf = (finding: Finding): number => printFinding(finding).length;
  const kept = fittingFindings(findings, ROOM.findings, sizeOf);
  yield `### edgewise: ${headline(result)}\n`;
  for (const severity of SEVERITIES) {
    const own = kept.filter((finding) => finding.severity === severity);
    if (own.length === 0) continue;
    yield `\n<details${severity === 'error' ? ' open' : ''}>\n<summary>${pluralize(own.length, severity)}</summary>\n\n`;
    for (const finding of own) yield printFinding(finding);
    yield '\n</details>\n';
  }
  if (kept.length < findings.length) {
    yield `\n**${pluralize(findings.length - kept.length, 'more finding')} not listed**: a comment holds 65,536 characters. Other formats list them all.\n`;
  }
  const notes = Array.from(
    remarks(result, context.quiet),
    ({ label, text }, i) =>
      `${i === 0 ? '\n' : ''}- **${label}** ${escapeMarkdown(truncate(text, 600))}\n`,
  );
  const shown = takeFitting(notes, ROOM.remarks, ({ length }) => length);
  yield* shown;
  const omitted = notes.length - shown.length;
  if (omitted > 0) yield `- ${pluralize(omitted, 'more remark')} like these\n`;
};

function printFinding(finding: Finding): string {
  const { rule, workflow, location } = finding;
  const place = code(truncateMiddle(formatLocation(location)));
  const name = code(truncate(rule, 200));
  const owner =
    workflow === undefined ? '' : ` in ${code(truncateMiddle(formatWorkflow(workflow)))}`;
  return `- ${place} ${name}${owner}: ${escapeMarkdown(truncate(messageWithCreator(finding), 600))}\n`;
}

export default markdown;
