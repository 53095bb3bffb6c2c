import { iconOf } from '../picture/icons.ts';
import { PICTURE_STYLE } from '../picture/style.ts';
import { svg } from './dom.ts';

let isAdopted = false;

/** A policy that names styles by their hashes lets a script add one of its own: that of pictures. */
export function adoptPictureStyle(): void {
  if (isAdopted) return;
  isAdopted = true;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(PICTURE_STYLE);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/** The sign a picture has for steps of a type. */
export function drawIcon(type: string): SVGSVGElement {
  adoptPictureStyle();
  const { kind, path } = iconOf(type);
  const icon = svg('g', { class: 'ew-icon', transform: 'translate(4 4)' }, svg('path', { d: path }));
  const tile = svg('rect', { class: 'ew-tile', width: 28, height: 28, rx: 7 });
  return svg('svg', { class: 'ew-picture icon', viewBox: '0 0 28 28', 'aria-hidden': 'true' }, svg('g', { class: `ew-${kind}` }, tile, icon));
}
