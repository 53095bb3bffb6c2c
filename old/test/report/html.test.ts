import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { HtmlValidate } from 'html-validate';
import { describe, expect, test } from 'vitest';
import type { PlainWorkflow } from '../../src/core/model/plain.ts';
import html, { MAX_STATIC } from '../../src/core/report/html.ts';
import { SCRIPT, STYLE } from '../../src/core/report/html-assets.ts';
import { MAX_FINDINGS } from '../../src/core/report/html-data.ts';
import type { ReportData } from '../../src/core/report/page-data.ts';
import { MAX_KEPT } from '../../src/features/picture/drawn.ts';
import { MAX_DRAWN_STEPS } from '../../src/features/picture/drawn-steps.ts';
import fc from '../fast-check.ts';
import { everything, oneFault } from './believable.ts';
import { HOSTILE_NAMES, saying, sayingAll } from './hostile.ts';
import { findingOf, print, resultOf } from './samples.ts';
import { anyText } from './texts.ts';

const validator = new HtmlValidate({
  extends: ['html-validate:recommended', 'html-validate:document', 'html-validate:a11y'],
  rules: {
    // The title is the result in one line.
    'long-title': 'off',
  },
});

function complaints(page: string): readonly string[] {
  return validator
    .validateStringSync(page)
    .results.flatMap(({ messages }) =>
      messages.map(({ ruleId, message, line }) => `${line}: ${message} (${ruleId})`),
    );
}

test.each([
  ['nothing', resultOf([])],
  ['one fault', oneFault()],
  ['everything', everything()],
  ['hostile names', sayingAll()],
])('%s is valid and accessible HTML', (_, result) => {
  expect(complaints(print(html, result))).toEqual([]);
});

test('a report with pictures is valid and accessible HTML', () => {
  const hostile = [...HOSTILE_NAMES, '</script><script>alert(1)</script>', '<!--<script>'].map(
    (name, i): PlainWorkflow => ({
      ...{
        source: `${i}.json`,
        line: 1,
        pointer: '',
        id: name,
        name,
        status: name,
        summaryOnly: false,
        hasSteps: true,
        hasEdges: true,
      },
      steps: [{ key: name, type: 'trigger', config: { [name]: name, event_name: name } }],
      edges: [{ from: name, to: name, type: name }],
    }),
  );
  const page = print(html, sayingAll(), { workflows: hostile });
  expect(complaints(page)).toEqual([]);
  expect(page.replace(SCRIPT, '').match(/<\/?script/g)).toHaveLength(6);
});

describe('text of a document', () => {
  const shape = (page: string) => page.match(/<[a-z/!][^ >]*/gi);
  const ordinary = shape(print(html, saying('x')));

  test.each([
    ...HOSTILE_NAMES,
    '"><script>alert(1)</script>',
    "' onload='x",
    '</style><img src=x onerror=x>',
    '<!--',
    ']]>',
    '\ufffe',
  ])('%j adds no element', (name) => {
    const page = print(html, saying(name));
    expect(shape(page)).toEqual(name === '' ? expect.anything() : ordinary);
    expect(complaints(page)).toEqual([]);
  });

  test('any text is escaped', () => {
    fc.assert(
      fc.property(anyText, (name) => {
        fc.pre(name !== '' && name !== '-');
        expect(shape(print(html, saying(name)))).toEqual(ordinary);
      }),
      { numRuns: 300 },
    );
  });
});

test('the content security policy allows only the script and the style, by hash', () => {
  const page = print(html, everything());
  const sha = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(page) ?? [];
  const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(page) ?? [];
  expect(style).toBe(STYLE);
  expect(script).toBe(SCRIPT);
  expect(page).toContain(
    `content="default-src 'none'; script-src ${sha(SCRIPT)}; style-src ${sha(STYLE)}; base-uri 'none'; form-action 'none'"`,
  );
  const shown = read('docs/html-report.md').match(/^default-src.*$/m)?.[0];
  expect(
    /content="(default-src [^"]*)"/.exec(page)?.[1]?.replace(/sha256-[\w+/=]+/g, 'sha256-…'),
  ).toBe(shown);
  const own = page.replace(SCRIPT, '');
  expect(own).not.toMatch(/<link|<img|<iframe|\ssrc=|\sstyle=|\son\w+=/i);
  expect(own.match(/<script[^>]*>/g)).toEqual([
    '<script type="application/json" id="report-data">',
    '<script type="application/x-ndjson" id="report-workflows">',
    '<script>',
  ]);
  expect(page.indexOf('Content-Security-Policy')).toBeLessThan(page.indexOf('<title>'));
});

