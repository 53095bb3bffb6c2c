import { expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { printSvg } from '../../src/core/drawing/svg.ts';
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
