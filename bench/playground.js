// The playground in a real browser: its first paint and first findings, and pastes of 0.25, 0.5 and 1 MB from the clipboard,
// until their findings are shown. `node bench/playground.js [SLOWDOWN]`: the processor is slowed by this factor (default 4). Needs Chromium.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { tenStepWorkflow } from './workload.js';

const RUNS = 5;
const SIZES = [250_000, 500_000, 1_000_000];
const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];
const { CHROMIUM, PATH = '' } = process.env;
const candidates = CHROMIUM
  ? [CHROMIUM]
  : PATH.split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)));
const executablePath = candidates.find((path) => existsSync(path));
const slowdown = Number(process.argv[2] ?? 4);
if (executablePath === undefined || !(slowdown >= 1)) {
  process.stderr.write('usage: node bench/playground.js [SLOWDOWN], with Chromium on the path\n');
  process.exit(2);
}

const address = pathToFileURL(join(import.meta.dirname, '../dist/playground/index.html')).href;
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

/** A page on a slow processor, with its findings shown. */
async function openPage() {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.goto(address);
  await page.waitForFunction(() => document.querySelector('#headline')?.textContent);
  return page;
}

/** JSON of workflows, indented, of about this size. */
function textOf(size, more) {
  const one = JSON.stringify(tenStepWorkflow(0), null, 2).length;
  const workflows = Array.from({ length: Math.ceil(size / one) + more }, (_, n) =>
    tenStepWorkflow(n),
  );
  return { text: JSON.stringify(workflows, null, 1), count: workflows.length };
}

const paints = [];
const findings = [];
for (let run = 0; run < RUNS; run++) {
  const page = await openPage();
  const [paint, shown] = await page.evaluate(() => [
    performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    performance.now(),
  ]);
  paints.push(paint);
  findings.push(shown);
  await page.context().close();
}
const print = (name, values) =>
  process.stdout.write(`${name.padEnd(22)}${Math.round(median(values))} ms\n`);
process.stdout.write(`processor slowed ${slowdown} times, median of ${RUNS} runs\n`);
print('first paint', paints);
print('first findings', findings);

for (const size of SIZES) {
  const page = await openPage();
  const values = [];
  for (let run = 0; run < RUNS; run++) {
    const { text, count } = textOf(size, run);
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await page.getByRole('textbox', { name: /^Text of/ }).focus();
    await page.keyboard.press('Control+a');
    const shows = page.waitForFunction(
      (n) => document.querySelector('#headline').textContent.includes(`${n} workflows`),
      count,
    );
    const start = await page.evaluate(() => performance.now());
    await page.keyboard.press('Control+v');
    await shows;
    values.push((await page.evaluate(() => performance.now())) - start);
  }
  print(`paste of ${size / 1_000_000} MB`, values);
  await page.context().close();
}
await browser.close();
