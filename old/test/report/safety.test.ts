import { describe, expect, test } from 'vitest';
import { escapeLine, escapeText } from '../../src/core/report/escape.ts';
import { FORMATS, type Format } from '../../src/core/report/formats.ts';
import { SCRIPT, STYLE } from '../../src/core/report/html-assets.ts';
import fc from '../fast-check.ts';
import { HOSTILE_NAMES, saying } from './hostile.ts';
import { commandsIn } from './runner.ts';
import { print } from './samples.ts';
import { anyText } from './texts.ts';

// Text that no format may print for any document: characters that move a cursor or hide text, and commands that a reader of
// CI logs interprets.
const RAW_CONTROL = /[\p{Cc}\p{Cs}\p{Bidi_Control}\p{Zl}\p{Zp}]/u;
// Joiners are allowed one at a time, as in emoji.
const INVISIBLE =
  /(?!\u200c|\u200d|\ufe0e|\ufe0f)\p{Default_Ignorable_Code_Point}|(?:\u200c|\u200d|\ufe0e){2}/u;
const COMMAND = /##\w*\[/;
const LINE_COMMAND = /^\s*::/;
// The assets of this format.
const ANNOTATION = /^::error [^:]*::/;

function expectHarmless(whole: string, format: string): void {
  // Equal in each page, and long, so checked once.
  const printed = whole === SCRIPT ? whole : whole.replace(SCRIPT, '');
  expect(printed).not.toMatch(COMMAND);
  const lines = printed.split('\n').filter((line) => format !== 'github' || !ANNOTATION.test(line));
  expect(lines.filter((line) => LINE_COMMAND.test(line))).toEqual([]);
  expect(printed.split('\n').filter((line) => RAW_CONTROL.test(line))).toEqual([]);
  expect(printed.split('\n').filter((line) => INVISIBLE.test(line))).toEqual([]);
  // The sample has three findings and a source that was not read.
  expect(commandsIn(printed)).toHaveLength(format === 'github' ? 4 : 0);
}

/** Programs read it to its end. XML and HTML are read by validators in their own tests. */
function expectReadable(printed: string, format: string): void {
  if (['json', 'sarif', 'gitlab'].includes(format)) JSON.parse(printed);
}

test('script and style of the HTML page contain no CI commands or control characters', () => {
  for (const text of [SCRIPT, STYLE]) expectHarmless(text, 'html');
});

for (const [format, { load }] of FORMATS) {
  describe(format, async () => {
    const reporter = await load();
    const asItIs = ['text', 'compact', 'agent'].includes(format);

    test.each(HOSTILE_NAMES)('%j is escaped', (name) => {
      const printed = print(reporter, saying(name));
      expectHarmless(printed, format);
      expectReadable(printed, format);
      if (asItIs && name !== '')
        expect(printed).toContain(
          escapeText(name)
            .replace(/^(\s*):/, '')
            .trim()
            .slice(0, 5),
        );
    });

    test('any text is escaped', () => {
      fc.assert(
        fc.property(anyText, (name) => {
          const printed = print(reporter, saying(name));
          expectHarmless(printed, format);
          expectReadable(printed, format);
        }),
        { numRuns: 300 },
      );
    });
  });
}

test('JSON contains exactly the text of the document', async () => {
  const json = await (FORMATS.get('json') as Format).load();
  for (const name of HOSTILE_NAMES) {
    const [finding] = JSON.parse(print(json, saying(name))).findings;
    expect(finding).toMatchObject({ message: name, help: name, step: name, workflow: { name } });
  }
});

describe('escapeText', () => {
  test.each([
    ['Welcome – 誕生日 😀 👩‍👩‍👧 é', 'Welcome – 誕生日 😀 👩‍👩‍👧 é'],
    ['a\nb\tc\r\b\f', 'a\\nb\\tc\\r\\b\\f'],
    ['❤️‍🔥 1️⃣ ©️ क्‍ष', '❤️‍🔥 1️⃣ ©️ क्‍ष'],
    ['a\u200db 😀\ufe0f\ufe0e', 'a\\u200db 😀\ufe0f\\ufe0e'],
    ['\u{e0041}\u3164', '\\udb40\\udc41\\u3164'],
    ['\u001b[31m', '\\u001b[31m'],
    ['\ud83d', '\\ud83d'],
    ['##[error]', '\\u0023#[error]'],
    ['####vso[x]', '##\\u0023#vso[x]'],
    ['## [no] command #[x] ##', '## [no] command #[x] ##'],
    ['a::b::c', 'a::b::c'],
  ])('%j becomes %j', (text, escaped) => {
    expect(escapeText(text)).toBe(escaped);
  });

  test('is fast on long runs of escaped characters', () => {
    for (const piece of ['#', '##', '##a', ':', ' ', '\u001b', '##aaaaaaaa['])
      escapeLine(escapeText(piece.repeat(200_000)));
  });
});

test('escapeLine escapes commands at the start of a line', () => {
  expect(escapeLine('::a::')).toBe('\\u003a:a::');
  expect(escapeLine('\u3000::a::')).toBe('\u3000\\u003a:a::');
  expect(escapeLine(`#${'#[error]'}  `)).toBe('\\u0023#[error]');
});
