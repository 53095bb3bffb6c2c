import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { describe, expect, test } from 'vitest';
import { escapeText } from '../../src/core/report/escape.ts';
import { code, escapeMarkdown } from '../../src/core/report/escape-markdown.ts';
import comment from '../../src/core/report/markdown.ts';
import fc from '../fast-check.ts';
import { everything } from './believable.ts';
import { HOSTILE_NAMES, saying } from './hostile.ts';
import { findingOf, print, resultOf } from './samples.ts';
import { anyText } from './texts.ts';

/** As a code host shows it, raw HTML included: the worst case. */
const render = (markdown: string): string =>
  micromark(markdown, {
    allowDangerousHtml: true,
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
  });

const withoutComments = (html: string): string => html.replaceAll('<!-- -->', '');
const textOf = (html: string): string =>
  withoutComments(html)
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');

// What code hosts act on in the text of a rendered page, outside of code.
const MENTION = /(?<!\w)@\w|(?<![&\w])#\d|\bgh-\d/i;

const NAMES = [
  ...HOSTILE_NAMES,
  '@everyone, @org/team see #123 or GH-12 or org/repo#7',
  ':tada: $x^2$ $`x`$ ~~gone~~ **bold** _it_ __b__ ***',
  'https://evil.example www.evil.example <https://evil.example> http:// www.',
  '![x](https://evil.example/pixel.png) [x]: y [x][y] [^1]',
  '&lt;b&gt; &#64;all &amp; </details><h1>I</h1> <!-- hide',
  'a | b |\n|---|---|\n# heading\n- item\n1. one\n> quote\n```\ncode',
];

describe('text of a document in prose', () => {
  test.each(NAMES)('%j is printed literally', (name) => {
    const html = render(`- of ours: ${escapeMarkdown(name)}\n`);
    expect(withoutComments(html).match(/<[^>]+>/g)).toEqual(['<ul>', '<li>', '</li>', '</ul>']);
    expect(textOf(html)).toBe(`\n${`of ours: ${escapeText(name)}`.trimEnd()}\n\n`);
    expect(html.replace(/<[^>]*>/g, '\u0000')).not.toMatch(MENTION);
  });

  test('any text is printed literally', () => {
    fc.assert(
      fc.property(anyText, (name) => {
        const html = render(`- of ours: ${escapeMarkdown(name)}\n`);
        // An address in an ordinary sentence may become a link to write to it.
        const tags = withoutComments(html)
          .match(/<[^>]+>/g)
          ?.filter((tag) => !/^<\/?a( href="(mailto|xmpp):|>)/.test(tag));
        expect(tags).toEqual(['<ul>', '<li>', '</li>', '</ul>']);
        expect(html.replace(/<[^>]*>/g, '\u0000')).not.toMatch(MENTION);
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    'send_email "kettle_offer_26" is never reached: no edge leads to it',
    'the workflow goes round "card_declined" → "tries_left" in 0 seconds (2 of 3), 50% of the time',
    'from "Juniper" hello@juniper.io; {{{user.name}}} 誕生日 😀',
  ])('%j is not escaped', (text) => {
    expect(escapeMarkdown(text)).toBe(text);
  });

  test('text in HTML blocks is escaped', () => {
    for (const name of NAMES) {
      const html = render(
        `<details>\n<summary>${escapeMarkdown(name)}</summary>\n\nours\n\n</details>\n`,
      );
      expect(withoutComments(html).match(/<[^>]+>/g)).toEqual([
        '<details>',
        '<summary>',
        '</summary>',
        '<p>',
        '</p>',
        '</details>',
      ]);
    }
  });
});

describe('the report', () => {
  test.each(NAMES)('%j adds no element', (name) => {
    const ordinary = render(print(comment, saying('x'))).match(/<[a-z/][^ >]*/g);
    expect(withoutComments(render(print(comment, saying(name)))).match(/<[a-z/!][^ >]*/g)).toEqual(
      ordinary,
    );
  });

  test('links only to the pages of rules and plugins', () => {
    for (const name of NAMES) {
      const links = [
        ...render(print(comment, saying(name))).matchAll(/(?:href|src)="([^"]*)"/g),
      ].map(([, target]) => target);
      expect(links).toEqual([]);
    }
  });

  test('errors are expanded, the rest is collapsed', () => {
    expect(render(print(comment, everything())).match(/<details[^>]*>\n<summary>[^<]*/g)).toEqual([
      '<details open>\n<summary>4 errors',
      '<details>\n<summary>1 warning',
      '<details>\n<summary>2 infos',
    ]);
  });

  test('is limited to the size of a comment, with the worst findings first', () => {
    for (const piece of ['x', '@', '\u001b', '[', 'word ']) {
      const text = piece.repeat(3000);
      const findings = Array.from({ length: 500 }, (_, i) =>
        findingOf({
          severity: i % 2 ? 'error' : 'info',
          message: text,
          help: text,
          workflow: { name: text },
        }),
      );
      const gaps = Array.from({ length: 300 }, (_, i) => ({
        rule: `rule-${i}`,
        reason: `${i} ${text}`,
      }));
      const failures = gaps.map(({ reason }) => ({ source: reason, message: text, refused: true }));
      const printed = print(comment, resultOf(findings, { notChecked: gaps, failures }));
      expect(printed.length).toBeLessThanOrEqual(65_536);
      expect(printed).toMatch(/\*\*\d+ more findings not listed\*\*/);
      expect(printed).toMatch(/\d+ more remarks like these/);
      expect(printed).not.toContain('info</summary>');
      expect(printed.match(/^- `/gm)?.length).toBeGreaterThan(2);
    }
  });
});

test.each([
  ['', '` `'],
  [' ', '` `'],
  ['a', '`a`'],
  [' a', '`  a `'],
  ['a ', '` a  `'],
  ['a`b', '`` a`b ``'],
  ['``', '``` `` ```'],
])('%j as code is %s', (name, expected) => {
  expect(code(name)).toBe(expected);
});
