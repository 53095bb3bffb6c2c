/** Where `{{ … }}` does not come out even. */
export interface UnevenBraces {
  /** What is wrong, after "…": `opens a variable with "{{{" and never closes it`. */
  readonly reason: string;
  /** The text from the odd braces on, cut to what a message can show. */
  readonly excerpt: string;
  readonly help: string;
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
      } else if (opened > 0)
        return { reason: 'opens a variable within a variable', excerpt: excerptOf(text, openedAt), help: 'close the first one before the next' };
      else [opened, openedAt] = [run, start];
      continue;
    }
    if (opened === 0) {
      // A single one too many is text as well.
      if (run > 1 && run > singles) {
        const reason = `closes a variable with "${braces('}', run)}" that was never opened`;
        return { reason, excerpt: excerptBefore(text, i), help: `open it with "${braces('{', run)}", or delete the braces` };
      }
      singles = Math.max(0, singles - run);
    } else if (run > 1) {
      const surplus = run - opened;
      if (surplus < 0 || surplus > singles) {
        const reason = `opens a variable with "${braces('{', opened)}" and closes it with "${braces('}', run)}"`;
        return { reason, excerpt: excerptOf(text, openedAt), help: closeWith(opened) };
      }
      singles -= surplus;
      opened = 0;
    }
  }
  if (opened === 0) return undefined;
  return { reason: `opens a variable with "${braces('{', opened)}" and never closes it`, excerpt: excerptOf(text, openedAt), help: closeWith(opened) };
}

/** How many characters a text has outside of its variables, whose length is not known before it is sent. */
export function countOutside(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; ) {
    const open = text.indexOf('{{', at);
    const close = open === -1 ? -1 : text.indexOf('}}', open);
    // What is never closed is text.
    const end = close === -1 ? text.length : open;
    for (; at < end; at++) if (!isLowSurrogateOfPair(text, at)) count++;
    if (close === -1) break;
    at = text[close + 2] === '}' ? close + 3 : close + 2;
  }
  return count;
}

const isLowSurrogateOfPair = (text: string, at: number): boolean =>
  at > 0 && isBetween(text.charCodeAt(at), 0xdc00) && isBetween(text.charCodeAt(at - 1), 0xd800);

const isBetween = (unit: number, start: number): boolean => unit >= start && unit < start + 0x400;

const closeWith = (opened: number): string => `close it with "${braces('}', opened)}"`;

const braces = (brace: string, count: number): string => (count > 4 ? `${brace.repeat(4)}…` : brace.repeat(count));

function excerptOf(text: string, start: number): string {
  const end = start + SHOWN;
  return end >= text.length ? text.slice(start) : `${text.slice(start, end)}…`;
}

function excerptBefore(text: string, end: number): string {
  const start = end - SHOWN;
  return start <= 0 ? text.slice(0, end) : `…${text.slice(start, end)}`;
}
