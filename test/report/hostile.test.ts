import { describe, expect, test } from 'vitest';
import type { LintResult } from '../../src/core/lint/lint.ts';
import {
  escapeLine,
  escapeMarkdown,
  escapeText,
  pathFromRoot,
} from '../../src/core/report/escape.ts';
import { FORMATS } from '../../src/core/report/formats.ts';
import { print, run } from './context.ts';
import { HOSTILE_NAMES } from './hostile.ts';

/** A name in every text of a document, a path and a configuration. */
function saying(name: string): LintResult {
  const workflow = {
    ...{ id: name, name, status: 'enabled' },
    steps: [
      { key: 'start', type: 'trigger', config: { event_name: name } },
      { key: name, type: name, config: {} },
    ],
    connections: [
      { from: name, to: `${name}!`, type: name },
      { from: 'start', to: 'start' },
    ],
  };
  const result = run(
    { [`${name}.json`]: { workflows: [workflow], events: [{ name: 'a.b', schema: null }] } },
    {
      choice: { preset: 'strict', severities: new Map(), options: new Map(), overrides: [] },
      acceptance: {
        suppressions: [{ rule: name, reason: name, from: name }],
        baseline: new Set(),
        today: '2027-01-01',
      },
      failures: [{ source: name, message: name, exit: 2 }],
      skipped: [{ source: name, reason: name, isDoubtful: true }],
    },
  );
  const [first] = result.findings;
  if (first === undefined) throw new Error('no finding');
  // A rule of a plugin, without a region.
  const location = { source: name, pointer: `/${name}` };
  const plugin = { ...first, rule: name, message: name, help: name, location, fixes: [] };
  return { ...result, findings: [...result.findings, plugin] };
}

// Characters that move a cursor or hide text, and commands that a reader of CI logs obeys.
const RAW = /[\p{Cc}\p{Cs}\p{Bidi_Control}\p{Zl}\p{Zp}]/u;
const INVISIBLE =
  /(?!\u200c|\u200d|\ufe0e|\ufe0f)\p{Default_Ignorable_Code_Point}|(?:\u200c|\u200d|\ufe0e){2}/u;
const COMMAND = /##\w*\[/;
const ANNOTATION = /^::(?:error|warning|notice) [^:]*::/;

describe.each([...FORMATS])('%s', (format, { isMachine }) => {
  test.each(HOSTILE_NAMES)('%j', async (name) => {
    const lines = (await print(format, saying(name))).split('\n');
    const others = lines.filter((line) => format !== 'github' || !ANNOTATION.test(line));
    expect(others.filter((line) => /^\s*::/.test(line))).toEqual([]);
    for (const pattern of [RAW, INVISIBLE, COMMAND])
      expect(lines.filter((line) => pattern.test(line))).toEqual([]);
    if (isMachine && format !== 'junit') JSON.parse(lines.join('\n'));
  });
});

test('JSON has exactly the text of the document', async () => {
  for (const name of HOSTILE_NAMES) {
    const { findings } = JSON.parse(await print('json', saying(name)));
    expect(findings.at(-1)).toMatchObject({ rule: name, message: name, help: name });
    expect(findings[0].workflow).toEqual({ id: name, name });
  }
});

test('text of a document cannot create a link in SARIF', async () => {
  // The grammar of an embedded link in its plain text.
  const link = /(?<!\\)(?:\\\\)*\[((?:[^\\[\]]|\\[\\[\]])*)\]\(([^)]*)\)/g;
  for (const name of HOSTILE_NAMES)
    for (const { message, relatedLocations = [] } of JSON.parse(await print('sarif', saying(name)))
      .runs[0].results) {
      const targets = [...message.text.matchAll(link)].map(([, , target]) => target);
      expect(targets).toEqual(relatedLocations.map(({ id }: { id: number }) => String(id)));
    }
});

test.each([
  ['Welcome – 誕生日 😀 👩‍👩‍👧 ❤️‍🔥 1️⃣ क्‍ष', 'Welcome – 誕生日 😀 👩‍👩‍👧 ❤️‍🔥 1️⃣ क्‍ष'],
  ['a\nb\tc\r\b\f', 'a\\nb\\tc\\r\\b\\f'],
  ['a\u200db 😀\ufe0f\ufe0e', 'a\\u200db 😀\ufe0f\\ufe0e'],
  ['\u{e0041}\u3164\ud83d', '\\udb40\\udc41\\u3164\\ud83d'],
  ['##[error] ####vso[x]', '\\u0023#[error] ##\\u0023#vso[x]'],
  ['## [no] command #[x] ## a::b::c', '## [no] command #[x] ## a::b::c'],
])('%j becomes %j', (text, escaped) => {
  expect(escapeText(text)).toBe(escaped);
});

test('lines, Markdown and paths', () => {
  expect(escapeLine('::a::')).toBe('\\u003a:a::');
  expect(escapeLine(`#${'#[error]'}  `)).toBe('\\u0023#[error]');
  expect(escapeMarkdown('_a_b_ *x* @me')).toBe('&#95;a_b&#95; &#42;x&#42; @<!-- -->me');
  for (const piece of ['#', '##', '##a', ':', ' ', '\u001b', '##aaaaaaaa['])
    escapeLine(escapeText(piece.repeat(200_000)));
  const paths = ['a.json', '../b.json', '../../c.json', '-', '/etc/d.json', 'https://x.io/e', '.'];
  expect(paths.map((path) => pathFromRoot(path, 'ci/lint'))).toEqual([
    ...['ci/lint/a.json', 'ci/b.json', 'c.json', 'stdin', 'etc/d.json', 'x.io/e', 'ci/lint'],
  ]);
  expect(pathFromRoot('../../a.json')).toBe('_parent/_parent/a.json');
});
