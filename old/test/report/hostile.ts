import type { Finding, Result } from '../../src/core/model/finding.ts';
import { findingOf, placeIn, resultOf } from './samples.ts';

/** Hostile names. */
export const HOSTILE_NAMES: readonly string[] = [
  'x\n::error::I',
  '::error file=a.js::I',
  '  ::set-output name=a::I',
  '\u00a0::warning::I',
  '##[error]I',
  '###[error]I',
  '##vso[task.setvariable variable=a]I',
  "##teamcity[message text='I']",
  '\u001b[2J\u001b[31mred',
  '\u001b]8;;https://evil.example\u0007click\u001b]8;;\u0007',
  '\u009b31mred',
  'over\rwritten',
  'back\b\b\bspace',
  'nul\u0000byte',
  'delete\u007fd',
  'next\u0085line\u2028separated\u2029twice',
  'right\u202eto left\u202c \u2066isolated\u2069 \u200f\u200e\u061c',
  'lone \ud800 surrogate',
  'lone \udc00 surrogate \ud83d',
  '[x](javascript:1)',
  '\\[x](javascript:1)',
  '[[x](1)](2)',
  '`code` | <b>bold</b> <script>alert(1)</script>',
  '{{ github.token }} $(id) `id` %0A%0D{0}',
  '__proto__',
  'tab\tand trailing space ',
  'invisible\u200b\ufeff\u00ad\u2060name',
  'tags \u{e0001}\u{e0049}\u{e0067}\u{e007f}, selectors \u{e0100}\ufe00, fillers \u3164\u115f\uffa0\u034f\u2800',
  'joiners a\u200db\u200cc\ufe0f 😀\ufe0f\ufe0e\ufe0f\u200d\u200d\u200c',
  '../../../etc/passwd',
  '',
];

/** All of them in one result, of a rule with a proper name. */
export function sayingAll(): Result {
  const results = HOSTILE_NAMES.map((name) => saying(name));
  const all = results
    .flatMap(({ findings }) => findings)
    .map((finding, i) => ({ ...finding, rule: 'dangling-edge', fingerprint: String(i) }));
  return resultOf(all, {
    complete: false,
    notChecked: results.flatMap(({ notChecked }) => notChecked),
    failures: results.flatMap(({ failures }) => failures),
  });
}

/** A result with `name` in every text of a document, a path or a plugin rule. */
export function saying(name: string, more: Partial<Finding> = {}): Result {
  const source = name === '' ? '-' : name;
  const pointer = `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  const location = {
    ...placeIn(`{ "a": "${name}", "b": "${name}" }`, `"${name}", `),
    source,
    pointer,
  };
  const finding = findingOf({
    message: name,
    help: name,
    location,
    workflow: { id: name, name, status: name },
    step: name,
    edge: name,
    event: name,
    related: [
      { message: name, location },
      { message: name, location: { source: `other/${source}`, pointer } },
    ],
    fixes: [
      {
        title: name,
        safety: 'safe',
        edits: [
          {
            pointer: '/name',
            startOffset: 0,
            endOffset: 1,
            region: { startLine: 1, startColumn: 1, endLine: 1, endColumn: 2 },
            text: name,
          },
        ],
      },
    ],
    ...more,
  });
  const withoutText = {
    ...finding,
    rule: name === '' ? 'x' : name,
    fingerprint: '2',
    location: { source, pointer },
  };
  const { help: _, ...helpless } = {
    ...withoutText,
    fingerprint: '3',
    location: { source, pointer: '' },
  };
  return resultOf([finding, withoutText, helpless], {
    complete: false,
    notChecked: [{ rule: name, reason: name }],
    failures: [{ source, message: name, refused: true }],
    sources: [source],
  });
}
