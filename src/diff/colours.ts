import { eachNeighbour, type Shape } from './shape.ts';

/** A number for each step: equal where steps and what surrounds them, up to some distance, look the same. */
export type Colours = Float64Array;

// Telling a chain of some thousand steps apart to its end is worth it; a clique is told apart by its nearest or not at all.
const MAX_WORK = 2_000_000;

/** Distances worth looking at: as far as the larger of two shapes goes, within bounds; then nearby. The furthest first. */
export function distancesOf(a: Shape, b: Shape): readonly number[] {
  const furthest = Math.min(Math.max(a.steps.length, b.steps.length), Math.floor(MAX_WORK / (Math.max(a.size, b.size) + 1)));
  return [...(furthest > 2 ? [furthest] : []), 2, 1];
}

/**
 * Colour refinement: a step's colour is mixed with those of its neighbours, again and again. The result of each distance
 * asked for.
 * @param starts a number for each step to start from, such as its content.
 * @param distances the furthest first.
 */
export function refineColours(shape: Shape, starts: readonly number[], distances: readonly number[]): readonly Colours[] {
  const results: Colours[] = [];
  let colours = Float64Array.from(starts, (start) => mix(start, 1));
  for (let distance = 1; distance <= (distances[0] ?? 0); distance++) {
    colours = spread(shape, colours);
    if (distances.includes(distance)) results.unshift(colours);
  }
  return results;
}

function spread(shape: Shape, colours: Colours): Float64Array<ArrayBuffer> {
  const { steps } = shape;
  const next = new Float64Array(steps.length);
  for (const step of steps) {
    // Sums, so that the order of the edges does not matter.
    let out = 0;
    let into = 0;
    eachNeighbour(shape, step, true, (neighbour, { index }) => {
      out = (out + mix(colours[neighbour.index] as number, shape.edgeTypes[index] as number)) % LARGE;
    });
    eachNeighbour(shape, step, false, (neighbour, { index }) => {
      into = (into + mix(colours[neighbour.index] as number, shape.edgeTypes[index] as number)) % LARGE;
    });
    next[step.index] = mix(mix(colours[step.index] as number, out), into + 1);
  }
  return next;
}

const LARGE = 2 ** 52;

/** Two whole numbers into one of 52 bits. */
function mix(a: number, b: number): number {
  let high = Math.imul((a >>> 0) ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(Math.floor(a / 2 ** 32) + 0x165667b1, 0xc2b2ae35);
  let low = Math.imul((b >>> 0) ^ 0x27d4eb2f, 0x9e3779b1) ^ Math.imul(Math.floor(b / 2 ** 32) + 0x2545f491, 0x85ebca77);
  high = Math.imul(high ^ (high >>> 15) ^ low, 0x2c1b3c6d);
  low = Math.imul(low ^ (low >>> 13) ^ high, 0x297a2d39);
  high ^= low >>> 16;
  low ^= high >>> 15;
  return (high >>> 0) * 2 ** 20 + ((low >>> 0) & 0xfffff);
}
