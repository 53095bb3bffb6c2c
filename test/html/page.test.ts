import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { escapeText } from '../../src/core/report/escape.ts';
import { CLEAN, edgewise, FAULTY, folderOf } from '../cli/program.ts';
import { EVERYTHING, SILENCED } from '../report/context.ts';
import { HOSTILE_NAMES } from '../report/hostile.ts';
import { check, flow, pageOf, SHOP, textOf } from './context.ts';

const shop = pageOf(check(SHOP));

const RIGHT = flow('R', 'a.b', [['start', 'hello']]);

const titlesIn = (page: string) =>
  Array.from(page.matchAll(/<h3>(.*?)<\/h3>/g), ([, title]) => title);

test('says what is wrong, and shows the worst workflows first', () => {
  expect(shop).toContain('<h1>2 of 4 workflows have errors, and 1 more has warnings</h1>');
  expect(titlesIn(shop)).toEqual(['Welcome', 'Draft', 'Late', 'Right']);
  expect(shop.match(/<details class="workflow"><summary><h3>[^<]*/g)).toEqual([
    '<details class="workflow"><summary><h3>Right',
  ]);
});

test('what to do first, and each finding with help, fix, place and reason', () => {
  const text = textOf(shop);
  expect(text).toContain(
    'What to do first connection from "start" points to unknown step "helo" ; 1 email is never sent in Welcome (enabled), and 1 more like it did you mean send_email "hello"?',
  );
  expect(text).toContain('2 can be fixed with --fix');
  const [finding = ''] = /<article class="finding error".*?<\/article>/s.exec(shop) ?? [];
  expect(textOf(finding)).toMatch(
    /^error connection from "start" .* help: did you mean send_email "hello"\? fix: replace with "hello" --fix \d+ │ .*"helo".* welcome.json:\d+:\d+ dangling-edge$/,
  );
  const [, reason = ''] =
    /<dt id="rule-\d+"><code>dangling-edge<.*?<dd>(.*?)<\/dd>/s.exec(shop) ?? [];
  expect(reason).not.toBe('');
});

