import { expect, test } from 'vitest';
import type { Frame } from '../../src/core/drawing/scene.ts';
import { buildScene } from '../../src/features/picture/draw.ts';
import { printMermaid } from '../../src/features/picture/mermaid.ts';
import { pictureOf } from '../../src/features/picture/picture.ts';
import fc from '../fast-check.ts';
import { lintedWorkflow } from './draw.ts';

// Few keys, for collisions: duplicates, loops, unknown ends, missing ends, unreachable parts.
const key = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', '__proto__');
const type = fc.constantFrom(
  'trigger',
  'send_email',
  'delay',
  'wait_for_event',
  'condition',
  'contact_delete',
  'send_fax',
);
const step = fc.record({
  key: fc.oneof({ weight: 9, arbitrary: key }, { weight: 1, arbitrary: fc.constant(7) }),
  type,
  config: fc.constant({}),
});
const end = fc.oneof(
  { weight: 8, arbitrary: key },
  { weight: 1, arbitrary: fc.constant('gone') },
  { weight: 1, arbitrary: fc.constant(null) },
);
const edge = fc.record({
  from: end,
  to: end,
  type: fc.constantFrom('default', 'condition_met', 'timeout', 'odd'),
});
const workflow = fc.record({
  name: fc.constant('Any'),
  steps: fc.array(step, { maxLength: 12 }),
  connections: fc.array(edge, { maxLength: 18 }),
});

const numbers = (values: readonly (number | undefined)[]) =>
  values.filter((value) => value !== undefined).toSorted((a, b) => a - b);
const upTo = (n: number) => Array.from({ length: n }, (_, i) => i);

test('each step and edge of any workflow is drawn once, and each line ends at a drawn box', () => {
  fc.assert(
    fc.property(workflow, (value) => {
      const { workflow: given, findings } = lintedWorkflow(value);
      const { boxes, lines } = buildScene(given, findings);
      expect(numbers(boxes.map(({ step: index }) => index))).toEqual(upTo(value.steps.length));
      expect(numbers(lines.map(({ edge: index }) => index))).toEqual(
        upTo(value.connections.length),
      );
      const ids = new Set(boxes.map(({ id }) => id));
      expect(ids.size).toBe(boxes.length);
      expect(lines.every(({ from, to }) => ids.has(from) && ids.has(to))).toBe(true);

      const picture = pictureOf(given, findings);
      const mermaid = printMermaid([picture]);
      expect(mermaid.match(/^ +s\d+[[({]/gm) ?? []).toHaveLength(value.steps.length);
      expect(mermaid.match(/ -->/g) ?? []).toHaveLength(value.connections.length);
    }),
    { numRuns: 60 },
  );
});

test('boxes and labels do not overlap, and are inside the picture', () => {
  fc.assert(
    fc.property(workflow, (value) => {
      const { workflow: given, findings } = lintedWorkflow(value);
      const { width, height, boxes, lines, frames } = buildScene(given, findings);
      const labels = lines.map(({ label }) => label).filter((label) => label !== undefined);
      for (const frame of [...boxes, ...labels, ...frames]) {
        expect(frame.x).toBeGreaterThanOrEqual(0);
        expect(frame.y).toBeGreaterThanOrEqual(0);
        expect(frame.x + frame.width).toBeLessThanOrEqual(width);
        expect(frame.y + frame.height).toBeLessThanOrEqual(height);
      }
      const things: readonly Frame[] = [...boxes, ...labels];
      for (const [i, one] of things.entries())
        for (const other of things.slice(i + 1))
          expect(overlap(one, other), JSON.stringify([one, other])).toBe(false);
      // Reachable boxes are never inside the frame of unreachable ones.
      for (const frame of frames)
        for (const box of boxes)
          if (!box.apart) expect(overlap(frame, box), JSON.stringify([frame, box])).toBe(false);
      expect(lines.map(({ path }) => path).join('')).not.toMatch(/NaN|Infinity|undefined/);
    }),
    { numRuns: 60 },
  );
});

test('the same workflow gives the same bytes', () => {
  fc.assert(
    fc.property(workflow, (value) => {
      const { workflow: given, findings } = lintedWorkflow(value);
      expect(buildScene(given, findings)).toEqual(buildScene(given, findings));
    }),
    { numRuns: 20 },
  );
});

function overlap(a: Frame, b: Frame): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
