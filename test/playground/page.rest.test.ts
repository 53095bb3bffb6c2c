import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EVENTS, FAULTY, folderOf } from '../cli/program.ts';
import { barriers, CHROMIUM, launch, open, SCREENSHOTS } from './browser.ts';

const URL = pathToFileURL(join(import.meta.dirname, '../../dist/playground/index.html')).href;

/** The built page, opened from a disk. Without Chromium these tests are skipped. */
const inBrowser = test.skipIf(CHROMIUM === undefined);

let browser: Browser;
beforeAll(async () => {
  if (CHROMIUM !== undefined) browser = await launch();
});
afterAll(() => browser?.close());

const headline = (page: Page) => page.locator('#headline');
const findings = (page: Page) => page.locator('.finding');

const seen = (page: Page, text: string | RegExp): Promise<void> =>
  expect.poll(() => headline(page).textContent(), { timeout: 10_000 }).toMatch(text);

/** Types over the whole text. */
async function retype(page: Page, text: string): Promise<void> {
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText(text);
}

for (const [name, options] of [
  ['wide', {}],
  ['wide-dark', { colorScheme: 'dark' }],
  ['narrow', { viewport: { width: 390, height: 844 } }],
  ['narrow-dark', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' }],
] as const)
  inBrowser(
    `${name}: no barrier, no overflow, no request, no violation of the policy`,
    async () => {
      const { page, trouble, close } = await open(browser, URL, options);
      await seen(page, '1 error');
      await page.locator('#timeline svg').waitFor();
      expect(await barriers(page)).toEqual([]);
      const root = page.locator('html');
      expect(await root.evaluate((own) => own.scrollWidth - own.clientWidth)).toBe(0);
      await page.screenshot({ path: `${SCREENSHOTS}playground-${name}.png`, fullPage: true });
      expect(trouble).toEqual([]);
      await close();
    },
  );

inBrowser('a fix changes the text, and is undone', async () => {
  const { page, trouble, close } = await open(browser, URL);
  await page.locator('[data-fix]').click();
  await seen(page, 'no problems found');
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+Z');
  await seen(page, '1 error');
  // The editor has the finding too.
  await page.keyboard.press('F8');
  await page.locator('.cm-diagnosticAction').first().click();
  await seen(page, 'no problems found');
  expect(trouble).toEqual([]);
  await close();
});

inBrowser('what is typed is checked, and its names are text', async () => {
  const { page, trouble, close } = await open(browser, URL);
  await seen(page, '1 error');
  await retype(page, FAULTY.replaceAll('helo', '<img src=x onerror=alert(1)>'));
  await seen(page, /error/);
  await expect.poll(() => findings(page).first().textContent()).toContain('<img src=x');
  expect(await page.locator('#findings img, #picture img').count()).toBe(0);
  await retype(page, '');
  await seen(page, 'The text is empty.');
  expect(trouble).toEqual([]);
  await close();
});

inBrowser('files are checked together, one of them in the editor', async () => {
  const folder = folderOf({ 'w.json': FAULTY, 'events.json': EVENTS });
  const { page, trouble, close } = await open(browser, URL);
  await seen(page, '1 error');
  await page
    .locator('#open')
    .setInputFiles(['events.json', 'w.json'].map((name) => join(folder, name)));
  await expect.poll(() => page.locator('#text option').allTextContents()).toHaveLength(2);
  await expect.poll(() => page.locator('#text').inputValue()).toBe('events.json');
  await expect.poll(() => findings(page).first().textContent()).toContain('w.json:');
  await page.locator('.place button').first().click();
  expect(await page.locator('#text').inputValue()).toBe('w.json');
  await page.locator('#picture svg').waitFor();
  const bad = { name: 'bad.json', mimeType: '', buffer: Buffer.from([0x7b, 0xff]) };
  await page.locator('#open').setInputFiles(bad);
  await expect.poll(() => page.locator('#notice').textContent()).toBe('bad.json: it is not UTF-8');
  expect(trouble).toEqual([]);
  await close();
});

inBrowser('a dropped file is opened', async () => {
  const { page, trouble, close } = await open(browser, URL);
  await seen(page, '1 error');
  await page.evaluate(`
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([${JSON.stringify(FAULTY)}], 'dropped.json'));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true }));`);
  await expect.poll(() => page.locator('#text').inputValue()).toBe('dropped.json');
  expect(trouble).toEqual([]);
  await close();
});

inBrowser('a link opens the example of a rule', async () => {
  const { page, trouble, close } = await open(browser, `${URL}#rule=cycle`);
  await expect.poll(() => page.locator('#text').inputValue()).toBe('cycle.json');
  await page.locator('#example').selectOption('unknown-step-type');
  await expect.poll(() => page.locator('#text').inputValue()).toBe('unknown-step-type.json');
  await page.evaluate(`location.hash = '#rule=<b>x'`);
  await expect.poll(() => page.locator('#notice').textContent()).toContain('no example');
  expect(trouble).toEqual([]);
  await close();
});

inBrowser('the policy refuses requests of the page', async () => {
  const { page, close } = await open(browser, URL);
  const failed = await page.evaluate(async () => {
    const tried = await Promise.allSettled([fetch('https://example.com'), fetch('main.css')]);
    return tried.map(({ status }) => status);
  });
  expect(failed).toEqual(['rejected', 'rejected']);
  await close();
});
