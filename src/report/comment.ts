import type { Finding, Severity } from '../model/finding.ts';
import { code, escapeMarkdown } from './escape-markdown.ts';
import { headline, remarks } from './footer.ts';
import { fittingFindings, listedFindings } from './listing.ts';
import { type ReportContext, type Reporter, ruleUrl } from './reporter.ts';
import { abridge, count, messageOf, nameOf, placeOf, shorten } from './words.ts';

/** What GitHub takes of a comment, 65,536 characters, shared out; what is left is for our own words. */
const ROOM = { findings: 48_000, remarks: 14_000 } as const;
const MAX_TEXT = 600;
const MAX_NAME = 200;

const SEVERITIES: readonly (readonly [Severity, string])[] = [
  ['error', 'error'],
  ['warning', 'warning'],
  ['info', 'info'],
];

/** Markdown for a job's summary or a comment on a pull request: short, errors open, the rest a click away. */
export const comment: Reporter = function* (result, context) {
  const findings = listedFindings(result, context);
  const kept = fittingFindings(findings, ROOM.findings, (finding) => printFinding(finding, context).length);
  yield `### edgewise: ${headline(result)}\n`;
  for (const [severity, noun] of SEVERITIES) {
    const own = kept.filter((finding) => finding.severity === severity);
    if (own.length === 0) continue;
    yield `\n<details${severity === 'error' ? ' open' : ''}>\n<summary>${count(own.length, noun)}</summary>\n\n`;
    for (const finding of own) yield printFinding(finding, context);
    yield '\n</details>\n';
  }
  if (kept.length < findings.length) {
    yield `\n**${count(findings.length - kept.length, 'more finding')} not listed**: a comment holds 65,536 characters. Other formats list them all.\n`;
  }
  let left: number = ROOM.remarks;
  let missing = 0;
  let lead = '\n';
  for (const { label, text } of remarks(result, context.quiet)) {
    const item = `${lead}- **${label}** ${escapeMarkdown(shorten(text, MAX_TEXT))}\n`;
    left -= item.length;
    if (left < 0) missing++;
    else yield item;
    lead = '';
  }
  if (missing > 0) yield `- ${count(missing, 'more remark')} like these\n`;
};

function printFinding(finding: Finding, context: ReportContext): string {
  const { rule, workflow, location } = finding;
  const place = code(abridge(placeOf(location)));
  const link = `[${escapeMarkdown(shorten(rule, MAX_NAME))}](<${shorten(ruleUrl(context, rule), MAX_TEXT)}>)`;
  const owner = workflow === undefined ? '' : ` in ${code(abridge(nameOf(workflow)))}`;
  return `- ${place} ${link}${owner}: ${escapeMarkdown(shorten(messageOf(finding), MAX_TEXT))}\n`;
}
