import stringWidth from 'fast-string-width';
import {
  type Failure,
  type Finding,
  type Location,
  SEVERITIES,
  type Summary,
} from '../model/finding.ts';
import { quote } from '../model/label.ts';
import { pluralize, takeFirst, truncateMiddle, truncateWords } from '../model/text.ts';

/** "2 errors, 1 warning"; empty when there are none. */
export function countFindings({ errors, warnings, infos }: FindingCounts): string {
  const counts = { error: errors, warning: warnings, info: infos };
  return SEVERITIES.filter((severity) => counts[severity] > 0)
    .map((severity) => pluralize(counts[severity], severity))
    .join(', ');
}

type FindingCounts = Pick<Summary, 'errors' | 'warnings' | 'infos'>;

/** "38 ms", "1.2 s", "2 min 5 s". */
export function formatElapsed(milliseconds: number): string {
  const rounded = Math.max(0, Math.round(milliseconds));
  if (rounded < 1000) return `${rounded} ms`;
  const tenths = Math.round(rounded / 100);
  if (tenths < 600) return `${(tenths / 10).toFixed(1)} s`;
  const seconds = Math.round(rounded / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

export const sourceName = (source: string): string => (source === '-' ? 'stdin' : source);

/** `workflows/welcome.json:31:20`; the pointer where there is no text. */
export function formatLocation({ source, pointer, region }: Location): string {
  const name = sourceName(source);
  if (region !== undefined) return `${name}:${region.startLine}:${region.startColumn}`;
  return pointer === '' ? name : `${name}#${pointer}`;
}

/** `Welcome series (enabled)`. */
export function formatWorkflow({ id, name, status }: NonNullable<Finding['workflow']>): string {
  return `${name ?? id ?? 'unnamed workflow'}${status === undefined ? '' : ` (${status})`}`;
}

export function messageOf(finding: Pick<Finding, 'message' | 'help' | 'consequence'>): string {
  return joinMessage([finding.message, finding.consequence], finding.help);
}

/** For formats without related places: with the call of a program that created the workflow. */
export function messageWithCreator(finding: Finding): string {
  const { message, consequence, help, related, workflow } = finding;
  const creator = related.find(({ isCreator }) => isCreator)?.location;
  const what = workflow === undefined ? 'called' : 'created';
  const created = creator && `${what} at ${formatLocation(creator)}`;
  return joinMessage([message, consequence, created], help);
}

/** The same with the name of a live workflow, whose address does not tell which one it is. */
export function messageWithOwner(finding: Finding): string {
  const { location, workflow } = finding;
  const message = messageWithCreator(finding);
  if (location.region !== undefined || workflow?.name === undefined) return message;
  return `${quote(workflow.name)}: ${message}`;
}

function joinMessage(parts: readonly (string | undefined)[], help: string | undefined): string {
  const statement = parts.filter((part) => part !== undefined).join('; ');
  if (help === undefined) return statement;
  return `${statement}${/[.?!]$/.test(statement) ? '' : ';'} help: ${help}`;
}

export function formatFailure({ source, message }: Pick<Failure, 'source' | 'message'>): string {
  return `${truncateMiddle(source)}: ${truncateWords(message)}`;
}

/** The remedy of a rule as a line of help: a phrase, as the help of a finding is. */
export const helpOf = ({ remedy }: { readonly remedy: string }): string =>
  remedy.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase()).replace(/\.$/, '');

/** One line each for the first failures, and the number of all. */
export function listFailures(
  failures: readonly Pick<Failure, 'source' | 'message'>[],
): readonly string[] {
  const { first, more } = takeFirst(failures, 10);
  const shown = first.map(formatFailure);
  return more === 0 ? shown : [...shown, `and ${more} more, ${failures.length} in all`];
}

/** The width of text where nothing else is known. */
export const PLAIN_WIDTH = 80;

/** Breaks at spaces; longer words are not broken. */
export const wrap = (text: string, width: number): readonly string[] =>
  fillLines(text.split(' '), width);

/** Joins words with spaces into lines of at most a number of columns. */
export function fillLines(words: readonly string[], width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  let room = width;
  for (const word of words) {
    const columns = stringWidth(word);
    if (line !== '' && columns + 1 > room) {
      lines.push(line);
      line = word;
      room = width - columns;
    } else {
      line = line === '' ? word : `${line} ${word}`;
      room -= line === word ? columns : columns + 1;
    }
  }
  return line === '' ? lines : [...lines, line];
}
