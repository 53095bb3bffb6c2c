import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeText } from '../../src/core/document/text.ts';
import { type Frame, place, type ToPlace } from '../../src/features/picture/layout.ts';
import { sizeOfLabel, sizeOfNode } from '../../src/features/picture/measure.ts';
import { pictureOf } from '../../src/features/picture/picture.ts';
import { runsOf } from '../runs.ts';

type Point = readonly [x: number, y: number];

/** Points on a path of `M`, `V` and `C`, a few pixels apart. */
function pointsOf(path: string): readonly Point[] {
  const points: Point[] = [];
  let [x, y] = [0, 0];
  for (const [, command, given = ''] of path.matchAll(/([MVC])([^MVC]*)/g)) {
    const n = given.trim().split(/\s+/).map(Number) as [number, ...number[]];
    const [a, b = 0, c = 0, d = 0, e = 0, f = 0] = n;
    const [fromX, fromY] = [x, y];
    const ends: Record<string, Point> = { M: [a, b], V: [x, a], C: [e, f] };
    [x, y] = ends[command ?? ''] as Point;
    for (let t = 0; t <= 1; t += 0.02) {
      const s = 1 - t;
      const curve = (p: number, q: number, r: number, end: number): number =>
        s ** 3 * p + 3 * s * s * t * q + 3 * s * t * t * r + t ** 3 * end;
      if (command === 'V') points.push([x, fromY + (y - fromY) * t]);
      if (command === 'C') points.push([curve(fromX, a, c, e), curve(fromY, b, d, f)]);
    }
  }
  return points;
}

/** A little smaller: a line may touch a border. */
const isIn = ([x, y]: Point, box: Frame): boolean =>
  x > box.x + 1 && x < box.x + box.width - 1 && y > box.y + 1 && y < box.y + box.height - 1;

/** What the lines go through, besides their own ends and labels. */
function hitsOf(given: ToPlace): readonly string[] {
  const { boxes, lines } = place(given);
  const hits: string[] = [];
  for (const [i, { from, to }] of given.links.entries()) {
    if (from === to) continue;
    for (const point of pointsOf(lines[i]?.path ?? '')) {
      for (const [n, box] of boxes.entries())
        if (isIn(point, box)) hits.push(`${from}-${to} through ${given.nodes[n]?.id}`);
      for (const [n, { label }] of lines.entries())
        if (n !== i && label !== undefined && isIn(point, label))
          hits.push(`${from}-${to} through a label`);
    }
  }
  return [...new Set(hits)];
}

function toPlaceOf(file: string): readonly ToPlace[] {
  const text = readFileSync(file, 'utf8');
  const { workflows } = decodeText({ name: file, text, isNamed: true });
  return workflows.map((workflow) => {
    const { nodes, links } = pictureOf(workflow, []);
    return {
      nodes: nodes.map((node) => ({ id: node.id, ...sizeOfNode(node) })),
      links: links.map((link) => {
        const label = sizeOfLabel(link);
        return { ...link, ...(label !== undefined && { label }) } as ToPlace['links'][number];
      }),
    };
  });
}

test('no line of the examples goes through a box or a label', () => {
  const all = readdirSync('examples', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .map((file) => `examples/${file}`)
    .flatMap(toPlaceOf);
  expect(all.length).toBeGreaterThan(8);
  expect(all.flatMap(hitsOf)).toEqual([]);
});

const graphs = fc.integer({ min: 10, max: 70 }).chain((size) => {
  const end = fc.nat(size - 1);
  const link = fc.record({ from: end, to: end, label: fc.constantFrom('', 'yes', 'a longer one') });
  const sizes = fc.record({
    width: fc.integer({ min: 140, max: 320 }),
    height: fc.integer({ min: 40, max: 120 }),
  });
  return fc.record({
    nodes: fc.array(sizes, { minLength: size, maxLength: size }),
    links: fc.array(link, { minLength: size - 1, maxLength: Math.round(size * 1.3) }),
  });
});

test('no line of random graphs goes through a box or a label', () => {
  fc.assert(
    fc.property(graphs, ({ nodes, links }) => {
      const hits = hitsOf({
        nodes: nodes.map((size, i) => ({ id: `n${i}`, ...size })),
        links: links.map(({ from, to, label }) => ({
          ...{ from: `n${from}`, to: `n${to}` },
          ...(label !== '' && { label: { width: label.length * 8, height: 20 } }),
        })),
      });
      expect(hits).toEqual([]);
    }),
    { numRuns: runsOf(60), seed: 48 },
  );
}, 120_000);
