/** Pictures as one SVG, for light and dark pages. It needs no script and no font. */
import { plural } from '../../core/model/text.ts';
import { attributes, element, escapeMarkup, escapeText } from '../../core/report/escape.ts';
import { type Frame, inColumns, type Placed, place, round, stack, type ToPlace } from './layout.ts';
import {
  LINE,
  labelOf,
  linesOf,
  markLines,
  PADDING,
  sizeOfLabel,
  sizeOfNode,
  type TextLine,
  worstOf,
} from './measure.ts';
import type { Picture, PictureLink, PictureNode } from './picture.ts';

const MARGIN = 24;
const NARROWEST = 360;

/** The link of a finding, by its fingerprint. */
export type HrefOf = (fingerprint: string) => string | undefined;

/** One below the other. */
export function drawPictures(pictures: readonly Picture[]): string {
  const drawn = pictures.map((picture) => draw(picture));
  const width = Math.max(NARROWEST, ...drawn.map((each) => each.width)) + 2 * MARGIN;
  let y = MARGIN;
  const parts = drawn.map(({ markup, height }) => {
    const part = `<g transform="translate(${MARGIN} ${y})">${markup}</g>`;
    y += height + 2 * MARGIN;
    return part;
  });
  const size = { width: Math.ceil(width), height: Math.ceil(y) };
  const words = pictures.map(describe).join(' ');
  return [
    svg(size, 'img', words),
    `<style>${PICTURE_STYLE}</style>`,
    PICTURE_DEFS,
    `<rect class="back" width="${size.width}" height="${size.height}" rx="8"/>`,
    ...parts,
    '</svg>\n',
  ].join('\n');
}

/**
 * For a page that has `PICTURE_STYLE` and `PICTURE_DEFS` once and names the workflow. Findings are
 * links.
 */
