import { describe, expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import type { Box, Scene } from '../../src/core/drawing/scene.ts';
import { printSheet, printSvg } from '../../src/core/drawing/svg.ts';
import { buildScene, printWorkflow } from '../../src/features/picture/draw.ts';
import fc from '../fast-check.ts';
import { HOSTILE_NAMES } from '../report/hostile.ts';
import { anyText } from '../report/texts.ts';
import { lintedWorkflow, saying, step } from './draw.ts';

const COURSE = {
  name: 'Tea course',
  status: 'enabled',
  steps: [
    step('start', 'trigger', { event_name: 'tea.joined' }),
    step('first', 'send_email', { template: { id: 'tea-first' }, subject: 'Water comes first' }),
    step('lost', 'send_email', { template: { id: 'tea-lost' } }),
  ],
  connections: [
    { from: 'start', to: 'first', type: 'default' },
    { from: 'first', to: 'second', type: 'default' },
  ],
};

test('findings, missing steps and unreachable steps are drawn with text', () => {
  const { workflow, findings } = lintedWorkflow(COURSE);
  const scene = buildScene(workflow, findings);
  expect(
    scene.boxes.map(({ kind, key, marks }) => [kind, key, marks.map(({ rule }) => rule)]),
  ).toEqual([
    ['step', 'start', []],
    ['step', 'first', []],
    ['step', 'lost', ['unreachable-step']],
    ['ghost', 'second', []],
  ]);
  expect(
    scene.lines.map(({ from, to, broken, label }) => [
      from,
      to,
      broken,
      label?.marks.map(({ rule }) => rule),
    ]),
  ).toEqual([
    ['s0', 's1', false, undefined],
    ['s1', 'x0', true, ['dangling-edge', 'unreachable-step']],
  ]);
  expect(scene.frames).toHaveLength(1);
  const svg = printWorkflow(workflow, findings);
  for (const { fingerprint } of findings.filter(({ workflow: owner }) => owner !== undefined))
    expect(svg).toContain(`data-finding="${fingerprint}"`);
  expect(scene.description).toContain('error dangling-edge: ');
});

const draw = (value: unknown): string => {
  const { workflow, findings } = lintedWorkflow(value);
  return printWorkflow(workflow, findings);
};

test('with any text of a workflow, the picture is well-formed and contains it as text only', async () => {
  const names = [...HOSTILE_NAMES, ...fc.sample(anyText, 60)];
  const pictures = names.map((name) => draw(saying(name)));
  const { errors } = await validateXML({
    xml: pictures.map((contents, i) => ({ fileName: `${i}.svg`, contents })),
    normalization: 'format',
  });

  expect(errors.map(({ rawMessage }) => rawMessage)).toEqual([]);
  for (const svg of pictures) {
    expect(svg).not.toMatch(/<(?!\/?(?:svg|title|desc|style|rect|path|g|text)[ >])/);
    expect(svg).not.toMatch(/[^\n\P{Cc}]|[\p{Cs}\p{Bidi_Control}]/u);
    expect(svg).not.toMatch(/##\w*\[/);
  }
});

test('a megabyte in every field is drawn in bounded time and size', () => {
  const long = `${'<a&'.repeat(350_000)}.`;
  const { workflow, findings } = lintedWorkflow(saying(long));
  const scene = buildScene(workflow, findings);
  const svg = printSvg(scene);
  // It takes a second or two; backtracking over a megabyte would take minutes.
  for (const { texts } of scene.boxes)
    for (const { text } of texts) expect(text.length).toBeLessThan(200);
  expect(scene.subtitle.length).toBeLessThan(200);
  expect(scene.title.length).toBeLessThan(200);
  expect(svg).not.toContain('<a&');
  expect(svg.length).toBeLessThan(500_000);
});

describe('a picture of a scene', () => {
  const box = (kind: Box['kind'], more: Partial<Box> = {}): Box => ({
    ...{ id: kind, kind, type: 'delay', key: 'wait', apart: false, severity: undefined },
    ...{ x: 10, y: 100, width: 90, height: 30, title: 'T' },
    ...{ texts: [], marks: [], divider: undefined, ...more },
  });
  const scene: Scene = {
    ...{ width: 200, height: 300, title: 'Tea', subtitle: 'enabled', description: 'D' },
    ...{ marks: [], boxes: [], lines: [], frames: [], notes: [] },
  };
  const frame = { x: 1, y: 70, width: 3, height: 4 };
  const view = (svg: string) =>
    /viewBox="([^"]*)" width="(\d+)" height="(\d+)"/.exec(svg)?.slice(1);
  const bare = (more: Partial<Scene>) => printSvg({ ...scene, ...more }, { withoutHeader: true });

  test('has the size of the scene, without the room of a head that it leaves out', () => {
    expect(view(printSvg(scene))).toEqual(['0 0 200 300', '200', '300']);
    const low = bare({ boxes: [box('step'), box('step', { y: 80 })] });
    expect(view(low)).toEqual(['0 64 200 236', '200', '236']);
    expect(low).toContain('<rect class="ew-back" y="64" width="200" height="236" rx="8"/>');
    expect(view(bare({ boxes: [box('step', { y: 4 })] }))?.[0]).toBe('0 0 200 300');
    expect(view(bare({ boxes: [box('step')], frames: [frame] }))?.[0]).toBe('0 54 200 246');
    expect(view(bare({}))?.[0]).toBe('0 284 200 16');
  });

  test('has round boxes for triggers and references, and icons for steps only', () => {
    const boxes = [
      box('step', { height: 60, step: 3 }),
      box('step', { height: 60, type: 'trigger' }),
      box('more', { height: 60 }),
      box('jump'),
      box('ghost', { type: 'ghost' }),
    ];
    const drawn = printSvg({ ...scene, boxes })
      .split('\n')
      .filter((line) => line.includes('"ew-box '))
      .map((line) => [
        /class="([^"]*)"/.exec(line)?.[1],
        /rx="(\d+)"/.exec(line)?.[1],
        line.includes('ew-icon'),
        / data-step="[^"]*"/.exec(line)?.[0],
      ]);
    expect(drawn).toEqual([
      ['ew-box ew-step ew-time', '9', true, ' data-step="3"'],
      ['ew-box ew-step ew-start', '20', true, undefined],
      ['ew-box ew-more', '20', false, undefined],
      ['ew-box ew-jump', '15', false, undefined],
      ['ew-box ew-ghost', '9', true, undefined],
    ]);
  });

  test('has a frame with a caption around unreachable steps', () => {
    expect(bare({ frames: [frame] })).toContain(
      '<g class="ew-apart"><rect class="ew-frame" x="1" y="70" width="3" height="4" rx="14"/><text class="ew-caption" x="17" y="91">Never reached</text></g>\n',
    );
  });

  test('has round labels', () => {
    const label = { x: 5, y: 6, width: 30, height: 40, texts: [], marks: [] };
    const line = (height: number) => ({
      ...{ id: 'l', from: 'a', to: 'b', broken: false, severity: undefined, path: 'M0 0' },
      ...{ head: 'M1 1', title: 'L', label: { ...label, height } },
    });
    const svg = bare({ lines: [line(40), line(10)] });
    expect(svg).toContain('<rect width="30" height="40" rx="11"/>');
    expect(svg).toContain('<rect width="30" height="10" rx="5"/>');
  });

  test('cuts keys of more than 2,000 characters', () => {
    const [fits, long] = ['k'.repeat(2000), 'k'.repeat(2001)];
    expect(bare({ boxes: [box('step', { key: fits })] })).toContain(`data-key="${fits}"`);
    expect(bare({ boxes: [box('step', { key: long })] })).toContain(
      `data-key="${'k'.repeat(1999)}…"`,
    );
  });

  test('is below the one before it on a sheet', () => {
    const sheet = printSheet([scene, { ...scene, width: 250 }], { idPrefix: 'p' });
    expect(view(sheet)).toEqual(['0 0 250 616', '250', '616']);
    const parts = [...sheet.matchAll(/<svg[^>]*? y="(\d+)"[^>]*?labelledby="([^"]*)"/g)];
    expect(parts.map(([, y, title]) => [y, title])).toEqual([
      ['0', 'p0-title'],
      ['316', 'p1-title'],
    ]);
    expect(printSheet([scene])).toBe(printSvg(scene));
    expect(view(printSheet([]))).toEqual(['0 0 0 0', '0', '0']);
  });
});
