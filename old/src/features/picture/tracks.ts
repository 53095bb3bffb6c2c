/** A line across a gap between two rows. One of its ends may be a lane beside the boxes. */
export interface Crossing {
  /** Where it comes from the row above, and where it goes to the row below. */
  readonly top?: number;
  readonly bottom?: number;
  /** The lane that it turns into, and up; or that it comes up from. */
  readonly lane?: number;
}

/** Lines that shift by less are drawn without a corner. */
export const STRAIGHT = 3;
/** Lines on one track, and parts of two lines above each other, are at least this far apart. */
const APART = 8;

interface Span {
  readonly number: number;
  readonly start: number;
  readonly end: number;
  /** The positions of its vertical parts above and below its track. */
  readonly up: readonly number[];
  readonly down: readonly number[];
}

/** A track for each line from the top, so that no two lines overlap and few cross; none for a line without a horizontal part. */
export function assignTracks(crossings: readonly Crossing[]) {
  const tracks: (number | undefined)[] = crossings.map(() => undefined);
  const spans = crossings.flatMap((crossing, number) => spanOf(crossing, number) ?? []);
  const placed: { readonly span: Span; readonly track: number }[] = [];
  for (const span of inOrder(spans)) {
    const taken = placed.filter((other) => areNear(other.span, span)).map(({ track }) => track);
    const track = Math.max(-1, ...taken) + 1;
    placed.push({ span, track });
    tracks[span.number] = track;
  }
  return { tracks, count: Math.max(0, ...placed.map(({ track }) => track + 1)) };
}

function spanOf({ top, bottom, lane }: Crossing, number: number): Span | undefined {
  const [from = 0, to = 0] = [top ?? lane, bottom ?? lane];
  if (Math.abs(from - to) < STRAIGHT) return undefined;
  const [start, end] = [Math.min(from, to), Math.max(from, to)];
  const isFromLane = top === undefined;
  return {
    number,
    start,
    end,
    up: isFromLane ? [] : [from, ...(bottom === undefined ? [to] : [])],
    down: isFromLane ? [from, to] : bottom === undefined ? [] : [to],
  };
}

const areNear = (a: Span, b: Span): boolean => a.start < b.end + APART && b.start < a.end + APART;

/** The faults when one line has its track above that of another: crossings, and parts on top of each other. */
function costOf(above: Span, below: Span): number {
  let cost = 0;
  for (const x of above.down) if (x > below.start && x < below.end) cost++;
  for (const x of below.up) if (x > above.start && x < above.end) cost++;
  for (const x of above.down) for (const y of below.up) if (Math.abs(x - y) < APART) cost += 100;
  return cost;
}

/** From top to bottom: each line before those that it should be above, as far as there is no cycle. */
function inOrder(spans: readonly Span[]): readonly Span[] {
  const weights = spans.map((span) =>
    spans.map((other) =>
      span === other || !areNear(span, other) ? 0 : costOf(other, span) - costOf(span, other),
    ),
  );
  const penalty = (at: number, other: number): number => Math.max(0, -(weights[at]?.[other] ?? 0));
  /** The lines that are not placed yet, with the faults of placing each next. */
  const left = new Map(
    weights.map((own, at) => [at, own.reduce((sum, _, other) => sum + penalty(at, other), 0)]),
  );
  const order: Span[] = [];
  while (left.size > 0) {
    let [best, least] = [-1, Number.POSITIVE_INFINITY];
    for (const [at, faults] of left) if (faults < least) [best, least] = [at, faults];
    left.delete(best);
    for (const [at, faults] of left) left.set(at, faults - penalty(at, best));
    order.push(spans[best] as Span);
  }
  return order;
}
