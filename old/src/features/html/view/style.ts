import { lookOf } from '../../../core/drawing/icons.ts';
import { PICTURE_STYLE } from '../../../core/drawing/style.ts';
import { svg } from './dom.ts';

let isAdopted = false;

/** The policy allows styles by hash, and scripts may add style sheets. */
export function adoptPictureStyle(): void {
  if (isAdopted) return;
  isAdopted = true;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(PICTURE_STYLE);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/** The icon of a step type. */
export function drawIcon(type: string): SVGSVGElement {
  adoptPictureStyle();
  const { kind, icon: path } = lookOf(type);
  const icon = svg(
    'g',
    { class: 'ew-icon', transform: 'translate(4 4)' },
    svg('path', { d: path }),
  );
  const tile = svg('rect', { class: 'ew-tile', width: 28, height: 28, rx: 7 });
  return svg(
    'svg',
    { class: 'ew-picture icon', viewBox: '0 0 28 28', 'aria-hidden': 'true' },
    svg('g', { class: `ew-${kind}` }, tile, icon),
  );
}
