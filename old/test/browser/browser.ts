import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import axe from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

// A real browser for the pages: the Chromium of the machine. Without it, these tests are skipped with a message.

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];
const FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Where Chromium is: named by the variable CHROMIUM, or on the path. */
export const CHROMIUM: string | undefined = findChromium();

export const WITHOUT_BROWSER =
  'there is no Chromium on this machine: install it, or name it in the variable CHROMIUM';

/** Pictures of what the tests saw, for people to look at. Not in git. */
export const SCREENSHOTS = fileURLToPath(new URL('../../coverage/screenshots/', import.meta.url));

function findChromium(): string | undefined {
  const { CHROMIUM: named, PATH = '' } = process.env;
  const found = named
    ? [named]
    : PATH.split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return found.find((path) => existsSync(path) && starts(path));
}

function starts(path: string): boolean {
  try {
    return /\d+\./.test(
      execFileSync(path, ['--version'], {
        encoding: 'utf8',
        timeout: 20_000,
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    );
  } catch {
    return false;
  }
}

export function launch(): Promise<Browser> {
  mkdirSync(SCREENSHOTS, { recursive: true });
  return chromium.launch({ executablePath: CHROMIUM as string, args: FLAGS, timeout: 60_000 });
}

/** A page whose requests, messages and errors are recorded. */
export interface Watched {
  readonly page: Page;
  /** Unexpected events: errors, messages on the console (such as a policy violation), requests. */
  readonly trouble: readonly string[];
  close(): Promise<void>;
}

/** Opens a page in a separate window. @param url the only URL that it may load. */
export async function open(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<Watched> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const trouble: string[] = [];
  page.on('pageerror', (error) => trouble.push(`error: ${error.message}`));
  page.on('console', (message) => trouble.push(`${message.type()}: ${message.text()}`));
  page.on('dialog', (dialog) => {
    trouble.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(url.replace(/#.*/, '')))
      trouble.push(`request: ${request.url()}`);
  });
  await page.goto(url);
  return { page, trouble, close: () => context.close() };
}

/** The serious violations that axe-core reports for the page. */
export async function barriers(page: Page): Promise<readonly string[]> {
  // Through the debugger, which the page's policy does not bind.
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: typeof axe }).axe.run(),
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes
        .slice(0, 3)
        .map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)}: ${failureSummary}`),
    );
}
