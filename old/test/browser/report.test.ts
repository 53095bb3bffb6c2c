import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { escapeText } from '../../src/core/report/escape.ts';
import { HOSTILE_NAMES } from '../report/hostile.ts';
import {
  barriers,
  CHROMIUM,
  launch,
  open,
  SCREENSHOTS,
  type Watched,
  WITHOUT_BROWSER,
} from './browser.ts';
import {
  CLEAN,
  DEPENDING,
  hostile,
  long,
  many,
  publish,
  reportOn,
  SERVICE,
  SHOP,
} from './workspaces.ts';

// The HTML report in a browser.

const root = fileURLToPath(new URL('../../..', import.meta.url));
const PAYLOADS = [
  '"><script>alert(1)</script>',
  '</script><script>alert(1)</script>',
  '</title></style></svg><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  'javascript:alert(1)',
  '<!--<script>',
];

if (CHROMIUM === undefined) test(WITHOUT_BROWSER, ({ skip }) => skip(WITHOUT_BROWSER));

describe.skipIf(CHROMIUM === undefined)('the report in Chromium', () => {
  const folder = mkdtempSync(join(tmpdir(), 'edgewise-report-'));
  let browser: Browser;
  let shop: string;
  beforeAll(async () => {
    browser = await launch();
    shop = publish(folder, 'shop', reportOn(SHOP));
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs a scene without network requests, messages or errors. */
  const on = async (
    url: string,
    scene: (page: Page) => Promise<void>,
    options: Parameters<typeof open>[2] = {},
  ): Promise<void> => {
    const watched: Watched = await open(browser, url, options);
    try {
      await scene(watched.page);
      expect(watched.trouble).toEqual([]);
    } finally {
      await watched.close();
    }
  };

  test('opens with an overview, of which each part leads to what it names', () =>
    on(shop, async (page) => {
      expect(await page.title()).toMatch(/^edgewise: \d+ errors/);
      expect(await page.locator('.headline').textContent()).toMatch(
        /^\d enabled workflows do not do what they say$/,
      );
      expect(await page.locator('.tabs a[aria-current]').textContent()).toBe('Overview');
      expect(await page.locator('.faulty').textContent()).toContain('Yearly service');
      await page
        .locator('.causes')
        .getByRole('link', { name: /remindr/ })
        .click();
      await expect.poll(() => page.locator('h2').textContent()).toBe('Findings');
      expect(await page.locator('h3.group-name').allTextContents()).toEqual(['dangling-edge']);
      await page.goBack();
      await page.locator('.faulty').getByRole('link', { name: 'Yearly service' }).click();
      await expect.poll(() => page.locator('h2').textContent()).toBe('Yearly service');
    }));

  test('"/" goes to the search of each view, and a link skips to the content', () =>
    on(shop, async (page) => {
      const focused = () => page.evaluate(() => document.activeElement?.id);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      expect(await focused()).toBe('overview-title');
      await page.keyboard.press('/');
      expect(await focused()).toBe('filter-text');
      await page.keyboard.type('a/b');
      expect(await page.getByLabel('Search').inputValue()).toBe('a/b');
      await page.goto(`${shop}#timelines`);
      await page.keyboard.press('/');
      expect(await focused()).toBe('timelines-text');
    }));

  test('timelines show the number of emails, the most first', () =>
    on(`${shop}#timelines`, async (page) => {
      const rows = page.locator('.workflows li');
      await expect.poll(() => rows.first().textContent()).toContain('emails from 2 workflows');
      const first = await rows.first().textContent();
      await page.getByLabel('Order').selectOption('by name');
      await expect.poll(() => rows.first().textContent()).toContain('bike.bought');
      expect(first).toContain('bike.bought');
      expect(await rows.last().textContent()).toContain('no enabled workflow');
    }));

  test('lists the findings, uses no network, and logs nothing', () =>
    on(`${shop}#findings`, async (page) => {
      const total = await page.locator('.tabs a[aria-current] .count').textContent();
      const status = page.locator('.status-line');
      await expect.poll(() => status.textContent()).toBe(`${total} findings`);
      const others = (await page.locator('.times').allTextContents()).map((text) =>
        Number(/\d+/.exec(text)),
      );
      const listed = (await page.locator('li.finding').count()) + others.reduce((a, b) => a + b, 0);
      expect(listed).toBe(Number(total));
      expect(await page.locator('#static-findings').count()).toBe(0);
    }));

  test('filters by text, severity, rule and workflow, and keeps the choice in the address', () =>
    on(`${shop}#findings`, async (page) => {
      const status = page.locator('.status-line');
      const findings = page.locator('li.finding');
      await page.getByLabel('Search').fill('remindr nowhere-to-be-found');
      await expect.poll(() => page.locator('.empty').isVisible()).toBe(true);
      await page.getByRole('button', { name: 'Show all findings' }).click();
      const all = await page.locator('.tabs a[aria-current] .count').textContent();
      expect(await findings.count()).toBeGreaterThan(4);

      await page.getByLabel('Search').fill('REMINDR');
      await expect.poll(() => findings.count()).toBe(1);
      expect(await findings.locator('.rule').textContent()).toBe('dangling-edge');
      expect(await status.textContent()).toBe(`1 of ${all} findings`);
      await page.getByLabel('Search').fill('');

      await page.getByLabel(/Warnings/).uncheck();
      await page.getByLabel(/Infos/).uncheck();
      await expect
        .poll(() =>
          findings
            .locator('.severity')
            .evaluateAll((all) => [...new Set(all.map(({ textContent }) => textContent))]),
        )
        .toEqual(['error']);
      const address = page.url();
      expect(address).toContain('severity=error');

      await page.getByLabel('Rule', { exact: true }).selectOption({ label: 'dangling-edge (1)' });
      await expect.poll(() => findings.count()).toBe(1);
      await page.getByLabel('Rule', { exact: true }).selectOption({ label: 'All rules' });
      await page.getByLabel('Workflow', { exact: true }).fill('welc');
      await expect
        .poll(() => page.locator('.owner').allTextContents())
        .not.toContain('Yearly service');

      await page.goto('about:blank');
      await page.goto(address);
      await expect.poll(() => page.getByLabel(/Infos/).isChecked()).toBe(false);
      expect(await page.getByLabel(/Errors/).isChecked()).toBe(true);
    }));

  test('lists the dependencies of a workflow, with the names and senders of its templates', () =>
    on(`${publish(folder, 'depending', reportOn(DEPENDING))}#workflow/aut_member`, async (page) => {
      await expect
        .poll(() => page.locator('.depends span').allTextContents())
        .toEqual([
          'events: member.joined',
          'templates: Welcome <b>aboard</b>, tpl_later',
          'domains: mail.spoke.shop, spoke.shop',
          'segments: seg_members',
          'contact properties: plan',
        ]);
      expect(await page.locator('.depends').isVisible()).toBe(true);
      const picture = page.locator('.workflow svg').first();
      expect(await picture.textContent()).toContain('Welcome <b>aboard</b>');
      expect(await page.locator('.depends span b').count()).toBe(0);
    }));

  test('contains the page of each rule that has findings, with its example', () =>
    on(`${shop}#findings`, async (page) => {
      await page.getByLabel('Search').fill('remindr');
      const finding = page.locator('li.finding');
      await expect.poll(() => finding.count()).toBe(1);
      const about = finding.locator('.about');
      if (!(await about.isVisible())) await finding.locator('summary').first().click();
      await about.locator('summary').click();
      await expect.poll(() => about.locator('pre').count()).toBe(3);
      expect(await about.locator('pre').first().textContent()).toContain('"to": "tipps"');
      expect(await about.locator('pre').nth(1).textContent()).toContain(
        '$ edgewise --only dangling-edge example.bad.json',
      );
      const { rules, findings } = JSON.parse(
        (await page.locator('#report-data').textContent()) ?? '',
      );
      expect(new Set(rules.map(({ id }: { id: string }) => id))).toEqual(
        new Set(findings.map(({ rule }: { rule: string }) => rule)),
      );
    }));

  test('findings are under the headings of their rules, the most severe first, before the filters', () =>
    on(`${shop}#findings`, async (page) => {
      expect(await page.locator('.group-name').allTextContents()).toContain('dangling-edge');
      const order = ['error', 'warning', 'info'];
      const ranks = (await page.locator('li.finding .severity').allTextContents()).map((severity) =>
        order.indexOf(severity),
      );
      expect(ranks.length).toBeGreaterThan(4);
      expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
      expect(
        await page.evaluate(() => {
          const [list, filters] = ['.finding-list', '.tools'].map((name) =>
            document.querySelector(name),
          ) as [Element, Element];
          return list.compareDocumentPosition(filters) & Node.DOCUMENT_POSITION_FOLLOWING;
        }),
      ).not.toBe(0);
    }));

  test('the page of a rule is as wide as the finding', () =>
    on(`${shop}#findings?q=remindr`, async (page) => {
      const about = page.locator('.about > summary');
      await expect.poll(() => about.isVisible()).toBe(true);
      expect((await about.boundingBox())?.width).toBeGreaterThan(400);
    }));

  test('links findings with the picture in both directions, by mouse', () =>
    on(`${shop}#findings`, async (page) => {
      await page.getByLabel('Search').fill('remindr');
      await expect.poll(() => page.locator('li.finding').count()).toBe(1);
      await page.getByRole('link', { name: 'Show in the picture' }).click();
      await expect.poll(() => page.locator('h2').textContent()).toBe('Yearly service');
      await expect.poll(() => page.locator('.ew-line.ew-current').count()).toBe(1);
      expect(await page.locator('li.finding.current .rule').textContent()).toBe('dangling-edge');

      const box = page.locator('.ew-box[data-key="survey"]');
      await box.locator('.ew-mark').first().click();
      await expect
        .poll(() => page.locator('li.finding.current .rule').textContent())
        .toBe('unreachable-step');
      expect(await box.getAttribute('class')).toContain('ew-current');

      await page.goBack();
      await expect.poll(() => page.getByLabel('Search').inputValue()).toBe('remindr');
    }));

  test('works with the keyboard only', () =>
    on(shop, async (page) => {
      const focused = (selector: string) =>
        page.evaluate((wanted) => document.activeElement?.matches(wanted) === true, selector);
      const tabTo = async (selector: string): Promise<void> => {
        for (let i = 0; i < 60 && !(await focused(selector)); i++) await page.keyboard.press('Tab');
        expect(await focused(selector), `Tab leads to ${selector}`).toBe(true);
      };
      await tabTo('.tabs a[href="#workflows"]');
      await page.keyboard.press('Enter');
      await expect.poll(() => focused('h2')).toBe(true);
      await tabTo('#workflows-text');
      await page.keyboard.type('yearly');
      await tabTo('.workflows a');
      await page.keyboard.press('Enter');
      await expect.poll(() => page.locator('h2').textContent()).toBe('Yearly service');

      // One tab stop for the whole picture; arrow keys move between steps.
      await tabTo('[data-key="start"]');
      await page.keyboard.press('ArrowDown');
      expect(await focused('[data-key="a_year"]')).toBe(true);
      await page.keyboard.press('Home');
      expect(await focused('[data-key="start"]')).toBe(true);
      await page.keyboard.press('End');
      expect(await focused('.ew-has')).toBe(true);
      await page.keyboard.press('Enter');
      await expect.poll(() => focused('li.finding.current summary')).toBe(true);
      await tabTo('.body button.plain');
      await page.keyboard.press('Enter');
      await expect.poll(() => focused('[role="button"].ew-current')).toBe(true);
    }));

  test('simulates what a contact receives after an event', () =>
    on(`${shop}#timelines`, async (page) => {
      await page.getByRole('link', { name: 'bike.bought' }).click();
      await expect
        .poll(() => page.locator('.moment .what').allTextContents())
        .toContain('How does it ride?');
      expect(await page.locator('.runs a').allTextContents()).toEqual([
        'Yearly service',
        'Welcome',
      ]);
      const sends = await page.locator('.moment').count();
      await page.getByLabel('Every step').check();
      await expect.poll(() => page.locator('.moment').count()).toBeGreaterThan(sends);
      await page.getByRole('link', { name: 'Welcome' }).click();
      await expect.poll(() => page.locator('h2').textContent()).toBe('Welcome');
    }));

  test('lists rules that were not checked', async () => {
    const { 'events.json': _, ...files } = SHOP;
    await on(`${publish(folder, 'partial', reportOn(files))}#notes`, async (page) => {
      expect(await page.locator('#static-remarks').textContent()).toContain(
        'no event definitions were loaded',
      );
    });
  });

  test('the URL fragments in the documentation open the documented views', () =>
    on(shop, async (page) => {
      const rows = [
        ...readFileSync(join(root, 'docs/html-report.md'), 'utf8').matchAll(
          /^\| `report\.html(#\S+)` \| (.+) \|$/gm,
        ),
      ];
      expect(rows.length).toBeGreaterThan(3);
      for (const [, hash = '', title] of rows) {
        await page.goto(`${shop}#notes`);
        await page.goto(shop + hash);
        await expect.poll(() => page.locator('h2').textContent(), { message: hash }).toBe(title);
        expect(await page.locator('main li').count(), hash).toBeGreaterThan(0);
      }
    }));

  test('an unknown URL fragment opens the overview', () =>
    on(shop, async (page) => {
      for (const hash of [
        '#workflow/9999',
        '#workflow/-1',
        '#workflow/x?finding=y',
        '#timeline/77',
        '#%E0%A4%A',
        '#__proto__',
      ]) {
        await page.goto(`${shop}#notes`);
        await page.goto(shop + hash);
        await expect
          .poll(() => page.locator('.causes li').count(), { message: hash })
          .toBeGreaterThan(3);
      }
      await page.goto(`${shop}#findings?page=-3&severity=loud&order=%00`);
      await expect.poll(() => page.locator('li.finding').count()).toBeGreaterThan(5);
    }));

  test.each([
    ['overview', () => shop],
    ['findings', () => `${shop}#findings`],
    ['workflows', () => `${shop}#workflows`],
    ['workflow', () => `${shop}#workflow/aut_service`],
    ['timelines', () => `${shop}#timelines`],
    ['timeline', () => `${shop}#timeline/bike.bought`],
    [
      'notes',
      () =>
        `${publish(folder, 'noted', reportOn({ 'service.json': SHOP['workflows/service.json'] as string }))}#notes`,
    ],
    [
      'long',
      () =>
        `${publish(folder, 'long', reportOn({ 'long.json': JSON.stringify(long()), 'events.json': SHOP['events.json'] as string }))}#workflow/aut_long`,
    ],
    ['clean', () => publish(folder, 'clean', reportOn(CLEAN, { notChecked: [] }))],
  ])('the view %s has no accessibility violations, light and dark, wide and narrow', (view, url) =>
    on(url(), async (page) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        for (const width of [1440, 390]) {
          await page.emulateMedia({ colorScheme });
          await page.setViewportSize({ width, height: 900 });
          await expect
            .poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), {
              message: `${view} fits a screen of ${width}`,
            })
            .toBe(true);
          await page.screenshot({ path: `${SCREENSHOTS}${view}-${width}-${colorScheme}.png` });
          if (view === 'workflow' && width === 1440 && colorScheme === 'light') {
            await page.emulateMedia({ forcedColors: 'active' });
            await page.screenshot({ path: `${SCREENSHOTS}${view}-forced-colors.png` });
            await page.emulateMedia({ forcedColors: 'none' });
          }
          // Each scheme and each width once; long lists are cut.
          if ((colorScheme === 'light') === (width === 1440) && (view !== 'long' || width === 390))
            expect(await barriers(page), view).toEqual([]);
        }
      }
    }),
  );

  test('hostile names are shown as text', async () => {
    const names = [...HOSTILE_NAMES.filter((name) => name.trim() !== ''), ...PAYLOADS];
    const files = Object.fromEntries(
      names.map((name, i) => [`${100 + i}.json`, JSON.stringify(hostile(name))]),
    );
    await on(
      `${publish(folder, 'hostile', reportOn(files))}#workflows?order=read`,
      async (page) => {
        const shown = (await page.locator('.workflows li > a').allTextContents()).map((text) =>
          text.trim(),
        );
        expect(shown).toEqual(names.map((name) => escapeText(name).trim()));
        await page.evaluate(() => (location.hash = '#findings'));
        await page.getByRole('button', { name: 'Open all' }).click();
        const linksIn = (hash: string) =>
          page
            .evaluate((to) => (location.hash = to), hash)
            .then(async () => {
              await expect.poll(() => page.locator('.workflows a').count()).toBeGreaterThan(0);
              return page
                .locator('.workflows li > a')
                .evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''));
            });
        const workflows = await linksIn('#workflows?order=read');
        expect(new Set(workflows).size).toBe(names.length);
        const timelines = (await linksIn('#timelines')).slice(0, 8);
        for (const workflow of workflows) {
          await page.evaluate((to) => (location.hash = to), workflow);
          await expect.poll(() => page.locator('.ew-picture').count()).toBe(1);
          expect(
            await page
              .locator(
                'main script, main img, main iframe, main [onmouseover], main [onerror], main a[href^="javascript" i]',
              )
              .count(),
          ).toBe(0);
        }
        for (const timeline of timelines) {
          await page.evaluate((to) => (location.hash = to), timeline);
          await expect.poll(() => page.locator('.timeline-view').count()).toBe(1);
        }
        expect(
          await page.evaluate(() => /[\p{Bidi_Control}\p{Cs}]/u.test(document.body.innerText)),
        ).toBe(false);
      },
    );
  });

  test('counts link to what they count', () =>
    on(`${shop}#findings`, async (page) => {
      const severities = () =>
        page
          .locator('li.finding .severity')
          .evaluateAll((all) => [...new Set(all.map(({ textContent }) => textContent))]);
      await page.locator('.numbers').getByRole('link', { name: 'Warnings' }).click();
      await expect.poll(severities).toEqual(['warning']);
      const total = await page.locator('.numbers [data-kind="warning"] dd').textContent();
      expect(await page.locator('.status-line').textContent()).toMatch(new RegExp(`^${total} of`));
    }));

  test('like findings are one entry with all places', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 30 }, (_, i) => [
        `w${i}.json`,
        JSON.stringify({ ...SERVICE, id: `aut_${i}`, name: `Service ${i}` }).replace(
          'remindr',
          `remindr${i}`,
        ),
      ]),
    );
    await on(`${publish(folder, 'equal', reportOn(files))}#findings`, async (page) => {
      const entry = page.locator('li.finding', { hasText: 'dangling-edge' });
      expect(await entry.count()).toBe(1);
      expect(await entry.locator('.times').textContent()).toBe('and 29 more like it');
      expect(await entry.locator('.owner').textContent()).toBe('30 workflows');
      await entry.locator('summary').first().click();
      expect(await entry.locator('.places li').count()).toBe(20);
      await entry.getByRole('button', { name: 'Show 9 more' }).click();
      expect(await entry.locator('.places li').count()).toBe(29);
      await entry.locator('.places a').last().click();
      await expect.poll(() => page.locator('h2').textContent()).toBe('Service 9');
      expect(page.url()).toMatch(/#workflow\/aut_9\?finding=[0-9a-f]+$/);
      expect(await page.locator('li.finding.current .rule').textContent()).toBe('dangling-edge');
    });
  });

  test('a finding can be copied, and a picture downloaded', () =>
    on(
      `${shop}#workflow/aut_service`,
      async (page) => {
        const entry = page.locator('li.finding', { hasText: 'dangling-edge' });
        if (!(await entry.locator('.body').isVisible()))
          await entry.locator('summary').first().click();
        const copied = () => page.evaluate(() => navigator.clipboard.readText());
        await entry.getByRole('button', { name: 'Copy', exact: true }).click();
        await expect
          .poll(copied)
          .toMatch(/^error: .*remindr.* \[dangling-edge\]\n {2}at .*:\d+:\d+ /);
        const downloading = page.waitForEvent('download');
        await page.getByRole('button', { name: 'Download' }).click();
        const download = await downloading;
        expect(download.suggestedFilename()).toBe('Yearly-service.svg');
        expect(readFileSync(await download.path(), 'utf8')).toMatch(
          /^<svg [\s\S]*<style>[\s\S]*remindr/,
        );
      },
      { permissions: ['clipboard-read', 'clipboard-write'], acceptDownloads: true },
    ));

  test('on a phone, the first thing to do is visible without scrolling', () =>
    on(
      shop,
      async (page) => {
        const box = await page.locator('.causes li').first().boundingBox();
        expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(844);
        expect(
          await page.locator('.tabs').evaluate((tabs) => tabs.scrollWidth <= tabs.clientWidth),
        ).toBe(true);
      },
      { viewport: { width: 390, height: 844 } },
    ));

  test('on a phone, a picture starts at its left edge and shows the first step', () =>
    on(
      `${shop}#workflow/aut_service`,
      async (page) => {
        const frame = page.locator('.picture-frame');
        await expect.poll(() => frame.evaluate(({ scrollLeft }) => scrollLeft)).toBe(0);
        const [box, room] = await Promise.all([
          page.locator('[data-key="start"]').boundingBox(),
          frame.boundingBox(),
        ]);
        expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan((room?.x ?? 0) + (room?.width ?? 0));
      },
      { viewport: { width: 390, height: 844 } },
    ));

  test('the findings are readable without JavaScript', () =>
    on(
      shop,
      async (page) => {
        expect(await page.locator('article h3').count()).toBeGreaterThan(5);
        expect(await page.locator('.causes li').count()).toBeGreaterThan(3);
        expect(await page.locator('noscript .hint').isVisible()).toBe(true);
        await page.screenshot({ path: `${SCREENSHOTS}no-script.png`, fullPage: true });
      },
      { javaScriptEnabled: false },
    ));

  test('printing shows all findings expanded and hides the form fields', () =>
    on(`${shop}#findings`, async (page) => {
      const closed = await page.locator('li.finding > details:not([open])').count();
      expect(closed).toBeGreaterThan(0);
      await page.emulateMedia({ media: 'print' });
      await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
      const shown = page.locator('li.finding:visible');
      const total = Number(await page.locator('.tabs a .count').first().textContent());
      expect(await shown.count()).toBe(total);
      expect(await shown.locator('> details:not([open])').count()).toBe(0);
      expect(await page.locator('.sheet h2').allTextContents()).toContain('Yearly service');
      expect(await page.getByLabel('Search').isVisible()).toBe(false);
      await page.screenshot({ path: `${SCREENSHOTS}paper.png`, fullPage: true });
      await page.pdf({ path: `${SCREENSHOTS}paper.pdf`, format: 'A4' });
      await page.evaluate(() => dispatchEvent(new Event('afterprint')));
      expect(await page.locator('li.finding > details:not([open])').count()).toBe(closed);
      expect(await page.locator('.sheet').count()).toBe(0);
    }));

  test('2,000 workflows and 5,000 findings are listed', async () => {
    writeFileSync(join(folder, 'many.ndjson'), many(2000));
    writeFileSync(join(folder, 'service.json'), JSON.stringify(SERVICE));
    const file = join(folder, 'many.html');
    const args = [
      join(root, 'dist/bin.js'),
      'many.ndjson',
      'service.json',
      '--no-config',
      '--preset',
      'strict',
      '--fail-on',
      'never',
      '-f',
      `html=${file}`,
    ];
    execFileSync(process.execPath, args, { cwd: folder });
    expect(statSync(file).size).toBeLessThan(9_000_000);
    const times: Record<string, number> = {};
    const timed = async (what: string, act: () => Promise<void>): Promise<void> => {
      const started = performance.now();
      await act();
      times[what] = Math.round(performance.now() - started);
    };
    const url = pathToFileURL(file).href;
    let opened: () => void = () => {};
    const opening = timed('open', () => new Promise<void>((resolve) => (opened = resolve)));
    await on(`${url}#findings`, async (page) => {
      await expect.poll(() => page.locator('li.finding').count()).toBeGreaterThan(5);
      opened();
      await opening;
      const total = Number(
        (await page.locator('.tabs a[aria-current] .count').textContent())?.replaceAll(',', ''),
      );
      expect(total).toBeGreaterThanOrEqual(5000);
      expect(await page.locator('*').count()).toBeLessThan(10_000);
      await timed('filter', async () => {
        await page.getByLabel('Search').fill('series 1234');
        await expect.poll(() => page.locator('.status-line').textContent()).toMatch(/^\d of /);
      });
      await timed('workflows', async () => {
        await page.locator('.tabs a[href="#workflows"]').click();
        await expect.poll(() => page.locator('.workflows li').count()).toBe(100);
      });
      await page.getByRole('button', { name: 'Next' }).click();
      await expect.poll(() => page.locator('.pager').textContent()).toContain('101–200 of 2,001');
      await timed('picture', async () => {
        await page.locator('.workflows a').first().click();
        await expect.poll(() => page.locator('.ew-box').count()).toBeGreaterThan(4);
      });
      await timed('timelines', async () => {
        await page.locator('.tabs a[href="#timelines"]').click();
        await page.locator('.workflows a').first().click();
        await expect.poll(() => page.locator('.moment').count()).toBeGreaterThan(1);
      });
    });
    // Far above the measured size, and far below that of a page that draws everything at once.
    const slow = Object.entries(times).filter(([, time]) => time > 10_000);
    expect(slow).toEqual([]);
    if (process.env['TIMES']) console.log(times);
  });
});
