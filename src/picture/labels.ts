import type { Arrangement, Size } from './arrange.ts';
import type { PictureLink } from './picture.ts';
import type { Point } from './route.ts';
import type { Frame } from './scene.ts';

// What a label keeps from anything else.
const GAP = 6;

/**
 * Middles of the labels, each as near to where its line starts as there is room: the layout keeps room halfway, which on a long line is far
 * from the step that branches.
 */
export function placeLabels(
  links: readonly PictureLink[],
  labels: readonly (Size | undefined)[],
  { nodes, links: ways }: Pick<Arrangement, 'nodes' | 'links'>,
  sizes: readonly Size[],
): ReadonlyMap<number, Point> {
  const boxes = sizes.map((size, i) => frameAt(nodes.get(i) as Point, size));
  const placed = new Map<number, Point>();
  for (const i of links.keys()) if (labels[i] !== undefined) placed.set(i, ways.get(i)?.middle as Point);
  for (const [i, label] of labels.entries()) {
    const way = ways.get(i);
    if (label === undefined || way === undefined || links[i]?.from === links[i]?.to) continue;
    for (const point of way.points.slice(1, -1)) {
      if (Math.abs(point.y - way.middle.y) < 1) break;
      const frame = frameAt(point, label);
      const isFree =
        boxes.every((box) => !overlap(frame, box)) &&
        [...placed].every(([other, middle]) => other === i || !overlap(frame, frameAt(middle, labels[other] as Size))) &&
        [...ways].every(([other, { points }]) => other === i || !crosses(frame, points));
      if (!isFree) continue;
      placed.set(i, point);
      break;
    }
  }
  return placed;
}

const frameAt = ({ x, y }: Point, { width, height }: Size): Frame => ({ x: x - width / 2, y: y - height / 2, width, height });

function overlap(a: Frame, b: Frame): boolean {
  return a.x < b.x + b.width + GAP && b.x < a.x + a.width + GAP && a.y < b.y + b.height + GAP && b.y < a.y + a.height + GAP;
}

/** Whether a line may pass the frame: between two of its points it may be anywhere. */
function crosses({ x, y, width, height }: Frame, points: readonly Point[]): boolean {
  return points.some((point, i) => {
    const next = points[i + 1];
    if (next === undefined) return false;
    const isBeside = Math.max(point.x, next.x) < x - GAP || Math.min(point.x, next.x) > x + width + GAP;
    return !isBeside && Math.max(point.y, next.y) > y - GAP && Math.min(point.y, next.y) < y + height + GAP;
  });
}
