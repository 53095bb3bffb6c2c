import { escapeText } from './escape.ts';

/**
 * Text of others in Markdown: always as code, where no link, picture, HTML, mention or emphasis of theirs means anything.
 * The fence is longer than any run of backticks inside.
 */
export function code(text: string): string {
  const safe = escapeText(text);
  if (safe.trim() === '') return '` `';
  const longest = Math.max(0, ...[...safe.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const pad = longest > 0 || safe.startsWith(' ') || safe.endsWith(' ') ? ' ' : '';
  return `${fence}${pad}${safe}${pad}${fence}`;
}
