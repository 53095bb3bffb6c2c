import { escapeText } from '../report/escape.ts';
import { arrange, type Size } from './arrange.ts';
import { describe } from './describe.ts';
import { withJumps } from './jumps.ts';
import { placeLabels } from './labels.ts';
import { bandsOf, endsOf, routeLink, titleOfLink } from './lines.ts';
import { worstOf } from './marks.ts';
import { placeMarks, sizeBox, sizeLabel, TITLE } from './measure.ts';
import type { Picture } from './picture.ts';
import { type Point, round } from './route.ts';
import type { Box, Frame, Line, Scene } from './scene.ts';
import { cutTo } from './text-width.ts';

const MARGIN = 24;
const TITLE_HEIGHT = 54;
const MIN_WIDTH = 420;

/** Gives everything in a picture its place. */
export function layOut(given: Picture): Scene {
  const picture = withJumps(given);
  const { links } = picture;
  const sized = picture.nodes.map(sizeBox);
  const labels = links.map(sizeLabel);
  const arranged = arrange(picture, sized, labels);

  const head = placeMarks(picture.marks, MARGIN + 6, MARGIN + TITLE_HEIGHT - 10, 500);
  const top = MARGIN + TITLE_HEIGHT + head.height + (head.height === 0 ? 0 : 4);
  const width = Math.ceil(Math.max(arranged.width + 2 * MARGIN, MIN_WIDTH));
  const left = (width - arranged.width) / 2;
  const move = ({ x, y }: Point): Point => ({ x: round(x + left), y: round(y + top) });
  const frame = (middle: Point, { width, height }: Size): Frame => ({ ...move({ x: middle.x - width / 2, y: middle.y - height / 2 }), width, height });

  const boxes = sized.map((box, i): Box => ({ ...box, ...frame(arranged.nodes.get(i) as Point, box) }));
  const byId = new Map(boxes.map((box) => [box.id, box]));
  const ways = links.map((_, i) => (arranged.links.get(i)?.points ?? []).slice(1, -1).map(move));
  const middles = placeLabels(links, labels, arranged, sized);
  const labelled = labels.map((label, i) => label && { ...label, ...frame(middles.get(i) as Point, label) });
  const bands = bandsOf([...boxes, ...labelled.filter((label) => label !== undefined)]);
  const ends = endsOf(links, byId, ways);
  const lines = links.map((link, i): Line => {
    const route = routeLink(link, byId, ways[i] as readonly Point[], bands, ends[i] as (typeof ends)[number]);
    const { from, to, edge, broken, marks } = link;
    return { id: `l${i}`, from, to, broken, ...route, severity: worstOf(marks), title: titleOfLink(link, byId), label: labelled[i], edge };
  });

  return {
    width,
    height: Math.ceil(top + arranged.height + MARGIN + 18 * picture.notes.length),
    title: cutTo(escapeText(picture.title), width - 2 * MARGIN, TITLE),
    subtitle: escapeText(picture.subtitle),
    description: describe(given),
    marks: head.marks,
    boxes,
    lines,
    frames: arranged.frames.map((frame) => ({ ...move(frame), width: round(frame.width), height: round(frame.height) })),
    notes: picture.notes.map((text, i) => ({ text, x: MARGIN, y: Math.round(top + arranged.height) + 28 + 18 * i })),
  };
}
