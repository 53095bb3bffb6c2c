import { expect, test } from 'vitest';
import type { Box } from '../../src/core/drawing/scene.ts';
import { groupBy } from '../../src/core/model/groups.ts';
import { buildScene } from '../../src/features/picture/draw.ts';
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

/** Emails and nothing else. */
const line = (n: number) =>
  draw(
    [trigger, ...upTo(n).map((i) => mail(`s${i}`))],
    'start s0',
    ...upTo(n - 1).map((i) => `s${i} s${i + 1}`),
  );

/** All branches of conditions, with so many emails at their ends. */
const tree = (ends: number) => {
  const inner = upTo(ends - 1);
  return draw(
    [trigger, ...inner.map((i) => is(`c${i}`)), ...upTo(ends).map((i) => mail(`c${ends - 1 + i}`))],
    'start c0',
    ...inner.flatMap((i) => [`c${i} c${2 * i + 1} ${MET}`, `c${i} c${2 * i + 2} ${NOT_MET}`]),
  );
};

test('branches are in the order of the file', () => {
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
  const { box: leaf } = tree(4);
  const places = upTo(4).map((i) => leaf(`c${i + 3}`).x);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});

test('a chain of conditions is narrow and straight', () => {
  const { width, box } = chain(40);
  expect(width).toBeLessThan(2500);
  expect(new Set(upTo(40).map((i) => box(`c${i}`).x)).size).toBe(1);
});