export function drawInPage(picture: Picture, hrefOf: HrefOf): string {
  const { width, height, markup } = draw({ ...picture, title: '', subtitle: '' }, hrefOf);
  const size = { width: Math.ceil(width) + 2, height: Math.ceil(height) + 2 };
  const open = svg(size, 'group', describe(picture), breadthOf(size));
  return `${open}<g transform="translate(1 1)">${markup}</g></svg>\n`;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** For the style of a page: wider than a phone, wider than a column. */
const breadthOf = ({ width }: Size): string =>
  width > 800 ? ' broad' : width > 420 ? ' wide' : '';

const svg = ({ width, height }: Size, role: 'img' | 'group', words: string, more = ''): string =>
  `<svg${attributes({
    xmlns: 'http://www.w3.org/2000/svg',
    class: `ew-picture${more}`,
    viewBox: `0 0 ${width} ${height}`,
    width,
    height,
    role,
    'aria-label': words,
  })}>`;

/** The head of the lines. */
export const PICTURE_DEFS =
  '<defs><marker id="ew-head" viewBox="0 0 8 8" refX="7" refY="4" markerUnits="userSpaceOnUse" ' +
  'markerWidth="9" markerHeight="9" orient="auto">' +
  '<path class="head" d="M0 0L8 4L0 8z"/></marker></defs>';

/** A picture in words, for those who do not see it. */
function describe({ title, nodes, links, marks }: Picture): string {
  const all = [...marks, ...[...nodes, ...links].flatMap((each) => each.marks)];
  const found = all.filter(({ severity }) => severity !== undefined);
  const worst = found.find(({ severity }) => severity === 'error') ?? found[0];
  const what =
    worst === undefined
      ? 'no findings'
      : `${plural(found.length, 'finding')}, such as ${worst.text}`;
  const counts = `${plural(nodes.length, 'box', 'boxes')}, ${plural(links.length, 'line')}`;
  return `${title}: ${counts}; ${what}.`;
}

function draw(picture: Picture, hrefOf?: HrefOf): Frame & { readonly markup: string } {
  const { nodes, links, title, subtitle, notes } = picture;
  const heads: readonly TextLine[] = [
    ...(title === '' ? [] : [{ kind: 'title', text: escapeText(title) } as const]),
    ...(subtitle === '' ? [] : [{ kind: 'caption', text: escapeText(subtitle) } as const]),
    ...notes.map((text) => ({ kind: 'caption', text: escapeText(text) }) as const),
    ...markLines(picture.marks),
  ];
  const top = heads.length === 0 ? 0 : heads.length * LINE + PADDING;
  const toPlace: ToPlace = {
    nodes: nodes.map((node) => ({ id: node.id, ...sizeOfNode(node) })),
    links: links.map((link) => {
      const label = sizeOfLabel(link);
      return { from: link.from, to: link.to, ...(label !== undefined && { label }) };
    }),
  };
  const placed = placeAs(picture, toPlace);
  const lines = links.map((link, i) => line(link, placed.lines[i]?.path ?? ''));
  const labels = links.map((link, i) => labelAt(link, placed.lines[i]?.label, hrefOf));
  const boxes = nodes.map((node, i) => box(node, placed.boxes[i] as Frame, hrefOf));
  const inner = [...lines, ...boxes, ...labels].join('\n');
  return {
    ...{ x: 0, y: 0, width: placed.width, height: top + placed.height },
    markup: `${texts(heads, 0, 0, hrefOf)}<g transform="translate(0 ${top})">${inner}</g>`,
  };
}

function placeAs({ layout, links }: Picture, toPlace: ToPlace): Placed {
  if (layout === 'ranks') return place(toPlace);
  if (layout === 'list') return stack(toPlace.nodes);
  const targets = new Set(links.map(({ to }) => to));
  return inColumns(toPlace, (id) => !targets.has(id));
}

function line({ name, marks, from, to, isDashed }: PictureLink, path: string): string {
  const kind = ['line', isDashed ? 'dashed' : '', worstOf(marks)].filter(Boolean).join(' ');
  const ends = { 'data-from': from, 'data-to': to };
  const values = {
    class: kind,
    d: path,
    'marker-end': 'url(#ew-head)',
    'data-edge': name,
    ...ends,
  };
  return element('path', values, element('title', {}, escapeMarkup(name)));
}

function box(node: PictureNode, { x, y, width, height }: Frame, hrefOf?: HrefOf): string {
  const { look, marks, key, isUnreachable } = node;
  const kind = ['box', look, worstOf(marks), isUnreachable ? 'unreachable' : ''];
  const title = [node.caption, node.title, ...node.details, ...marks.map(({ text }) => text)];
  const values = {
    class: kind.filter(Boolean).join(' '),
    'data-step': node.id,
    'data-key': key,
    transform: `translate(${round(x)} ${round(y)})`,
  };
  const inner = [
    element('title', {}, title.map(escapeMarkup).join('&#10;')),
    `<rect width="${round(width)}" height="${round(height)}" rx="${look === 'start' ? 18 : 6}"/>`,
    texts(linesOf(node), PADDING, 2, hrefOf),
  ];
  return element('g', values, inner.join(''));
}

function labelAt(link: PictureLink, frame: Frame | undefined, hrefOf?: HrefOf): string {
  if (frame === undefined) return '';
  const { x, y, width, height } = frame;
  const kind = ['label', worstOf(link.marks)].filter(Boolean).join(' ');
  const rect = `<rect width="${round(width)}" height="${round(height)}" rx="4"/>`;
  const values = { class: kind, transform: `translate(${round(x)} ${round(y)})` };
  return element('g', values, rect + texts(labelOf(link), PADDING / 2, -2, hrefOf));
}

const texts = (lines: readonly TextLine[], x: number, y: number, hrefOf?: HrefOf): string =>
  lines
    .map(({ kind, text, fingerprint }, i) => {
      const values = { class: kind, x, y: y + (i + 1) * LINE, 'data-finding': fingerprint };
      const drawn = element('text', values, escapeMarkup(text));
      const href = fingerprint === undefined ? undefined : hrefOf?.(fingerprint);
      return href === undefined ? drawn : element('a', { href }, drawn);
    })
    .join('');

const LIGHT =
  '--back:#fff;--card:#f6f8fa;--text:#1b1f24;--soft:#57606a;--rule:#8c959f;--start:#1a7f37;' +
  '--email:#0969da;--time:#57606a;--branch:#8250df;--act:#0e7490;' +
  '--error:#b3161b;--warning:#7a4b00;--info:#1d4f91';
const DARK =
  '--back:#16181b;--card:#24282d;--text:#e8eaed;--soft:#abb3bd;--rule:#737d89;--start:#8fdfa9;' +
  '--email:#8cbcff;--time:#abb3bd;--branch:#d8b6fb;--act:#8fdbe0;' +
  '--error:#ff8f8f;--warning:#f2bd5c;--info:#8cbcff';

/** All classes are below `.ew-picture`, so that a page can hold several. */
export const PICTURE_STYLE = [
  `.ew-picture{${LIGHT}}@media (prefers-color-scheme:dark){.ew-picture{${DARK}}}`,
  '.ew-picture text{font:13px system-ui,sans-serif;fill:var(--text)}',
  '.ew-picture .back{fill:var(--back)}.ew-picture .title{font-weight:600}',
  '.ew-picture .caption,.ew-picture .also{font-size:12px;fill:var(--soft)}',
  '.ew-picture .box rect{fill:var(--card);stroke:var(--rule);stroke-width:1.2}',
  ...['start', 'email', 'time', 'branch', 'act'].map(
    (look) => `.ew-picture .${look} .caption{fill:var(--${look})}`,
  ),
  '.ew-picture .ghost rect{fill:none;stroke-dasharray:5 4}',
  '.ew-picture .unreachable rect{stroke-dasharray:2 3}',
  '.ew-picture .line{fill:none;stroke:var(--rule);stroke-width:1.5}',
  '.ew-picture .dashed{stroke-dasharray:5 4}.ew-picture .head{fill:var(--rule)}',
  '.ew-picture .label rect{fill:var(--back)}',
  ...['info', 'warning', 'error'].flatMap((severity) => [
    `.ew-picture text.${severity}{fill:var(--${severity})}`,
    `.ew-picture .box.${severity} rect{stroke:var(--${severity});stroke-width:2.5}`,
    `.ew-picture .line.${severity}{stroke:var(--${severity});stroke-width:2.5}`,
  ]),
].join('');
