import { truncate } from '../model/text.ts';
import { Markup, markup } from '../report/escape-markup.ts';
import { stepTypeOf } from '../steps/registry.ts';
import { lookOf, SIGNS } from './icons.ts';
import type {
  Box,
  BoxText,
  Frame,
  Line,
  LineLabel,
  PlacedMark,
  PlacedText,
  Scene,
} from './scene.ts';
import { PICTURE_STYLE } from './style.ts';

export interface SvgOptions {
  /** Leave the style out: the page has it, as `PICTURE_STYLE`. */
  readonly withoutStyle?: boolean | undefined;
  /** Leave out the name and the findings of the whole workflow: the page shows them. */
  readonly withoutHeader?: boolean | undefined;
  /** The prefix of ids, different for each picture of a page. */
  readonly idPrefix?: string | undefined;
  /** Vertical position within another picture. */
  readonly y?: number | undefined;
}

/** Between the two lines of a finding, in pixels. */
export const MARK_LINE = 15;

/** A scene as self-contained SVG for light and dark pages. Texts of the workflow are escaped. */
export function printSvg(
  scene: Scene,
  { withoutStyle = false, withoutHeader = false, idPrefix = 'ew', y }: SvgOptions = {},
): string {
  const { width, height, title, subtitle, description } = scene;
  const top = withoutHeader
    ? Math.max(0, Math.min(height, ...[...scene.boxes, ...scene.frames].map(({ y }) => y)) - 16)
    : 0;
  const ids = { title: `${idPrefix}-title`, description: `${idPrefix}-desc` };
  return markup`<svg xmlns="http://www.w3.org/2000/svg" class="ew-picture"${y !== undefined && markup` y="${y}"`} viewBox="0 ${top} ${width} ${height - top}" width="${width}" height="${height - top}" role="img" aria-labelledby="${ids.title}" aria-describedby="${ids.description}">
<title id="${ids.title}">${title}</title>
<desc id="${ids.description}">${description}</desc>
${!withoutStyle && markup`<style>${new Markup(PICTURE_STYLE)}</style>\n`}<rect class="ew-back" y="${top}" width="${width}" height="${height - top}" rx="8"/>
${!withoutHeader && [printText('title', { text: title, x: 24, y: 38 }), printText('subtitle', { text: subtitle, x: 24, y: 58 }), ...scene.marks.map(printMark), markup`\n`]}${scene.frames.map(printFrame)}${scene.lines.map(printLine)}${scene.boxes.map(printBox)}${scene.lines.map((line) => line.label && printLabel(line, line.label))}${scene.notes.map((note) => markup`${printText('note', note)}\n`)}</svg>
`.text;
}

/** Several scenes as one SVG, one below the other. */
export function printSheet(scenes: readonly Scene[], options: SvgOptions = {}): string {
  const [only] = scenes;
  if (scenes.length === 1 && only !== undefined) return printSvg(only, options);
  const gap = 16;
  let y = 0;
  const parts = scenes.map((scene, i) => {
    const idPrefix = `${options.idPrefix ?? 'ew'}${i}`;
    const part = printSvg(scene, { ...options, withoutStyle: true, idPrefix, y });
    y += scene.height + gap;
    return new Markup(part);
  });
  const width = Math.max(0, ...scenes.map((scene) => scene.width));
  const height = Math.max(0, y - gap);
  return markup`<svg xmlns="http://www.w3.org/2000/svg" class="ew-picture" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="group">
<title>${scenes.length} pictures</title>
${!options.withoutStyle && markup`<style>${new Markup(PICTURE_STYLE)}</style>\n`}<rect class="ew-back" width="${width}" height="${height}"/>
${parts}</svg>
`.text;
}

function printFrame({ x, y, width, height }: Frame): Markup {
  return markup`<g class="ew-apart"><rect class="ew-frame" x="${x}" y="${y}" width="${width}" height="${height}" rx="14"/>${printText('caption', { text: 'Never reached', x: x + 16, y: y + 21 })}</g>\n`;
}

function printBox(box: Box): Markup {
  const { x, y, width, height, kind, type, step, key, severity, texts, divider } = box;
  const look = lookOf(type);
  const isPill = kind === 'more' || kind === 'jump';
  const classes = [
    'ew-box',
    `ew-${kind}`,
    ...(kind === 'ghost' || isPill ? [] : [`ew-${look.kind}`]),
    ...classesOf(severity),
  ].join(' ');
  const radius = isPill || stepTypeOf(type).shape === 'pill' ? Math.min(20, height / 2) : 9;
  return markup`<g class="${classes}" transform="translate(${x} ${y})"${step !== undefined && markup` data-step="${step}"`} data-key="${bounded(key)}"><title>${bounded(box.title)}</title><rect class="ew-card" width="${width}" height="${height}" rx="${radius}"/>${!isPill && printIcon(look.icon)}<svg width="${width - 6}" height="${height}">${texts.map((text: BoxText) => printText(text.role, text))}${divider !== undefined && markup`<path class="ew-divider" d="M12 ${divider}.5H${width - 12}"/>`}${box.marks.map(printMark)}</svg></g>\n`;
}

function printIcon(path: string): Markup {
  return markup`<rect class="ew-tile" x="12" y="12" width="28" height="28" rx="7"/><g class="ew-icon" transform="translate(16 16)"><path d="${path}"/></g>`;
}

function printLine({ edge, from, to, path, head, broken, severity, title }: Line): Markup {
  const classes = ['ew-line', ...(broken ? ['ew-broken'] : []), ...classesOf(severity)].join(' ');
  return markup`<g class="${classes}"${edge !== undefined && markup` data-edge="${edge}"`} data-from="${from}" data-to="${to}"><title>${bounded(title)}</title><path class="ew-way" d="${path}"/><path class="ew-head" d="${head}"/></g>\n`;
}

function printLabel(
  { edge, severity, title }: Line,
  { x, y, width, height, texts, marks }: LineLabel,
): Markup {
  const classes = ['ew-label', ...classesOf(severity)].join(' ');
  return markup`<g class="${classes}" transform="translate(${x} ${y})"${edge !== undefined && markup` data-edge="${edge}"`}><title>${bounded(title)}</title><rect width="${width}" height="${height}" rx="${Math.min(11, height / 2)}"/>${texts.map((text) => printText(undefined, text))}${marks.map(printMark)}</g>\n`;
}

function printMark(mark: PlacedMark): Markup {
  const { x, y, text, rest, severity, rule, message, fingerprint, also } = mark;
  const { shape, stroke } = SIGNS[severity];
  return markup`<g class="ew-mark ew-${severity}${also ? ' ew-also' : ''}" data-finding="${fingerprint}"><title>${bounded(`${severity} ${rule}: ${message}`)}</title><g transform="translate(${x} ${y - 11})"><path class="ew-sign" d="${shape}"/><path class="ew-stroke" d="${stroke}"/></g><text x="${x + 20}" y="${y}">${text}</text>${rest !== undefined && markup`<text x="${x + 20}" y="${y + MARK_LINE}">${rest}</text>`}</g>`;
}

function printText(role: string | undefined, { text, x, y }: PlacedText): Markup {
  return markup`<text${role !== undefined && markup` class="ew-${role}"`} x="${x}" y="${y}">${text}</text>`;
}

/** Cut only at an extreme length. */
const bounded = (text: string): string => truncate(text, 2000);

function classesOf(severity: string | undefined): readonly string[] {
  return severity === undefined ? [] : ['ew-has', `ew-${severity}`];
}