test('the script is embedded unchanged, and loads no other code', () => {
  expect(SCRIPT).not.toMatch(/<\/script|<!--/i);
  expect(SCRIPT).not.toMatch(
    /\b(?:fetch|XMLHttpRequest|WebSocket|sendBeacon|eval|innerHTML|outerHTML|insertAdjacentHTML|document\.write)\b|new Function|import\(/,
  );
});

test('without scripts a long list is cut to the worst findings, with a note; the data is complete', () => {
  const word = (i: number): string => i.toString(2).replaceAll('0', 'a').replaceAll('1', 'b');
  const findings = Array.from({ length: 300 }, (_, i) =>
    findingOf({
      fingerprint: `${i}`,
      severity: i < 250 ? 'info' : 'error',
      message: `fault ${word(i)}`,
    }),
  );
  const page = print(html, resultOf(findings));
  expect(page).toContain('These are the first 200 of 300 groups of like findings, the worst ones.');
  expect(page.match(/<article class="error">/g)).toHaveLength(50);
  expect(page.match(/<article/g)).toHaveLength(200);
  expect(dataOf(page).findings).toHaveLength(300);
});

test('the limits are documented', () => {
  const shown = [
    ...read('docs/html-report.md').matchAll(/^\| (?:findings|workflows|steps) .*?([\d,]+)/gm),
  ].map(([, n = '']) => Number(n.replaceAll(',', '')));
  expect(shown).toEqual([MAX_FINDINGS, MAX_KEPT, MAX_DRAWN_STEPS]);
  expect(read('docs/html-report.md')).toContain(`the first ${MAX_STATIC} groups`);
});

const read = (file: string): string =>
  readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

function dataOf(page: string): ReportData {
  const [, json = ''] =
    /<script type="application\/json" id="report-data">(.*?)<\/script>/.exec(page) ?? [];
  return JSON.parse(json);
}

test('the style has rules for light, dark and print', () => {
  expect(STYLE).toContain('prefers-color-scheme:dark');
  expect(STYLE).toContain('@media print');
  expect(STYLE).not.toMatch(/url\(|@import|<|expression/);
});

test.each(['light', 'dark'])('colours of the %s page have sufficient contrast', (scheme) => {
  const block = STYLE.split('prefers-color-scheme:dark')[scheme === 'dark' ? 1 : 0] as string;
  const colours = new Map(
    [...block.matchAll(/--([\w-]+):\s*#(\w+)/g)].map(([, name = '', value = '']) => [
      name,
      luminance(value),
    ]),
  );
  for (const name of ['text', 'dim', 'error', 'warning', 'info', 'clean', 'accent']) {
    for (const back of ['back', 'panel', 'raised'])
      expect(
        contrast(colours.get(name), colours.get(back)),
        `${name} on ${back}`,
      ).toBeGreaterThanOrEqual(4.5);
  }
  for (const name of ['error', 'warning', 'info', 'clean', 'accent'])
    expect(contrast(colours.get(name), colours.get(`${name}-back`)), name).toBeGreaterThanOrEqual(
      4.5,
    );
});

function luminance(hex: string): number {
  const full = hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex;
  const [r = 0, g = 0, b = 0] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(full.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a = 0, b = 0): number {
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

test('a clean run is green, an incomplete one is not', () => {
  expect(print(html, resultOf([]))).toContain('<p class="headline clean">no problems found');
  expect(print(html, resultOf([], { complete: false }))).not.toContain('headline clean"');
  expect(print(html, resultOf([findingOf({ severity: 'warning' })]))).not.toContain(
    'headline clean"',
  );
});

test('the consequence of a finding is in the text and in the data', () => {
  const page = print(html, resultOf([findingOf({ consequence: '2 emails are <never> sent' })]));
  expect(page).toContain('<p><b>Consequence:</b> 2 emails are &lt;never&gt; sent</p>');
  expect(dataOf(page).findings[0]?.consequence).toBe('2 emails are <never> sent');
});

test('the reason of a rule is printed once, and standard input has a name', () => {
  const printed = print(
    html,
    resultOf([
      findingOf(),
      findingOf({ message: 'another fault', location: { source: '-', pointer: '' } }),
    ]),
  );
  const [, list = ''] = /<section id="static-findings"([\s\S]*?)<\/section>/.exec(printed) ?? [];
  expect(list.match(/A contact who gets there leaves/g)).toHaveLength(1);
  expect(list).toContain('<p class="place">stdin · dangling-edge</p>');
});

test.each([
  [{ workflows: 1 }, { complete: true }, true],
  [{ workflows: 0, events: 1 }, { complete: true }, false],
  [{ workflows: 1 }, { complete: false }, false],
  [{ workflows: 1 }, { complete: true, crashed: true }, false],
  [{ workflows: 1, warnings: 1 }, { complete: true }, false],
])('with %j and %j, the headline is marked as clean: %s', (summary, more, isMarked) => {
  const page = print(html, resultOf([], { summary, ...more }));
  expect(page.includes('<p class="headline clean">')).toBe(isMarked);
});
