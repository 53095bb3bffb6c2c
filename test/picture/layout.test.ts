import { instance } from '@viz-js/viz';
import { expect, test } from 'vitest';
import type { Box } from '../../src/core/drawing/scene.ts';
import { groupBy } from '../../src/core/model/groups.ts';
import { printDot } from '../../src/features/picture/dot.ts';
import { buildScene } from '../../src/features/picture/draw.ts';
import { pictureOf } from '../../src/features/picture/picture.ts';
import { step, workflowOf } from './draw.ts';

const trigger = step('start', 'trigger', { event_name: 'trial.started' });
const mail = (key: string) => step(key, 'send_email', { template: { id: key } });
const is = (key: string, field = key) =>
  step(key, 'condition', { type: 'rule', field: `event.${field}`, operator: 'eq', value: true });
const upTo = (n: number) => Array.from({ length: n }, (_, i) => i);
const draw = (steps: readonly object[], ...edges: readonly string[]) => {
  const connections = edges.map((edge) => {
    const [from, to, type = 'default'] = edge.split(' ');
    return { from, to, type };
  });
  const workflow = workflowOf({ name: 'W', steps, connections });
  const scene = buildScene(workflow);
  const byKey = new Map(scene.boxes.map((box) => [box.key, box]));
  return { workflow, ...scene, box: (key: string) => byKey.get(key) as Box };
};
const [MET, NOT_MET] = ['condition_met', 'condition_not_met'];

const chain = (n: number) =>
  draw(
    [trigger, ...upTo(n).flatMap((i) => [is(`c${i}`, 'plan'), mail(`e${i}`)]), mail('end')],
    'start c0',
    ...upTo(n).flatMap((i) => [
      `c${i} e${i} ${MET}`,
      `e${i} end`,
      `c${i} ${i < n - 1 ? `c${i + 1}` : 'end'} ${NOT_MET}`,
    ]),
  );

/** All branches of four levels of conditions. */
const tree = () =>
  draw(
    [trigger, ...upTo(15).map((i) => is(`c${i}`)), ...upTo(16).map((i) => mail(`c${i + 15}`))],
    'start c0',
    ...upTo(15).flatMap((i) => [`c${i} c${2 * i + 1} ${MET}`, `c${i} c${2 * i + 2} ${NOT_MET}`]),
  );

test('branches stand in the order of the file', () => {
  const { box } = draw(
    [trigger, is('c'), mail('yes'), mail('no'), mail('a'), mail('b')],
    ...['start c', `c yes ${MET}`, `c no ${NOT_MET}`, 'no a', 'yes b'],
  );
  expect(box('yes').x).toBeLessThan(box('no').x);
  expect(box('b').x).toBeLessThan(box('a').x);
  const mirrored = draw(
    [trigger, is('c'), mail('yes'), mail('no')],
    ...['start c', `c no ${NOT_MET}`, `c yes ${MET}`],
  );
  expect(mirrored.box('no').x).toBeLessThan(mirrored.box('yes').x);
  const leaves = upTo(16).map((i) => tree().box(`c${i + 15}`).x);
  expect(leaves).toEqual(leaves.toSorted((a, b) => a - b));
});

test('a chain of conditions is narrower than Graphviz draws it, and straight', async () => {
  const { workflow, width, box } = chain(40);
  const svg = (await instance()).renderString(printDot([pictureOf(workflow)]), { format: 'svg' });
  // Points of a 72nd of an inch.
  expect(width).toBeLessThan((Number(/width="(\d+)pt"/.exec(svg)?.[1]) * 4) / 3);
  expect(width).toBeLessThan(2500);
  expect(new Set(upTo(40).map((i) => box(`c${i}`).x)).size).toBe(1);
});

test('a fan of more than six branches takes several rows', () => {
  const fan = (n: number) =>
    draw([trigger, ...upTo(n).map((i) => mail(`m${i}`))], ...upTo(n).map((i) => `start m${i}`));
  const rows = (n: number) =>
    groupBy(
      upTo(n).map((i) => fan(n).box(`m${i}`)),
      ({ y }) => y,
    );
  expect(rows(6).size).toBe(1);
  const keys = [...rows(14).values()].map((row) => row.map(({ key }) => key));
  expect(keys).toEqual([
    ['m0', 'm1', 'm2', 'm3', 'm4'],
    ['m5', 'm6', 'm7', 'm8', 'm9'],
    ['m10', 'm11', 'm12', 'm13'],
  ]);
  expect(fan(14).width).toBeLessThan(1800);
});

test('the trigger is on the first screen', () => {
  for (const { box } of [chain(40), tree()])
    expect(box('start').x + box('start').width).toBeLessThan(1280);
});

test('a loop runs around the side of the boxes, and enters from above', () => {
  const { lines, boxes, box, width } = draw(
    [trigger, mail('a'), is('c'), mail('b')],
    ...['start a', 'a c', `c a ${MET}`, `c b ${NOT_MET}`],
  );
  const loop = lines.find(({ from, to }) => from === box('c').id && to === box('a').id);
  const corners = [...(loop?.path ?? '').matchAll(/Q([\d.]+) /g)].map(([, x]) => Number(x));
  const [, side = 0] = corners;
  for (const { x, width: own } of boxes) expect(side < x || side > x + own).toBe(true);
  expect(side).toBeGreaterThan(0);
  expect(side).toBeLessThan(width);
  expect(loop?.head).toMatch(new RegExp(`${box('a').y}z$`));
});
