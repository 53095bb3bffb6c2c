import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOSTILE_NAMES } from '../report/hostile.ts';
import { barriers, CHROMIUM, launch, open, SCREENSHOTS, WITHOUT_BROWSER } from './browser.ts';
import { SERVICE } from './workspaces.ts';

// The playground in a browser.

const BUILT = fileURLToPath(new URL('../../dist/playground/', import.meta.url));
const TYPES: Record<string, string> = { html: 'text/html', js: 'text/javascript', css: 'text/css' };
const TEXT = JSON.stringify(SERVICE, null, 2);

/** The machine may be busy with other things. */
const soon = <T>(read: () => T | Promise<T>) => expect.poll(read, { timeout: 60_000 });

test.skipIf(CHROMIUM !== undefined)(WITHOUT_BROWSER, ({ skip }) => skip(WITHOUT_BROWSER));

test('the playground is three files without external references', () => {
  const files = readdirSync(BUILT).filter((name) => !name.endsWith('.txt'));
  expect(files.sort()).toEqual(['index.html', 'main.css', 'main.js']);
  const html = readFileSync(join(BUILT, 'index.html'), 'utf8');
  expect(html).toContain("default-src 'none'");
  expect(html).toContain("connect-src 'none'");
  expect([...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, url]) => url)).toEqual([
    'data:,',
    'main.css',
    'main.js',
  ]);
  expect(readFileSync(join(BUILT, 'main.css'), 'utf8')).not.toMatch(/url\(|@import/);

  // As the documentation says.
  const page = readFileSync(new URL('../../docs/playground.md', import.meta.url), 'utf8');
  const [, most, packed] = /less than (\d+) KB \((\d+) KB with gzip\)/.exec(page) ?? [];
  const bytes = files.map((name) => readFileSync(join(BUILT, name)));
  const sum = (sizes: readonly number[]) => sizes.reduce((total, size) => total + size, 0);
  expect(sum(bytes.map(({ length }) => length))).toBeLessThan(Number(most) * 1000);
  expect(sum(bytes.map((each) => gzipSync(each).length))).toBeLessThan(Number(packed) * 1000);
});

