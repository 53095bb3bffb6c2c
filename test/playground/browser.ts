import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import axe from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/** Chromium: named by the variable CHROMIUM, or on the path. */
export const CHROMIUM: string | undefined = findChromium();

/** What the tests saw, for people. Not in git. */
export const SCREENSHOTS = fileURLToPath(new URL('../../coverage/screenshots/', import.meta.url));

function findChromium(): string | undefined {
  const { CHROMIUM: named, PATH = '' } = process.env;
  const names = ['chromium', 'chromium-browser', 'google-chrome'];
  const onPath = PATH.split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  return (named ? [named] : onPath).find((path) => existsSync(path) && starts(path));
}

function starts(path: string): boolean {
  try {
    const options = { encoding: 'utf8', timeout: 20_000, stdio: ['ignore', 'pipe', 'ignore'] };
    return /\d+\./.test(execFileSync(path, ['--version'], options as never) as never);
  } catch {
    return false;
  }
}

export function launch(): Promise<Browser> {
  mkdirSync(SCREENSHOTS, { recursive: true });
  const args = ['--headless=new', '--no-sandbox', '--disable-gpu', '--no-first-run'];
  return chromium.launch({ executablePath: CHROMIUM as string, args, timeout: 60_000 });
}

/** Opens a page, and records errors, messages (such as a violation of a policy) and requests. */
export async function open(browser: Browser, url: string, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  const page = await context.newPage();
  const trouble: string[] = [];
  const own = url.replace(/[^/]*$/, '');
  page.on('pageerror', (error) => trouble.push(`error: ${error.message}`));
  page.on('console', (message) => trouble.push(`${message.type()}: ${message.text()}`));
  page.on('request', (request) => {
    if (!request.url().startsWith(own) && !/^(?:blob|data):/.test(request.url()))
      trouble.push(`request: ${request.url()}`);
  });
  await page.goto(url);
  return { page, trouble, close: () => context.close() };
}

/** What axe-core reports. */
export async function barriers(page: Page): Promise<readonly string[]> {
  // Through the debugger, which the policy of the page does not bind; it forbids to load styles.
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: typeof axe }).axe.run({ preload: false }),
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.slice(0, 3).map(({ html, failureSummary }) => `${id}: ${html}: ${failureSummary}`),
  );
}
