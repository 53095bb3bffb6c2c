/** Where `{{ … }}` does not come out even. */
export interface UnevenBraces {
  /** What is wrong, after "…": `opens a variable with "{{{" and never closes it`. */
  readonly reason: string;
  /** The text from the odd braces on, cut to what a message can show. */
  readonly excerpt: string;
}

const SHOWN = 30;

/**
 * The first `{{` without its `}}` in a text, or the reverse; or one closed by fewer braces than opened it. Single braces are
 * text; they are counted, so that JSON (`{"a":{"b":1}}`) is no variable that was never opened.
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
      } else if (opened > 0) return { reason: 'opens a variable within a variable', excerpt: excerptOf(text, openedAt) };
      else [opened, openedAt] = [run, start];
      continue;
    }
    if (opened === 0) {
      // A single one too many is text as well.
      if (run > 1 && run > singles) return { reason: `closes a variable with "${braces('}', run)}" that was never opened`, excerpt: excerptBefore(text, i) };
      singles = Math.max(0, singles - run);
    } else if (run > 1) {
      const surplus = run - opened;
      if (surplus < 0 || surplus > singles) {
        return { reason: `opens a variable with "${braces('{', opened)}" and closes it with "${braces('}', run)}"`, excerpt: excerptOf(text, openedAt) };
      }
      singles -= surplus;
      opened = 0;
    }
  }
  return opened === 0 ? undefined : { reason: `opens a variable with "${braces('{', opened)}" and never closes it`, excerpt: excerptOf(text, openedAt) };
}

const braces = (brace: string, count: number): string => (count > 4 ? `${brace.repeat(4)}…` : brace.repeat(count));

function excerptOf(text: string, start: number): string {
  const end = start + SHOWN;
  return end >= text.length ? text.slice(start) : `${text.slice(start, end)}…`;
}

function excerptBefore(text: string, end: number): string {
  const start = end - SHOWN;
  return start <= 0 ? text.slice(0, end) : `…${text.slice(start, end)}`;
}