describe.skipIf(CHROMIUM === undefined)(
  'the playground in Chromium',
  () => {
    let browser: Browser;
    let server: Server;
    let url: string;
    let asked: string[] = [];
    beforeAll(async () => {
      server = createServer((request, response) => {
        const name = request.url === '/' ? 'index.html' : (request.url ?? '').slice(1);
        asked.push(name);
        const isThere = readdirSync(BUILT).includes(name);
        response.writeHead(isThere ? 200 : 404, {
          'content-type': TYPES[name.split('.').at(-1) ?? ''] ?? 'text/plain',
        });
        response.end(isThere ? readFileSync(join(BUILT, name)) : '');
      }).listen(0, '127.0.0.1');
      await new Promise((resolve) => server.once('listening', resolve));
      url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
      browser = await launch();
    });
    afterAll(async () => {
      await browser?.close();
      server?.close();
    });

    /** Runs a scene without network requests, messages or errors. */
    const on = async (
      hash: string,
      scene: (page: Page) => Promise<void>,
      options: Parameters<typeof open>[2] = {},
    ): Promise<void> => {
      asked = [];
      const permissions = ['clipboard-read', 'clipboard-write'];
      const { page, trouble, close } = await open(browser, url + hash, { permissions, ...options });
      try {
        await soon(() => page.locator('#findings .headline').textContent()).not.toBe('');
        await scene(page);
        // The worker is created from a text of the page, which counts as a request but uses no network.
        expect(
          trouble.filter(
            (text) =>
              !text.startsWith('request: blob:') &&
              text !== `request: ${url}main.css` &&
              text !== `request: ${url}main.js`,
          ),
        ).toEqual([]);
        expect(asked.toSorted()).toEqual(['index.html', 'main.css', 'main.js']);
      } finally {
        await close();
      }
    };
    const text = (page: Page) => page.getByRole('textbox', { name: /^Text of/ });
    const rules = (page: Page) => page.locator('li.finding .rule').allTextContents();
    const headline = (page: Page) => page.locator('#findings .headline').textContent();
    const paste = async (page: Page, given: string): Promise<void> => {
      await page.evaluate((copied) => navigator.clipboard.writeText(copied), given);
      await text(page).focus();
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Control+v');
    };
    /** The texts that the page keeps. */
    const kept = (page: Page): Promise<readonly { name: string; text: string }[]> =>
      page.evaluate(() => history.state.texts.files);
    const currentText = async (page: Page): Promise<string> => {
      const at = Number(await page.locator('#file').inputValue());
      return (await kept(page))[at]?.text ?? '';
    };
    const selected = (page: Page) => page.evaluate(() => getSelection()?.toString());

    test('starts with an example, with its findings, its picture and its timeline', () =>
      on('', async (page) => {
        expect(await rules(page)).toEqual(['dangling-edge', 'back-to-back-emails']);
        expect(await page.locator('.ew-box[data-step]').count()).toBe(7);
        await page.getByRole('tab', { name: 'Timeline' }).click();
        await soon(() => page.locator('.timeline .moment').count()).toBe(3);
        await page.getByLabel('Example').selectOption('A whole account');
        await soon(() => page.locator('#file option').count()).toBe(9);
        await soon(() => headline(page)).toContain('8 workflows');
        await soon(() => page.locator('#timeline-event').inputValue()).toBe('cart_abandoned');
        await page.locator('#file').selectOption('7');
        await soon(() => page.locator('#picture-workflow option:checked').textContent()).toContain(
          'welcome.json',
        );
      }));

    test('works when opened as a local file', async () => {
      const { page, close } = await open(browser, pathToFileURL(join(BUILT, 'index.html')).href);
      await soon(() => rules(page)).toEqual(['dangling-edge', 'back-to-back-emails']);
      await page.getByRole('tab', { name: 'Rules' }).click();
      await page.getByRole('link', { name: 'cycle', exact: true }).click();
      await soon(() => rules(page)).toContain('cycle');
      await page.goBack();
      await soon(() => rules(page)).toEqual(['dangling-edge', 'back-to-back-emails']);
      await close();
    });

    test('updates while text is pasted and typed, also while it is not valid JSON', () =>
      on('', async (page) => {
        await paste(page, TEXT);
        await soon(() => rules(page)).toContain('unreachable-step');
        await soon(() => page.locator('.ew-box[data-key="reminder"]').count()).toBe(1);
        await text(page).press('Control+Home');
        await page.keyboard.type('x');
        await soon(() => rules(page)).toContain('invalid-json');
        await soon(() => page.getByText('this is the earlier picture').isVisible()).toBe(true);
        expect(await page.locator('.ew-box[data-key="reminder"]').count()).toBe(1);
        await paste(page, TEXT.replace('"remindr"', '"reminder"'));
        await soon(() => page.getByText('this is the earlier picture').isVisible()).toBe(false);
        await soon(() => rules(page)).not.toContain('dangling-edge');
        await text(page).press('Control+Home');
        await page.keyboard.type('x');
        await soon(() => rules(page)).toContain('invalid-json');
        await page.keyboard.press('Control+z');
        await soon(() => rules(page)).not.toContain('invalid-json');
        await paste(page, '   ');
        await soon(() => headline(page)).toContain('nothing checked');
      }));

    test('links findings with the text and the picture, in both directions', () =>
      on('', async (page) => {
        const finding = page.locator('li.finding', { hasText: 'back-to-back-emails' });
        await finding.locator('summary').first().click();
        await finding.locator('summary').first().click();
        await soon(() => page.locator('.cm-current').count()).toBeGreaterThan(5);
        expect(await page.locator('.ew-box.ew-current').getAttribute('data-key')).toBe(
          'kettle_offer_26',
        );

        const dangling = page.locator('li.finding', { hasText: 'dangling-edge' });
        await dangling.getByRole('button', { name: 'Show in the text' }).first().click();
        await soon(() => selected(page)).toBe('"ketle_offer_26"');
        // The cursor is at the dangling edge.
        await soon(() => page.locator('.ew-line.ew-current').count()).toBe(1);

        await finding.getByRole('button', { name: 'Show in the picture' }).click();
        await soon(() =>
          page.evaluate(() => document.activeElement?.getAttribute('data-key')),
        ).toBe('kettle_offer_26');
        // A step without findings leads to its text.
        await page.locator('.ew-box[data-key="pause_1"]').click();
        await soon(() => page.locator('.cm-current').allTextContents()).toContainEqual(
          expect.stringContaining('"pause_1"'),
        );

        await text(page).press('F8');
        await page.locator('.cm-lineNumbers .cm-gutterElement', { hasText: /^63$/ }).click();
        await soon(() =>
          page.evaluate(
            () =>
              document.activeElement?.closest('li.finding')?.querySelector('.rule')?.textContent,
          ),
        ).toBeTruthy();
      }));

    test('works with the keyboard only', () =>
      on('', async (page) => {
        await text(page).focus();
        await page.keyboard.press('F8');
        const start = () => page.locator('.cm-current').first().textContent();
        const first = await start();
        await page.keyboard.press('F8');
        expect(await start()).toContain('"ketle_offer_26"');
        await page.keyboard.press('F8');
        expect(await start()).toBe(first);
        await page.keyboard.press('Shift+F8');
        expect(await start()).toContain('"ketle_offer_26"');
        await page.keyboard.press('Control+Enter');
        const focused = () =>
          page.evaluate(
            () =>
              document.activeElement?.closest('li.finding')?.querySelector('.rule')?.textContent,
          );
        expect(await focused()).toBe('dangling-edge');

        // Tab leaves the field, and reaches all controls.
        await text(page).focus();
        const reached = new Set<string>();
        for (let i = 0; i < 40; i++) {
          await page.keyboard.press('Tab');
          reached.add(
            await page.evaluate(
              () =>
                document.activeElement?.id ||
                document.activeElement?.className ||
                document.activeElement?.textContent?.trim().slice(0, 20) ||
                '',
            ),
          );
        }
        expect([...reached]).toEqual(
          expect.arrayContaining([
            'tab-picture',
            'example',
            'preset',
            'Link to this',
            'file',
            'Open files',
            'New',
            'Remove',
            'Format',
            'editor',
          ]),
        );

        await page.getByRole('tab', { name: 'Picture' }).focus();
        await page.keyboard.press('ArrowRight');
        expect(
          await page.getByRole('tab', { name: 'Timeline' }).getAttribute('aria-selected'),
        ).toBe('true');
        expect(await page.evaluate(() => document.activeElement?.id)).toBe('tab-timeline');
        await page.keyboard.press('ArrowRight');
        await page.keyboard.press('ArrowRight');
        expect(await page.getByRole('tabpanel', { name: 'Picture' }).isVisible()).toBe(true);
      }));

    test('takes several files, also compressed, and reports what it cannot read', () =>
      on('', async (page) => {
        await page.getByRole('button', { name: 'Remove', exact: true }).click();
        await page.getByRole('button', { name: 'Remove', exact: true }).click();
        await soon(() => headline(page)).toContain('nothing checked');
        await page.locator('#open').setInputFiles([
          { name: 'service.json', mimeType: 'application/json', buffer: Buffer.from(TEXT) },
          {
            name: 'again.ndjson.gz',
            mimeType: 'application/gzip',
            buffer: gzipSync(`${JSON.stringify(SERVICE)}\n`),
          },
          {
            name: 'latin.json',
            mimeType: 'application/json',
            buffer: Buffer.from([0x7b, 0xe9, 0x7d]),
          },
          {
            name: 'broken.json.gz',
            mimeType: 'application/gzip',
            buffer: gzipSync(TEXT).subarray(0, 50),
          },
          {
            name: 'bomb.json.gz',
            mimeType: 'application/gzip',
            buffer: gzipSync(Buffer.alloc(21 * 1024 * 1024, ' ')),
          },
        ]);
        await soon(() => page.locator('#file option').count()).toBe(2);
        await soon(() => rules(page)).toContain('duplicate-workflow-id');
        expect(await page.locator('#file option').allTextContents()).toEqual([
          expect.stringMatching(/^service\.json \(\d\)$/),
          expect.stringMatching(/^again\.ndjson \(\d\)$/),
        ]);
        const said = await page.locator('#notice p').allTextContents();
        expect(said).toEqual([
          'latin.json: it is not UTF-8; save it as UTF-8',
          'broken.json.gz: the gzip file is incomplete',
          expect.stringMatching(/^bomb\.json\.gz: the playground takes up to 20 MB/),
        ]);

        // A finding of the other text turns to it.
        await page.getByLabel('Text', { exact: true }).selectOption('0');
        await page
          .locator('li.finding', { hasText: 'again.ndjson' })
          .locator('summary')
          .first()
          .click();
        await soon(() => page.locator('#file').inputValue()).toBe('1');

        const dropped = await page.evaluateHandle((given) => {
          const transfer = new DataTransfer();
          transfer.items.add(new File([given], 'dropped.json'));
          transfer.items.add(new File([new Uint8Array(20 * 1024 * 1024)], 'huge.json'));
          return transfer;
        }, TEXT);
        await text(page).dispatchEvent('drop', { dataTransfer: dropped });
        await soon(() => page.locator('#file option').allTextContents()).toEqual([
          expect.stringMatching(/^dropped\.json/),
        ]);
        expect(await page.locator('#notice').textContent()).toMatch(
          /^huge\.json: the playground takes up to 20 MB/,
        );
        await page.getByRole('button', { name: 'New' }).click();
        await soon(() => currentText(page)).toBe('');
        expect(await page.locator('#file option').allTextContents()).toEqual([
          expect.stringMatching(/^dropped\.json/),
          'workflow.json',
        ]);
      }));

    test('a pasted workflow replaces all texts of an example, and Undo restores them', () =>
      on('', async (page) => {
        await paste(page, TEXT);
        await soon(() => page.locator('#file option').count()).toBe(1);
        await soon(() => rules(page)).toContain('unreachable-step');
        expect(await rules(page)).not.toContain('unknown-event');
        await page.locator('#notice').getByRole('button', { name: 'Undo' }).click();
        await soon(() => rules(page)).toEqual(['dangling-edge', 'back-to-back-emails']);
        expect(await page.locator('#file option').count()).toBe(2);

        // Texts of the user are kept when one of them is replaced.
        await page.getByRole('button', { name: 'New' }).click();
        await paste(page, TEXT);
        await soon(() => kept(page).then((files) => files.map(({ name }) => name))).toEqual([
          'brewing-course.json',
          'events.json',
          'workflow.json',
        ]);
        expect(await page.getByLabel('Example').inputValue()).toBe('');
        await page.getByLabel('Example').selectOption('A payment that fails');
        await soon(() => page.locator('#file option').count()).toBe(2);
        await page.locator('#notice').getByRole('button', { name: 'Undo' }).click();
        await soon(() => page.locator('#file option').count()).toBe(3);
      }));

    test('a pasted text has no name of an example', () =>
      on('', async (page) => {
        // Also after the example was edited.
        await text(page).press('Control+Home');
        await page.keyboard.type(' ');
        await paste(page, TEXT);
        await soon(() => rules(page)).toContain('unreachable-step');
        expect(await page.locator('#file option').allTextContents()).toEqual([
          expect.stringMatching(/^pasted\.json \(\d\)$/),
        ]);
        await soon(() => page.locator('li.finding .place').first().textContent()).toMatch(
          /^pasted\.json:/,
        );
        await page.locator('#notice').getByRole('button', { name: 'Undo' }).click();
        await soon(() => kept(page).then((files) => files.map(({ name }) => name))).toEqual([
          'brewing-course.json',
          'events.json',
        ]);
        expect((await kept(page))[0]?.text).toMatch(/^ \{/);
      }));

    test.each([
      ['{ "contacts": [1] }', /^There is no workflow in pasted\.json: .*an object with "contacts"/],
      ['name: Welcome\nsteps:\n  - a', /^There is no workflow in pasted\.json: .*YAML/],
      ['[]', /^There is no workflow in pasted\.json\.$/],
    ])('a text that is no workflow says so and shows no earlier picture: %s', (given, says) =>
      on('', async (page) => {
        await paste(page, given);
        await soon(() => page.locator('#panel-picture .hint').textContent()).toMatch(says);
        expect(await page.locator('.ew-box').count()).toBe(0);
        await page.getByRole('tab', { name: 'Timeline' }).click();
        expect(await page.locator('.timeline-view').count()).toBe(0);
        expect(await page.getByText('No workflow starts on an event.').isVisible()).toBe(true);
      }),
    );

    test('a text without workflows says of which text the picture is not', () =>
      on('', async (page) => {
        await page.locator('#file').selectOption('1');
        await text(page).press('Control+Home');
        await page.keyboard.type(' ');
        await soon(() => page.locator('#panel-picture .hint').textContent()).toBe(
          'There is no workflow in events.json. The picture is of another text.',
        );
        expect(await page.locator('.ew-box[data-step]').count()).toBe(7);
      }));

    test.each([
      ['by keyboard', { viewport: { width: 1440, height: 900 } }],
      ['on a phone', { viewport: { width: 390, height: 844 }, hasTouch: true }],
    ] as const)('a finding is fixed in the panel of findings: %s', (_, options) =>
      on(
        '',
        async (page) => {
          const name = 'Fix: replace with "kettle_offer_26"';
          const fix = page.getByRole('button', { name });
          if ('hasTouch' in options) {
            const box = await fix.boundingBox();
            expect(box?.x).toBeGreaterThanOrEqual(0);
            expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(390);
            expect(box?.height).toBeGreaterThanOrEqual(24);
            await fix.tap();
          } else {
            await text(page).press('F8');
            await text(page).press('F8');
            await text(page).press('Control+Enter');
            const focused = () => page.evaluate(() => document.activeElement?.textContent);
            for (let i = 0; i < 10 && (await focused()) !== name; i++)
              await page.keyboard.press('Tab');
            await page.keyboard.press('Enter');
          }
          await soon(() => rules(page)).not.toContain('dangling-edge');
          expect(await currentText(page)).toContain('"to": "kettle_offer_26"');
          // The next one can be reached from there.
          expect(
            await page.evaluate(() => document.activeElement?.closest('#findings') !== null),
          ).toBe(true);
          const undo = page.locator('#notice').getByRole('button', { name: 'Undo' });
          await soon(() => page.locator('#notice').textContent()).toContain(
            'Fixed: replace with "kettle_offer_26".',
          );
          for (const seen of [undo, page.locator('#findings :focus')]) {
            const box = await seen.boundingBox();
            expect(box?.y, 'it is in view').toBeGreaterThanOrEqual(0);
            expect(box?.y, 'it is in view').toBeLessThan(options.viewport.height);
          }
          await undo.click();
          await soon(() => rules(page)).toEqual(['dangling-edge', 'back-to-back-emails']);
        },
        options,
      ),
    );

    test('a fix of another text turns to it', () =>
      on('', async (page) => {
        await page.locator('#file').selectOption('1');
        await page.getByRole('button', { name: /^Fix: replace with/ }).click();
        await soon(() => page.locator('#file').inputValue()).toBe('0');
        await soon(() => rules(page)).not.toContain('dangling-edge');
      }));

    test('a payload is asked for by the schema of its event', () =>
      on('', async (page) => {
        const is = (field: string, operator: string, value: unknown) => ({
          type: 'condition',
          config: { type: 'rule', field: `event.${field}`, operator, value },
        });
        const mail = (subject: string) => ({
          type: 'send_email',
          config: { template: { id: subject }, subject },
        });
        const steps = {
          start: { type: 'trigger', config: { event_name: 'signup' } },
          vip: is('vip', 'eq', true),
          seats: is('seats', 'gt', 3),
          hello: mail('Hello'),
          team: mail('For teams'),
        };
        const events = [
          { name: 'signup', schema: { vip: 'boolean', seats: 'number', '<b>day</b>': 'date' } },
        ];
        const workflow = {
          name: 'Signup',
          status: 'enabled',
          steps: Object.entries(steps).map(([key, step]) => ({ key, ...step })),
          connections: [
            { from: 'start', to: 'vip' },
            { from: 'vip', to: 'seats', type: 'condition_met' },
            { from: 'vip', to: 'hello', type: 'condition_not_met' },
            { from: 'seats', to: 'team', type: 'condition_met' },
            { from: 'seats', to: 'hello', type: 'condition_not_met' },
          ],
        };
        await paste(page, JSON.stringify({ workflows: [workflow], events }));
        await page.getByRole('tab', { name: 'Timeline' }).click();
        const verdict = () => page.locator('.verdict').textContent();
        await soon(verdict).toBe('1 email from 1 workflow');
        expect(await page.getByLabel('Its payload, if known').count()).toBe(0);
        expect(await page.locator('.payload label').allTextContents()).toEqual([
          'vip (boolean)',
          'seats (number)',
          '<b>day</b> (date)',
        ]);
        expect(await page.getByLabel('<b>day</b> (date)').getAttribute('type')).toBe('date');
        // What is not filled in is open, not missing.
        await page.getByLabel('vip (boolean)').selectOption('true');
        await soon(() => page.locator('.timeline .only').allTextContents()).toEqual([
          'only if event.seats is more than 3',
          'only if event.seats is not more than 3',
        ]);
        expect(await page.locator('.timeline-view').textContent()).not.toContain('Notes');
        await page.getByLabel('seats (number)').fill('5');
        await soon(() => page.locator('.timeline .what').allTextContents()).toEqual(['For teams']);
        await page.getByLabel('vip (boolean)').selectOption('false');
        await soon(() => page.locator('.timeline .what').allTextContents()).toEqual(['Hello']);
      }));

    test('open questions are answered by buttons', () =>
      on('', async (page) => {
        await paste(page, TEXT);
        await page.getByRole('tab', { name: 'Timeline' }).click();
        const emails = () => page.locator('.timeline .what').allTextContents();
        const asked = page
          .locator('.timeline-view > section', { hasText: 'What is not known' })
          .locator('li');
        await soon(() => asked.count()).toBe(2);
        const before = await emails();
        const waits = asked.filter({ hasText: '"service.booked" comes' });
        await waits.getByRole('button', { name: 'no', exact: true }).click();
        await soon(emails).not.toContain('See you soon');
        const answers = page
          .locator('.timeline-view > section', { hasText: 'Your answers' })
          .locator('li');
        expect(await answers.allTextContents()).toEqual([
          expect.stringContaining('"service.booked" does not come'),
        ]);
        // The focus is on another button, for readers who use the keyboard.
        await soon(() => page.evaluate(() => document.activeElement?.textContent)).toBe(
          'Take back',
        );
        await page.keyboard.press('Enter');
        await soon(emails).toEqual(before);
        expect(await answers.count()).toBe(0);
      }));

    test('a question about several values has a button for each', () =>
      on('', async (page) => {
        const start = { key: 'start', type: 'trigger', config: { event_name: 'signup' } };
        const steps: object[] = [start];
        const connections: object[] = [{ from: 'start', to: 'is1' }];
        for (const n of [1, 2, 3]) {
          const config = { type: 'rule', field: 'event.step', operator: 'eq', value: n };
          const send = { template: { id: `lesson-${n}` }, subject: `Lesson ${n}` };
          steps.push({ key: `is${n}`, type: 'condition', config });
          steps.push({ key: `mail${n}`, type: 'send_email', config: send });
          connections.push({ from: `is${n}`, to: `mail${n}`, type: 'condition_met' });
          if (n < 3)
            connections.push({ from: `is${n}`, to: `is${n + 1}`, type: 'condition_not_met' });
        }
        await paste(
          page,
          JSON.stringify({ name: 'Lessons', status: 'enabled', steps, connections }),
        );
        await page.getByRole('tab', { name: 'Timeline' }).click();
        await soon(() => page.locator('.answers button').allTextContents()).toEqual([
          '1',
          '2',
          '3',
          'none of these',
        ]);
        await page.getByRole('button', { name: '2', exact: true }).click();
        await soon(() => page.locator('.timeline .what').allTextContents()).toEqual(['Lesson 2']);
        expect(await page.locator('.verdict').textContent()).toBe('1 email from 1 workflow');
        await page.getByRole('button', { name: 'Take back' }).click();
        await page.getByRole('button', { name: 'none of these' }).click();
        await soon(() => page.locator('.verdict').textContent()).toBe('0 emails from 1 workflow');
      }));

    test('the link on the page of a rule opens its example', () =>
      on('#rule=sender-domain', async (page) => {
        await soon(() => rules(page)).toContain('sender-domain');
        expect(await page.locator('#file option').allTextContents()).toEqual([
          expect.stringMatching(/^example\.bad\.json/),
        ]);
        expect(page.url()).toBe(`${url}#rule=sender-domain`);
        await page.goto(`${url}#rule=nonsense`);
        await soon(() => page.locator('#notice').textContent()).toContain('"nonsense"');
      }));

    test('a megabyte can be pasted', () =>
      on('', async (page) => {
        const workflows = Array.from({ length: 400 }, (_, i) => ({ ...SERVICE, id: `aut_${i}` }));
        const large = JSON.stringify(workflows, null, 2);
        expect(large.length).toBeGreaterThan(1_000_000);
        await paste(page, large);
        await soon(() => headline(page)).toContain('of 400 workflows');
        await soon(() => currentText(page)).toBe(large);
      }));

    test('texts and rules are kept over a reload and browser history', () =>
      on('', async (page) => {
        await paste(page, TEXT);
        await page.getByLabel('Preset').selectOption('strict');
        await soon(() => rules(page)).toContain('unreachable-step');
        await page.reload();
        await soon(() => rules(page)).toContain('unreachable-step');
        expect(await page.getByLabel('Preset').inputValue()).toBe('strict');
        await page.goto('about:blank');
        await page.goBack();
        await soon(() => rules(page)).toContain('unreachable-step');
        expect(await currentText(page)).toBe(TEXT);
        asked = ['index.html', 'main.css', 'main.js'];
      }));

    test('completes keys, types and names, and formats', () =>
      on('', async (page) => {
        const line =
          '{"name":"A","steps":[{"key":"one","type":""},{"key":"two","type":"trigger"}],"connections":[]}';
        await paste(page, line);
        const complete = async (from: string): Promise<readonly string[]> => {
          await paste(page, line);
          await page.keyboard.press('Control+Home');
          for (let i = 0; i < line.indexOf(from) + from.length; i++)
            await page.keyboard.press('ArrowRight');
          await page.keyboard.press('Control+Space');
          await soon(() => page.locator('.cm-completionLabel').count()).toBeGreaterThan(0);
          return page.locator('.cm-completionLabel').allTextContents();
        };
        expect(await complete('"one","type":"')).toEqual(
          expect.arrayContaining(['"trigger"', '"send_email"', '"wait_for_event"']),
        );
        await page.keyboard.type('wait_fo');
        await soon(() => page.locator('.cm-completionLabel').allTextContents()).toEqual([
          '"wait_for_event"',
        ]);
        await page.keyboard.press('Enter');
        await soon(() => currentText(page)).toBe(
          line.replace('"type":""', '"type":"wait_for_event"'),
        );
        await page.getByRole('button', { name: 'Format' }).click();
        await soon(() => currentText(page)).toContain('    {\n      "key": "one",\n');
        await text(page).press('Control+z');
        await soon(() => currentText(page)).not.toContain('\n');
        await paste(page, '{ "steps": [');
        await page.getByRole('button', { name: 'Format' }).click();
        await soon(() => page.locator('#notice').textContent()).toContain(
          'Only a text that is one',
        );
      }));

    test('shows the finding under the mouse pointer', () =>
      on('', async (page) => {
        await text(page).press('F8');
        await page.locator('.cm-lintRange').first().hover();
        await soon(() => page.locator('.cm-tooltip-lint').textContent()).toMatch(
          /is sent right after/,
        );
        await page.getByRole('button', { name: 'Show the finding' }).click();
        await soon(() => page.locator('li.finding.current .rule').textContent()).toBe(
          'back-to-back-emails',
        );
      }));

    test('rules can be configured one by one, and reports can be downloaded', () =>
      on(
        '',
        async (page) => {
          await page.getByRole('tab', { name: 'Rules' }).click();
          await page.getByLabel('Find a rule').fill('back-to-back');
          expect(await page.locator('.rule-list li:visible').count()).toBe(1);
          await page.getByLabel('Severity of back-to-back-emails').selectOption('off');
          await soon(() => rules(page)).toEqual(['dangling-edge']);
          await page.getByLabel('Severity of back-to-back-emails').selectOption('error');
          await soon(() => page.locator('li.finding.error .rule').allTextContents()).toEqual([
            'dangling-edge',
            'back-to-back-emails',
          ]);
          await page.getByRole('button', { name: 'Copy as configuration' }).click();
          await soon(() => page.evaluate(() => navigator.clipboard.readText())).toBe(
            '{\n  "preset": "recommended",\n  "rules": {\n    "back-to-back-emails": "error"\n  }\n}',
          );
          for (const [name, proof] of [
            ['JSON', '"version": 1'],
            ['SARIF', '"version": "2.1.0"'],
          ] as const) {
            const downloading = page.waitForEvent('download');
            await page.getByRole('button', { name, exact: true }).click();
            const saved = readFileSync(await (await downloading).path(), 'utf8');
            expect(saved).toContain(proof);
            expect(saved).toContain('back-to-back-emails');
          }
          await page.getByRole('button', { name: 'Link to this' }).click();
          const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();
          await page.goto('about:blank');
          await page.goto(link);
          await soon(() => page.locator('li.finding.error').count()).toBe(2);
          asked = ['index.html', 'main.css', 'main.js'];
        },
        { acceptDownloads: true },
      ));

    test('simulates contact properties and later events', () =>
      on('', async (page) => {
        await paste(page, TEXT);
        await page.getByRole('tab', { name: 'Timeline' }).click();
        await soon(() => page.locator('.timeline').textContent()).toContain('See you soon');
        await page.getByLabel('Later events, one a line').fill('service.booked');
        await soon(() => page.locator('.fault').textContent()).toContain(
          'does not say which event',
        );
        await page.getByLabel('Later events, one a line').fill('service.booked@never');
        await soon(() => page.locator('.timeline').textContent()).not.toContain('See you soon');
        await page.getByLabel('The contact, if known').fill('[]');
        await soon(() => page.locator('.fault').textContent()).toContain(
          'The contact: is JSON, but no object',
        );
        await page.getByLabel('The contact, if known').fill('{ "unsubscribed": true }');
        await soon(() => page.locator('.fault').textContent()).toBe('');
      }));

    test('the preset selects the rules', () =>
      on('', async (page) => {
        await paste(page, TEXT.replace('"name":', '"colour": "red", "name":'));
        await soon(() => page.locator('.ew-box[data-key="reminder"]').count()).toBe(1);
        expect(await rules(page)).not.toContain('unknown-field');
        await page.getByLabel('Preset').selectOption('strict');
        await soon(() => rules(page)).toContain('unknown-field');
      }));

    test('simulates an event with a payload', () =>
      on('', async (page) => {
        await paste(page, TEXT);
        await page.getByRole('tab', { name: 'Timeline' }).click();
        await soon(() => page.locator('.timeline').textContent()).toContain(
          'A tenner off your service',
        );
        await page.getByLabel('Its payload, if known').fill('{ "plan": ');
        await soon(() => page.locator('.fault').textContent()).toContain(
          'The payload: is not JSON',
        );
        await page.getByLabel('Its payload, if known').fill('{ "plan": "none" }');
        await soon(() => page.locator('.timeline').textContent()).not.toContain(
          'A tenner off your service',
        );
        expect(await page.locator('.fault').textContent()).toBe('');
        await page.getByLabel('Every step').check();
        await paste(page, TEXT.replace('"30 days"', '"3 days"'));
        await soon(() => page.locator('.timeline').textContent()).toContain('3 days');
        expect(await page.getByLabel('Every step').isChecked()).toBe(true);
      }));

    test('a shared link restores its texts', async () => {
      let link = '';
      await on('', async (page) => {
        await paste(page, TEXT);
        await page.getByLabel('Preset').selectOption('strict');
        await page.getByRole('button', { name: 'Link to this' }).click();
        link = await page.getByRole('textbox', { name: 'Link' }).inputValue();
        expect(link).toBe(page.url());
        expect(link.length).toBeLessThan(2000);
        // Later changes are not in the link, so the URL is reset.
        await paste(page, '{}');
        await soon(() => page.url()).toBe(url);
      });
      await on(link.slice(url.length), async (page) => {
        await soon(() => currentText(page)).toBe(TEXT);
        expect(await page.locator('#file option').count()).toBe(1);
        expect(await page.getByLabel('Preset').inputValue()).toBe('strict');
      });
      await on(link.slice(url.length, -20), async (page) => {
        expect(await page.locator('#notice').textContent()).toContain('This link cannot be read');
        expect(await rules(page)).toEqual(['dangling-edge', 'back-to-back-emails']);
      });
      await on('', async (page) => {
        let noise = 1;
        await paste(
          page,
          JSON.stringify(
            Array.from({ length: 20_000 }, () => (noise = (noise * 48_271) % 2_147_483_647)),
          ),
        );
        await page.getByRole('button', { name: 'Link to this' }).click();
        await soon(() => page.locator('#notice').textContent()).toContain('too large for a link');
        expect(page.url()).toBe(url);
      });
    });

    test('texts above the limit are not checked, and the page reports it', () =>
      on('', async (page) => {
        await paste(page, `${' '.repeat(1023)}\n`.repeat(20 * 1024 + 1));
        await soon(() => page.locator('#notice').textContent()).toContain(
          'These texts are too large: the playground takes up to 20 MB in all',
        );
      }));

    test('typing is not blocked while thousands of workflows are checked', () =>
      on('', async (page) => {
        const lines = Array.from({ length: 1000 }, (_, i) =>
          JSON.stringify({ ...SERVICE, id: `aut_${i}`, name: `Service ${i}` }),
        );
        await paste(page, lines.join('\n'));
        await soon(() => headline(page)).toContain('1000 of 1000 workflows');
        const before = Number.parseInt((await headline(page)) ?? '', 10);
        await text(page).focus();
        await page.keyboard.press('Control+End');
        await page.keyboard.type('\n{ "name": ');
        await soon(() => headline(page)).not.toContain(`${before} errors`);
        await soon(() =>
          page.locator('.cm-lineNumbers .cm-gutterElement').last().textContent(),
        ).toBe('1001');
        expect(await page.locator('.cm-line').count()).toBeLessThan(200);
      }));

    test('hostile names are shown as text', () =>
      on('', async (page) => {
        const payloads = [
          '"><script>alert(1)</script>',
          '</textarea><img src=x onerror=alert(1)>',
          "' onmouseover='alert(1)",
          '</style></svg><script>alert(1)</script>',
        ];
        const names = [...HOSTILE_NAMES, ...payloads];
        const steps = names.map((name, i) => ({
          key: `${name}${i}`,
          type: i % 3 === 0 ? name : 'send_email',
          config: { template: { id: name }, subject: name, from: name },
        }));
        const connections = names.map((name, i) => ({
          from: i === 0 ? 'start' : `${names[i - 1]}${i - 1}`,
          to: `${name}${i}`,
          type: i % 4 === 0 ? name : 'default',
        }));
        const start = { key: 'start', type: 'trigger', config: { event_name: '<b>bold</b>' } };
        await paste(
          page,
          JSON.stringify({
            ...SERVICE,
            name: payloads[0],
            status: payloads[1],
            steps: [start, ...steps],
            connections,
          }),
        );
        await soon(async () => (await rules(page)).length).toBeGreaterThan(10);
        await page.getByRole('tab', { name: 'Timeline' }).click();
        await page.getByLabel(/also workflows/).check();
        await soon(() => page.locator('.timeline').textContent()).toContain('<script>alert(1)');
        await page.getByRole('tab', { name: 'Picture' }).click();
        expect(await page.locator('script').count()).toBe(1);
        expect(await page.locator('img:not(.cm-widgetBuffer), iframe, object').count()).toBe(0);
        expect(await page.locator('[onerror], [onmouseover]').count()).toBe(0);
        const shown = await page
          .locator('main')
          .evaluate((main) => (main as HTMLElement).innerText);
        expect(shown).not.toMatch(
          // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what it looks for
          /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/,
        );
      }));

    test('neither the page nor its worker may use the network', async () => {
      const { page, close } = await open(browser, url);
      await soon(() => rules(page)).not.toEqual([]);
      asked = [];
      const attempt = (target: string) =>
        fetch(target).then(
          () => 'sent',
          () => 'refused',
        );
      expect(await page.evaluate(attempt, `${url}leak`)).toBe('refused');
      expect(await page.workers()[0]?.evaluate(attempt, `${url}leak`)).toBe('refused');
      await page.evaluate((target) => {
        navigator.sendBeacon(target);
        new Image().src = target;
        document.body.append(
          Object.assign(document.createElement('script'), {
            src: 'https://elsewhere.example/x.js',
          }),
        );
      }, `${url}leak`);
      await page.waitForTimeout(300);
      expect(asked).toEqual([]);
      await close();
    });

    test.each([
      ['light', 1440, 900],
      ['dark', 1440, 900],
      ['light', 390, 844],
      ['dark', 390, 844],
    ] as const)('has no accessibility violations: %s, %i wide', (colorScheme, width, height) =>
      on(
        '',
        async (page) => {
          const look = async (name: string, part = 'h1'): Promise<void> => {
            expect(await barriers(page), name).toEqual([]);
            await page.locator(part).evaluate((one) => one.scrollIntoView());
            await page.screenshot({
              path: join(SCREENSHOTS, `playground-${name}-${colorScheme}-${width}.png`),
            });
          };
          await look('start');
          await page.locator('li.finding summary').last().click();
          await page.getByRole('button', { name: 'Link to this' }).click();
          await soon(() => page.locator('#link').count()).toBe(1);
          await page.getByLabel('Example').selectOption('A whole account');
          await soon(() => headline(page)).toContain('8 workflows');
          await look('account', '#findings');
          await page.getByRole('tab', { name: 'Timeline' }).click();
          await soon(() => page.locator('.timeline .moment').count()).toBeGreaterThan(0);
          await look('timeline', '.views');
          await page.getByLabel('Event', { exact: true }).selectOption('order.delivered');
          await page.locator('.timeline-view .answers button').first().click();
          await soon(() => page.getByText('Your answers').count()).toBe(1);
          await look('answers', '.views');
          await page.getByRole('tab', { name: 'Rules' }).click();
          await look('rules', '.views');
          await page.getByRole('tab', { name: 'Picture' }).click();
          await paste(page, '{ "steps": [');
          await soon(() => rules(page)).toContain('invalid-json');
          await look('broken');
          const overflow = await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          );
          expect(overflow, 'nothing sticks out sideways').toBe(0);
        },
        { colorScheme, viewport: { width, height } },
      ),
    );
  },
  180_000,
);
