import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import axe from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EVERYTHING, SILENCED } from '../report/context.ts';
import { check, flow, pageOf, SHOP } from './context.ts';

// The page in the Chromium of the machine: named by the variable CHROMIUM, or on the path.

const CHROMIUM = findChromium();
const PAGES: Readonly<Record<string, string>> = {
  shop: pageOf(check(SHOP)),
  everything: pageOf(EVERYTHING, { silenced: SILENCED, showAccepted: true }),
  right: pageOf(check({ 'r.json': flow('Right', 'a.b', [['start', 'hello']]) })),
  wide: pageOf(check(wide())),
};

if (CHROMIUM === undefined) test.skip('there is no Chromium on this machine', () => {});

describe.skipIf(CHROMIUM === undefined)('in Chromium', () => {
  const folder = mkdtempSync(join(tmpdir(), 'edgewise-html-'));
  let browser: Browser;

  beforeAll(async () => {
    const args = ['--headless=new', '--no-sandbox', '--disable-gpu'];
    browser = await chromium.launch({ executablePath: CHROMIUM as string, args });
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs a scene without errors, messages or requests. */
  async function on(
    name: string,
    options: BrowserContextOptions,
    scene: (page: Page) => Promise<void>,
  ): Promise<void> {
    const file = join(folder, `${name}.html`);
    writeFileSync(file, PAGES[name] ?? '');
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const trouble: string[] = [];
    page.on('pageerror', ({ message }) => trouble.push(message));
    page.on('console', (message) => trouble.push(message.text()));
    page.on('request', (request) => {
      if (!request.url().startsWith(pathToFileURL(file).href)) trouble.push(request.url());
    });
    try {
      await page.goto(pathToFileURL(file).href);
      await scene(page);
      expect(trouble).toEqual([]);
    } finally {
      await context.close();
    }
  }

  test.each(Object.keys(PAGES))('%s: no barrier, and nothing overflows', (name) =>
    on(name, {}, async (page) => {
      for (const details of await page.locator('details').all())
        await details.evaluate((each) => each.setAttribute('open', ''));
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          expect(await barriers(page)).toEqual([]);
        }
        expect(await overflow(page)).toBe(0);
      }
      await page.setViewportSize({ width: 720, height: 900 });
      await page.emulateMedia({ media: 'print' });
      expect(await overflow(page)).toBe(0);
    }),
  );

  test('a step leads to its finding, and back', () =>
    on('shop', { viewport: { width: 1440, height: 900 } }, async (page) => {
      const box = page.locator('.ew-picture .box.linked rect').first();
      await box.click({ position: { x: 8, y: 20 } });
      const chosen = page.locator('.finding.chosen');
      expect(await chosen.getAttribute('id')).toBe('f3');
      expect(page.url()).toMatch(/#f3$/);
      await page.locator('#f1').getByRole('button', { name: 'Show in picture' }).click();
      expect(await chosen.getAttribute('id')).toBe('f1');
      expect(await page.locator('.ew-picture .chosen').count()).toBe(1);
    }));

  test('the filter shows what has a word or a severity', () =>
    on('shop', {}, async (page) => {
      const shown = () => page.locator('.workflow:visible h3').allTextContents();
      expect(await shown()).toEqual(['Welcome', 'Draft', 'Late', 'Right']);
      await page.getByLabel('Show').selectOption('warning');
      expect(await shown()).toEqual(['Late']);
      await page.getByLabel('Show').selectOption('');
      await page.getByLabel('Search').fill('HELO');
      expect(await shown()).toEqual(['Welcome', 'Draft']);
      expect(await page.locator('#found').textContent()).toBe('2 of 4 findings');
      await page.getByLabel('Search').fill('right');
      expect(await shown()).toContain('Right');
    }));

  test('without a script, all is there but the filter', () =>
    on('shop', { javaScriptEnabled: false }, async (page) => {
      expect(await page.locator('.filter').isVisible()).toBe(false);
      expect(await page.locator('.finding:visible').count()).toBe(4);
      await page.locator('.ew-picture a').first().click();
      expect(page.url()).toMatch(/#f1$/);
      await page.locator('summary').click();
      expect(await page.locator('details .ew-picture').isVisible()).toBe(true);
    }));
});

function findChromium(): string | undefined {
  const { CHROMIUM: named, PATH = '' } = process.env;
  const names = ['chromium', 'chromium-browser', 'google-chrome'];
  const paths = PATH.split(delimiter).flatMap((each) => names.map((name) => join(each, name)));
  return (named ? [named] : paths).find((path) => {
    try {
      return existsSync(path) && execFileSync(path, ['--version'], { stdio: 'pipe' }).length > 0;
    } catch {
      return false;
    }
  });
}

async function barriers(page: Page): Promise<readonly string[]> {
  // Through the debugger, which the policy of the page does not bind.
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: typeof axe }).axe.run(),
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.slice(0, 3).map(({ html, failureSummary }) => `${id}: ${html}: ${failureSummary}`),
  );
}

const overflow = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - innerWidth');

/** Long names, and more branches than a phone is wide. */
function wide() {
  const workflow = flow('Wide'.repeat(40), `event.${'x'.repeat(200)}`, []);
  const mails = Array.from({ length: 12 }, (_, i) => ({
    ...{
      key: `mail_${'y'.repeat(60)}_${i}`,
      type: 'send_email',
      config: { template: { id: 't' } },
    },
  }));
  const connections = mails.map(({ key }) => ({ from: 'start', to: key, type: 'default' }));
  return { 'w.json': { ...workflow, steps: [...workflow.steps, ...mails], connections } };
}
