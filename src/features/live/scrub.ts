/** Removes the key from a text. */
export type Scrub = (text: string) => string;

/** Shorter keys are parts of ordinary words. */
const SHORTEST = 8;

/**
 * Finds the key in either case: as it is, percent-encoded, escaped as in JSON (any of its
 * characters, at any depth), and in base64, alone or within a longer text.
 */
export function createScrub(key = ''): Scrub {
  if (key.length < SHORTEST) return (text) => text;
  const forms = new RegExp([plainForm(key), ...base64Forms(key)].join('|'), 'gi');
  return (text) => text.replace(forms, '[API key]');
}

/** With the backslashes before it, which would escape what follows. */
const plainForm = (key: string): string =>
  // The lookbehind keeps long runs of backslashes linear.
  `(?<!\\\\)${Array.from(key, (char) => `\\\\*${formsOf(char)}`).join('')}`;

function formsOf(char: string): string {
  const hex = char.charCodeAt(0).toString(16).padStart(2, '0');
  return `(?:${escapePattern(char)}|u00${hex}|%(?:25)*${hex})`;
}

const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** The key may start at any of three bytes. Characters that it shares with others are left out. */
function base64Forms(key: string): readonly string[] {
  return [0, 1, 2].map((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(key)]);
    const whole = bytes.toString('base64').replace(/=+$/, '');
    const end = bytes.length % 3 === 0 ? whole.length : -1;
    const own = escapePattern(whole.slice(Math.ceil((offset * 8) / 6), end));
    return own.replace(/\\\+/g, '[+-]').replace(/\\\//g, '(?:\\\\*[/_]|%2f)');
  });
}
