import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { printMermaid } from '../../src/features/picture/mermaid.ts';
import { type Picture, pictureOf } from '../../src/features/picture/picture.ts';
import { fixtureDocuments } from '../fixtures.ts';
import { saying, step, workflowOf } from '../picture/draw.ts';
import { HOSTILE_NAMES } from '../report/hostile.ts';
import { CHROMIUM, launch, WITHOUT_BROWSER } from './browser.ts';

// Pictures are rendered by Mermaid. It is large, so it is installed separately from the package.

const MERMAID = fileURLToPath(
  new URL('../../.ci/mermaid/node_modules/mermaid/dist/mermaid.min.js', import.meta.url),
);
const why = !existsSync(MERMAID)
  ? 'run npm ci --prefix .ci/mermaid --ignore-scripts'
  : CHROMIUM === undefined
    ? WITHOUT_BROWSER
    : undefined;

const pictures: readonly Picture[] = fixtureDocuments().flatMap(({ document }) =>
  document.workflows.map((workflow) => pictureOf(workflow)),
);
/** Names that mean something in Mermaid, Markdown or HTML. */
const NAMES = [
  ...HOSTILE_NAMES,
  ...['end', 'graph', 'subgraph', 'click', 'style', 'title', 'section', 'default', 'o', 'x', '%%'],
  ...['%%{init: {"theme": "dark"}}%%', '---', '"]; click s0 "javascript:alert(1)"', '$$x^2$$'],
  ...[
    '1. first',
    '- item',
    '# heading',
    '> quote',
    'a:b',
    'a;b',
    'a,b',
    '&amp;',
    '#35;',
    '@{x: y}',
  ],
  ...[
    'fa:fa-user',
    '~~~mermaid',
    '|x|',
    '-->',
    '==>',
    '<br/>',
    '🎉 50% off, today!',
    'Hallo: Welt?',
  ],
].filter((name) => !/\p{Cs}/u.test(name));

interface Loaded {
  readonly mermaid: {
    parse(text: string): Promise<unknown>;
    render(id: string, text: string): Promise<{ readonly svg: string }>;
  };
}

interface Drawn {
  /** The message of Mermaid, where it refuses the text. */
  readonly error?: string;
  readonly text: string;
  /** Elements that could run or load something. */
  readonly active: number;
}

describe.skipIf(why !== undefined)(`Mermaid${why === undefined ? '' : `: ${why}`}`, () => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    browser = await launch();
    page = await browser.newPage();
    await page.addScriptTag({ path: MERMAID });
    await page.evaluate('mermaid.initialize({ startOnLoad: false })');
  });
  afterAll(() => browser?.close());

  const drawAll = (texts: readonly string[]): Promise<readonly Drawn[]> =>
    page.evaluate(async (all) => {
      const { mermaid } = globalThis as unknown as Loaded;
      const drawn: Drawn[] = [];
      for (const text of all) {
        const holder = document.createElement('div');
        try {
          holder.innerHTML = (await mermaid.render(`m${drawn.length}`, text)).svg;
          for (const style of holder.querySelectorAll('style')) style.remove();
          const active = 'script, img, a, iframe, image, foreignObject svg';
          drawn.push({
            text: holder.textContent ?? '',
            active: holder.querySelectorAll(active).length,
          });
        } catch (error) {
          drawn.push({ error: String(error), text, active: 0 });
        }
      }
      return drawn;
    }, texts);
  const expectDrawn = async (texts: readonly string[]): Promise<readonly Drawn[]> => {
    const drawn = await drawAll(texts);
    expect(
      drawn
        .map((each, i) => ({ ...each, source: texts[i] }))
        .filter(
          ({ error, text, active }) =>
            error !== undefined || active > 0 || /Maximum text size|Syntax error/.test(text),
        ),
    ).toEqual([]);
    return drawn;
  };

  test('accepts every fixture', async () => {
    expect(pictures.length).toBeGreaterThan(500);
    const refused = await page.evaluate(
      async (texts) => {
        const { mermaid } = globalThis as unknown as Loaded;
        const errors: string[] = [];
        for (const text of texts)
          await mermaid.parse(text).catch((error: unknown) => errors.push(`${error}\n${text}`));
        return errors;
      },
      pictures.map((picture) => printMermaid([picture], { titled: true })),
    );
    expect(refused).toEqual([]);
  });

  test('draws many workflows in one picture', async () => {
    await expectDrawn([printMermaid(pictures.slice(0, 40))]);
  });

  test('draws the largest workflow', async () => {
    const steps = Array.from({ length: 300 }, (_, i) =>
      step(`s${i}`, i === 0 ? 'trigger' : 'condition', { type: 'rule' }),
    );
    // Both branches of each condition are without a connection.
    const connections = steps.flatMap(({ key }, i) => [
      { from: key, to: i % 3 === 0 ? `S${i + 1}` : `s${i + 1}`, type: 'default' },
    ]);
    const text = printMermaid([pictureOf(workflowOf({ name: 'W', steps, connections }))]);
    expect(text.match(/ -\.?->/g)).toHaveLength(500);
    await expectDrawn([text]);
  });

  test('shows any name as text', async () => {
    await expectDrawn(
      NAMES.map((name) => printMermaid([pictureOf(workflowOf(saying(name)))], { titled: true })),
    );
    const [{ text } = { text: '' }] = await expectDrawn([
      printMermaid([pictureOf(workflowOf(saying('🎉 50% off, today!')))], { titled: true }),
    ]);
    expect(text).toContain('🎉 50% off, today!');
  });
});