test('a step with more than six branches has its successors in several rows', () => {
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

test('branches below one that is wider than a row are below all that only it leads to', () => {
  const inner = upTo(5).map((i) => `a${i}`);
  const others = upTo(7).map((i) => `b${i}`);
  const { box } = draw(
    [trigger, ...['a', ...inner, ...others, 'end'].map(mail)],
    ...['a', ...others].map((key) => `start ${key}`),
    ...inner.flatMap((key) => [`a ${key}`, `${key} end`]),
  );
  const rows = groupBy(['a', ...inner, ...others, 'end'], (key) => box(key).y);
  expect([...rows].sort(([a], [b]) => a - b).map(([, keys]) => keys)).toEqual([
    ['a'],
    inner,
    ['b0', 'b1', 'b2', 'b3', 'end'],
    ['b4', 'b5', 'b6'],
  ]);
});

test('a balanced tree is narrow, with branches below each other in the order of the file', () => {
  for (const ends of [8, 16, 64]) {
    const { width, box } = tree(ends);
    expect(width).toBeLessThan(1600);
    const keys = upTo(ends).map((i) => `c${ends - 1 + i}`);
    const inOrder = keys.toSorted((a, b) => box(a).y - box(b).y || box(a).x - box(b).x);
    expect(inOrder).toEqual(keys);
  }
});

test('the steps of a cycle are vertically aligned', () => {
  const { box } = draw(
    [trigger, ...upTo(5).flatMap((i) => [mail(`e${i}`), is(`c${i}`)]), mail('e5')],
    'start e0',
    ...upTo(5).flatMap((i) => [`e${i} c${i}`, `c${i} e${i} ${MET}`, `c${i} e${i + 1} ${NOT_MET}`]),
  );
  expect(new Set(upTo(6).map((i) => box(`e${i}`).x)).size).toBe(1);
});

test('the trigger is within the width of a screen', () => {
  for (const { box } of [chain(40), tree(16)])
    expect(box('start').x + box('start').width).toBeLessThan(1280);
});

test('an edge back to an earlier step runs beside the boxes and ends at the top', () => {
  const { lines, boxes, box, width } = draw(
    [trigger, mail('a'), is('c'), mail('b')],
    ...['start a', 'a c', `c a ${MET}`, `c b ${NOT_MET}`],
  );
  const loop = lines.find(({ from, to }) => from === box('c').id && to === box('a').id);
  const corners = [...(loop?.path ?? '').matchAll(/Q([\d.]+) /g)].map(([, x]) => Number(x));
  const isOutside = (at: number): boolean =>
    boxes.every(({ x, width: own }) => at < x || at > x + own);
  const side = corners.find(isOutside) ?? 0;
  expect(side).toBeGreaterThan(0);
  expect(side).toBeLessThan(width);
  expect(loop?.head).toMatch(new RegExp(`${box('a').y}z$`));
});

/** The horizontal and vertical pieces of a line. */
function piecesOf(path: string): readonly (readonly [number, number, number, number])[] {
  const points = [...path.matchAll(/(?:[MLQ]|(?<=\d) )(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [
    Number(x),
    Number(y),
  ]) as [number, number][];
  return points.slice(1).map(([x, y], i) => {
    const [a = 0, b = 0] = points[i] ?? [];
    return [Math.min(a, x), Math.min(b, y), Math.max(a, x), Math.max(b, y)] as const;
  });
}

test('lines between the same rows do not lie on top of each other', () => {
  for (const seed of upTo(12)) {
    const random = (below: number, n: number): number => (seed * 7919 + n * 104_729) % below;
    const steps = upTo(14);
    const { lines } = draw(
      [trigger, ...steps.map((i) => is(`c${i}`)), mail('end')],
      'start c0',
      ...steps.flatMap((i) => [
        `c${i} ${i === 13 ? 'end' : `c${i + 1}`} ${MET}`,
        `c${i} ${i + 2 + random(5, i) > 13 ? 'end' : `c${i + 2 + random(5, i)}`} ${NOT_MET}`,
      ]),
    );
    const all = lines.map(({ path }) => piecesOf(path));
    for (const [i, one] of all.entries())
      for (const other of all.slice(i + 1))
        for (const [ax, ay, bx, by] of one)
          for (const [cx, cy, dx, dy] of other) {
            const beside = Math.min(bx, dx) - Math.max(ax, cx);
            const along = Math.min(by, dy) - Math.max(ay, cy);
            const isOver = Math.abs(ay - cy) < 3 && ay === by && cy === dy && beside > 8;
            const isUnder = Math.abs(ax - cx) < 3 && ax === bx && cx === dx && along > 8;
            expect(isOver || isUnder).toBe(false);
          }
  }
});

test('a long chain is folded into columns, from left to right', () => {
  const { width, height, box } = line(149);
  expect(height).toBeLessThan(2200);
  expect(width).toBeLessThan(4000);
  const columns = [...new Set(upTo(149).map((i) => box(`s${i}`).x))];
  expect(columns.length).toBeGreaterThan(5);
  expect(columns.toSorted((a, b) => a - b)).toEqual(columns);
});

test('branches are in several rows only where that makes the picture smaller', () => {
  const fan = (n: number, length: number) =>
    draw(
      [
        trigger,
        ...upTo(n).map((i) => is(`c${i}`)),
        ...upTo(n).flatMap((i) => upTo(length).map((k) => mail(`m${i}_${k}`))),
      ],
      'start c0',
      ...upTo(n).flatMap((i) => [
        `c${i} m${i}_0 ${MET}`,
        ...(i < n - 1 ? [`c${i} c${i + 1} ${NOT_MET}`] : []),
        ...upTo(length - 1).map((k) => `m${i}_${k} m${i}_${k + 1}`),
      ]),
    );
  const { width, height } = fan(7, 9);
  expect(Math.max(width, height)).toBeLessThan(2800);
});

test('of 190 lines that leave one step and meet again, no two are closer than 3 px at their boxes', () => {
  const { lines } = draw(
    [trigger, ...upTo(190).map((i) => mail(`m${i}`)), mail('end')],
    ...upTo(190).flatMap((i) => [`start m${i}`, `m${i} end`]),
  );
  expect(lines).toHaveLength(380);
  const starts = lines.filter(({ from }) => from === 's0').map(({ path }) => /^M(\S+)/.exec(path));
  const ends = lines.filter(({ to }) => to === 's191').map(({ path }) => /(\S+) \S+$/.exec(path));
  for (const side of [starts, ends]) {
    const at = side
      .map((match) => Number(match?.[1]?.replace(/^.*[A-Z]/, '')))
      .sort((a, b) => a - b);
    const gaps = at.slice(1).map((x, i) => x - (at[i] as number));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(3);
  }
});