test('findings and pictures link to each other without a script', () => {
  const ids = new Set(Array.from(shop.matchAll(/ id="([^"]*)"/g), ([, id]) => id));
  const links = Array.from(shop.matchAll(/ href="#([^"]*)"/g), ([, id]) => id);
  expect(links.filter((id) => !ids.has(id))).toEqual([]);
  const [picture = ''] = /<svg xmlns[^>]*class="ew-picture.*?<\/svg>/s.exec(shop) ?? [];
  expect(picture).toMatch(/<a href="#f1"><text class="error"/);
  expect(picture).not.toContain('<style>');
  expect(shop).toContain('class="ew-time"');
  expect(shop.match(/id="ew-head"/g)).toHaveLength(1);
  expect(shop).toMatch(/<div class="filter" role="search" hidden>/);
});

test('findings about no workflow are last', () => {
  const page = pageOf(check({ ...(SHOP as object), 'cut.json': '{"steps": [' }));
  expect(page).toContain('<h1>2 of 4 workflows have errors');
  expect(titlesIn(page)).toEqual(['Welcome', 'Draft', 'Late', 'cut.json', 'Right']);
  expect(textOf(page)).toMatch(/Events, calls and files cut.json error /);
  const alone = pageOf(check({ 'cut.json': '{"steps": [', 'r.json': RIGHT }));
  expect(alone).toContain('<h1>1 error, and no workflow has an error</h1>');
});

test('a policy allows this script and this style, and nothing else', () => {
  const [, policy = ''] = /Content-Security-Policy" content="([^"]*)"/.exec(shop) ?? [];
  const hash = (tag: string): string => {
    const [, text = ''] = new RegExp(`<${tag}>(.*?)</${tag}>`, 's').exec(shop) ?? [];
    return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  };
  expect(policy).toBe(
    `default-src 'none'; script-src ${hash('script')}; style-src ${hash('style')}; base-uri 'none'; form-action 'none'`,
  );
  expect(shop).not.toMatch(/ style="| on\w+="|(?:src|href)="(?!#)|@import|url\((?!#)/);
  expect(shop.match(/<style|<script/g)).toHaveLength(2);
});

test('what was not read, not checked, silenced and accepted', () => {
  const page = pageOf(EVERYTHING, { silenced: SILENCED, showAccepted: true });
  const text = textOf(page);
  expect(text).toContain('Not read flows/locked.json: permission denied');
  expect(text).toMatch(/Not checked and left out .*suppressed 1 finding/);
  expect(text).toContain('silenced by the configuration cycle');
  expect(text).toContain('accepted');
  expect(text).toContain('does not count: a draft');
  expect(page.indexOf('id="failures"')).toBeLessThan(page.indexOf('id="first"'));
  const quiet = pageOf(EVERYTHING, { quiet: true });
  expect(quiet).not.toContain('class="finding warning"');
  expect(textOf(quiet)).toContain('not listed');
});

test.each<[string, Parameters<typeof check>, string, string]>([
  ['nothing', [{}], 'Nothing checked: no workflows or events were read', 'warning'],
  ['right', [{ 'r.json': RIGHT }], 'No problems found in 1 workflow', 'clean'],
  [
    'unread',
    [{ 'r.json': RIGHT }, { failures: [{ source: 'x.json', message: 'gone', exit: 2 }] }],
    'No problems found in 1 workflow that could be read',
    'warning',
  ],
])('the sentence of %s', (_, input, sentence, state) => {
  const page = pageOf(check(...input));
  expect(page).toContain(`<h1>${sentence}</h1>`);
  expect(page).toContain(`<title>edgewise: ${sentence}</title>`);
  expect(page).toContain(`<body class="${state}">`);
});

test('no name is markup', () => {
  const names = [
    ...HOSTILE_NAMES,
    '</script><script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "</title></style></svg>' onmouseover='alert(1)",
  ];
  const tagsIn = (page: string) => new Set(page.match(/<\/?[a-z!][\w-]*/gi));
  const known = new Set([...tagsIn(shop), ...tagsIn(pageOf(EVERYTHING, { silenced: SILENCED }))]);
  for (const name of names) {
    const workflow = flow(name, name, [['start', `${name}!`]]);
    const input = { [`${name}.json`]: { workflows: [workflow], events: [{ name, schema: null }] } };
    const page = pageOf(
      check(input, {
        failures: [{ source: name, message: name, exit: 2 }],
        skipped: [{ source: name, reason: name, isDoubtful: true }],
      }),
    );
    expect([...tagsIn(page)].filter((tag) => !known.has(tag))).toEqual([]);
    expect(page.match(/<script|<style|<\/script|<\/style/g)).toHaveLength(4);
    expect(page.replace(/"[^"]*"/g, '')).not.toMatch(/<[a-z][^<>]* on\w+=/i);
    const unsafe = /[\p{Cs}\p{Bidi_Control}\p{Zl}\p{Zp}]|(?!\n)\p{Cc}/u;
    expect(page.split('\n').filter((line) => unsafe.test(line))).toEqual([]);
    const text = textOf(page);
    expect(text).toContain(
      escapeText(name).replace('\ufffe\uffff', '\\ufffe\\uffff').replace(/\s+/g, ' ').trim(),
    );
  }
});

test('findings that the page has no room for count', () => {
  const result = check(SHOP);
  const many = result.findings.flatMap((each) => Array.from({ length: 700 }, () => ({ ...each })));
  const page = pageOf({ ...result, findings: many });
  expect(page).toContain('<h1>2 of 4 workflows have errors, and 1 more has warnings</h1>');
  expect(page.match(/<article/g)).toHaveLength(2000);
  expect(textOf(page)).toMatch(/\d+ not listed/);
});

test('the program writes it, also where a run fails', () => {
  const cwd = folderOf({ 'w.json': FAULTY, 'clean.json': CLEAN, 'bad.config.json': '{' });
  const words = ['w.json', '-f', 'html=report.html'];
  expect(edgewise(words, { cwd })).toMatchObject({ code: 1, out: '' });
  const read = () => readFileSync(join(cwd, 'report.html'), 'utf8');
  expect(read()).toContain('<h1>1 of 1 workflow has errors</h1>');
  expect(edgewise(['w.json', '-f', 'html'], { cwd }).out).toBe(read());
  const failed = edgewise(['w.json', '-f', 'html', '-c', 'bad.config.json'], { cwd });
  expect(failed.code).toBe(2);
  expect(textOf(failed.out)).toContain('Not read edgewise: ');
  expect(edgewise(['clean.json', '-f', 'html', '--watch'], { cwd }).code).toBe(2);
  expect(edgewise(['merge', 'w.json', '-f', 'html'], { cwd }).err).toContain('html');
});
