interface UnevenBraces {
  /** The fault as a noun phrase: `unclosed "{{{"`. */
  readonly reason: string;
  /** Shortened. */
  readonly excerpt: string;
  readonly help: string;
  /** The text with the missing brace. */
  readonly meant?: string;
}

const SHOWN = 30;

/**
 * The first unmatched `{{` or `}}`, or too few closing braces. Single braces are text, but are counted,
 * so that JSON (`{"a":{"b":1}}`) closes no variable.
 */
export function findUnevenBraces(text: string): UnevenBraces | undefined {
  if (!text.includes('{{') && !text.includes('}}')) return undefined;
  let opened = 0;
  let openedAt = 0;
  let singles = 0;
  for (let i = 0; i < text.length; ) {
    const brace = text[i];
    if (brace !== '{' && brace !== '}') {
      i++;
      continue;
    }
    const start = i;
    while (text[i] === brace) i++;
    const run = i - start;
    if (brace === '{') {
      if (run === 1) {
        if (opened === 0) singles++;
      } else if (opened > 0)
        return {
          reason: 'nested variable',
          excerpt: excerptOf(text, openedAt),
          help: 'close the first variable before the next one',
        };
      else [opened, openedAt] = [run, start];
      continue;
    }
    if (opened === 0) {
      if (run > 1 && run > singles) {
        const reason = `"${braces('}', run)}" without "${braces('{', run)}"`;
        return {
          reason,
          excerpt: excerptBefore(text, i),
          help: `open the variable with "{{{", or remove the braces`,
        };
      }
      singles = Math.max(0, singles - run);
    } else if (run > 1) {
      const surplus = run - opened;
      if (surplus < 0 || surplus > singles) {
        const reason = `mismatched "${braces('{', opened)}" and "${braces('}', run)}"`;
        // One brace too few or too many at the end.
        const close = '}'.repeat(opened);
        const meant = opened === 3 ? text.slice(0, start) + close + text.slice(i) : undefined;
        const fault = { reason, excerpt: excerptOf(text, openedAt), help: closeWith(opened) };
        return meant === undefined ? fault : { ...fault, meant };
      }
      singles -= surplus;
      opened = 0;
    }
  }
  if (opened === 0) return undefined;
  return {
    reason: `unclosed "${braces('{', opened)}"`,
    excerpt: excerptOf(text, openedAt),
    help: closeWith(opened),
  };
}

// The service replaces variables in three braces only.
const closeWith = (opened: number): string =>
  opened === 3 ? 'close the variable with "}}}"' : 'write the variable between "{{{" and "}}}"';

const braces = (brace: string, count: number): string =>
  count > 4 ? `${brace.repeat(4)}…` : brace.repeat(count);

function excerptOf(text: string, start: number): string {
  const end = start + SHOWN;
  return end >= text.length ? text.slice(start) : `${text.slice(start, end)}…`;
}

function excerptBefore(text: string, end: number): string {
  const start = end - SHOWN;
  return start <= 0 ? text.slice(0, end) : `…${text.slice(start, end)}`;
}
