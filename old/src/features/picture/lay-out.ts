import type { Box, Frame, Line, Scene } from '../../core/drawing/scene.ts';
import { printSheet } from '../../core/drawing/svg.ts';
import { cutTo, wrapTo } from '../../core/drawing/text-width.ts';
import { countBy, groupBy } from '../../core/model/groups.ts';
import { truncateMiddle } from '../../core/model/text.ts';
import { escapeText } from '../../core/report/escape.ts';
import { arrange } from './arrange.ts';
import { withJumps } from './jumps.ts';
import { type Passage, type Point, round, routeLine, routeLoop, titleOfLink } from './lines.ts';
import { formatMark, groupMarks, worstOf } from './marks.ts';
import { placeMarks, type Size, sizeBox, sizeLabel, TITLE } from './measure.ts';
import type { Picture, PictureLink, PictureNode } from './picture.ts';
import { sideFor } from './ports.ts';

const MARGIN = 24;
const TITLE_HEIGHT = 54;
const MIN_WIDTH = 420;

/** Computes the positions in a picture. */
export function layOut(given: Picture): Scene {
  const picture = withJumps(given);
  const { links } = picture;
  const sized = sizeBoxes(picture);
  const labels = sizeLabels(links);
  const sizes = {
    boxes: new Map(sized.map((box): [string, Size] => [box.id, box])),
    labels,
  };
  const arranged = arrange(picture, sizes);

  const place = { x: MARGIN + 6, y: MARGIN + TITLE_HEIGHT - 10, width: 500 };
  const head = placeMarks(groupMarks(picture.marks), place);
  const top = MARGIN + TITLE_HEIGHT + head.height + (head.height === 0 ? 0 : 4);
  const width = Math.ceil(Math.max(arranged.width + 2 * MARGIN, MIN_WIDTH));
  const left = (width - arranged.width) / 2;
  const move = ({ x, y }: Point): Point => ({
    x: round(x + left),
    y: round(y + top),
  });
  const frame = (middle: Point, { width, height }: Size): Frame => {
    const { x, y } = move(middle);
    return { x: round(x - width / 2), y: round(y - height / 2), width, height };
  };
  const boxes = sized.map(
    (box): Box => ({ ...box, ...frame(arranged.nodes.get(box.id) as Point, box) }),
  );
  const byId = new Map(boxes.map((box) => [box.id, box]));
  const lines = links.map((link, i): Line => {
    const { points, middle } = arranged.links.get(link) as Passage;
    const label = labels.get(link);
    const { from, to, edge, broken, marks } = link;
    const route = from === to ? routeLoop(byId.get(from) as Box) : routeLine(points.map(move));
    const title = titleOfLink(link, byId);
    const placed = label && middle && { ...label, ...frame(middle, label) };
    const shared = { id: `l${i}`, from, to, broken, ...route, severity: worstOf(marks) };
    return { ...shared, title, label: placed, edge };
  });
  const bottom = top + arranged.height;
  const notes = notesOf(picture, width);
  return {
    width,
    height: Math.ceil(bottom + MARGIN + 18 * notes.length),
    title: cutTo(escapeText(picture.title), width - 2 * MARGIN, TITLE),
    subtitle: escapeText(picture.subtitle),
    description: describe(given),
    marks: head.marks,
    boxes,
    lines,
    frames: arranged.frames.map((each) => ({ ...each, ...move(each) })),
    notes: notes.map((text, i) => ({ text, x: MARGIN, y: Math.round(bottom) + 28 + 18 * i })),
  };
}

/** Of the links that have one. */
const sizeLabels = (links: readonly PictureLink[]) =>
  new Map(
    links.flatMap((link) => {
      const label = sizeLabel(link);
      return label === undefined ? [] : [[link, label] as const];
    }),
  );

/** Wide enough for the lines that meet them. */
function sizeBoxes({ nodes, links }: Picture) {
  const [leaving, entering] = [countBy(links, ({ from }) => from), countBy(links, ({ to }) => to)];
  return nodes.map((node) => {
    const box = sizeBox(node);
    const lines = Math.max(leaving.get(node.id) ?? 0, entering.get(node.id) ?? 0);
    return { ...box, width: Math.max(box.width, sideFor(lines)) };
  });
}

function notesOf(picture: Picture, width: number): readonly string[] {
  const legend = legendOf(picture);
  const lines = legend === '' ? [] : wrapTo(legend, width - 2 * MARGIN, 4, { size: 12 });
  return [...picture.notes, ...lines];
}

/** The meaning of the signs in a picture. */
function legendOf({ nodes, links, marks }: Picture): string {
  const all = [...nodes, ...links, { marks }].flatMap((each) => each.marks);
  const parts: readonly (readonly [boolean, string])[] = [
    [all.some(({ also }) => !also), 'filled sign = finding at this place'],
    [all.some(({ also }) => also), 'outlined sign = part of a finding at another place'],
    [nodes.some(({ kind }) => kind === 'ghost'), 'dashed box = no such step'],
    [nodes.some(({ apart }) => apart), 'dotted frame = no trigger leads there'],
    [nodes.some(({ id }) => id.startsWith('j')), 'arrow in a pill = goes on at that step'],
  ];
  const shown = parts.filter(([isUsed]) => isUsed).map(([, text]) => text);
  return shown.length === 0 ? '' : `Legend: ${shown.join('; ')}`;
}

/** A picture as text for screen readers: its steps in order, with their successors. */
function describe({ subtitle, nodes, links, marks, notes }: Picture): string {
  const names = new Map(nodes.map((node) => [node.id, nameOf(node)]));
  const outgoing = groupBy(links, ({ from }) => from);
  const formatLink = ({ to, label, marks: faults }: PictureLink): string => {
    const marked = faults.length === 0 ? '' : ` (${faults.map(formatMark).join('; ')})`;
    return `${label === '' ? '' : `${short(label)} `}to ${names.get(to)}${marked}`;
  };
  const sentences = nodes.map((node) => {
    const next = (outgoing.get(node.id) ?? []).map(formatLink);
    const faults = node.marks.map((mark) => ` ${formatMark(mark)}.`).join('');
    const leads = next.length === 0 ? '' : ` leads ${next.join(', ')}`;
    return `${names.get(node.id)}${leads}.${node.apart ? ' It is never reached.' : ''}${faults}`;
  });
  const faults = marks.map((mark) => `${formatMark(mark)}.`);
  return escapeText([`${subtitle}.`, ...faults, ...sentences, ...notes].join(' '));
}

function nameOf({ kind, facts, key, name }: PictureNode): string {
  if (kind === 'ghost')
    return key === '' ? 'no step (no end given)' : `"${short(name)}", which is not a step`;
  if (kind === 'more') return 'steps that are not drawn';
  return `${facts.caption}${name === '' ? '' : ` "${short(name)}"`} (${short(facts.main)})`;
}

const short = (text: string): string => truncateMiddle(text, 120);

export function printSvgs(pictures: readonly Picture[]): string {
  return printSheet(pictures.map(layOut));
}
