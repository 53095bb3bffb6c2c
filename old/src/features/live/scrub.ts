import type { ApiKey } from './access.ts';

// Shorter keys occur in ordinary words.
const MIN_SCRUBBED = 8;

/**
 * Removes the key from a text, in either case: as it is, percent-encoded, escaped as in JSON (all or some of its
 * characters, at any depth), and in base64 (alone or inside a longer text).
 */
export function createScrub(key: ApiKey | undefined): (text: string) => string {
  if (key === undefined || key.value.length < MIN_SCRUBBED) return (text) => text;
  const forms = new RegExp([plainForms(key.value), ...base64Forms(key.value)].join('|'), 'gi');
  return (text) => text.replace(forms, '[API key]');
}

// Backslashes before the key are removed too: otherwise the rest of an escape sequence would be left.
// The lookbehind keeps long runs of backslashes linear.
const plainForms = (key: string): string =>
  `(?<!\\\\)${[...key].map((char) => `\\\\*${formsOf(char)}`).join('')}`;

function formsOf(char: string): string {
  const hex = char.charCodeAt(0).toString(16).padStart(2, '0');
  return `(?:${escapePattern(char)}|u00${hex}|%(?:25)*${hex})`;
}

const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** Base64 depends on where in a group of three bytes the key starts; characters shared with adjacent bytes are cut. */
function base64Forms(key: string): readonly string[] {
  return [0, 1, 2].map((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(key)]);
    const whole = bytes.toString('base64').replace(/=+$/, '');
    const own = whole.slice(Math.ceil((offset * 8) / 6), bytes.length % 3 === 0 ? undefined : -1);
    return escapePattern(own).replace(/\\\+/g, '[+-]').replace(/\\\//g, '(?:\\\\*[/_]|%2f)');
  });
}
