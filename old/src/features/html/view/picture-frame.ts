import { actionButton, h } from './dom.ts';

const SMALLEST = 0.2;
const LARGEST = 2;
/** Text is hard to read below this scale. */
const LEGIBLE = 0.65;
/** The smallest initial scale, if the first step is only visible below `LEGIBLE`. */
const STILL_LEGIBLE = 0.5;
const MARGIN = 12;

/** A frame to scroll, drag and zoom a picture. */
export function createFrame(svg: SVGSVGElement) {
  const [width, height] = [Number(svg.getAttribute('width')), Number(svg.getAttribute('height'))];
  const element = h('div.picture-frame', svg);
  let scale = 1;
  const zoom = (to: number): void => {
    scale = Math.min(LARGEST, Math.max(SMALLEST, to));
    svg.setAttribute('width', String(Math.round(width * scale)));
    svg.setAttribute('height', String(Math.round(height * scale)));
  };
  const scaleToFit = (): number => Math.min(1, (element.clientWidth - 2) / width);
  let isChosen = false;
  const button = (label: string, text: string, scaleTo: () => number): HTMLButtonElement => {
    const act = (): void => {
      isChosen = true;
      zoom(scaleTo());
    };
    return actionButton(text, act, { 'aria-label': label, title: label });
  };
  const tools = h(
    'div.picture-tools',
    { role: 'group', 'aria-label': 'Size of the picture' },
    button('Smaller', '−', () => scale / 1.25),
    button('Larger', '+', () => scale * 1.25),
    button('Fit the width', 'Fit', scaleToFit),
    button('100%, the actual size', '100%', () => 1),
  );
  // The width is known once the picture is attached, and changes with the window.
  let room = 0;
  new ResizeObserver(() => {
    if (isChosen || element.clientWidth === room) return;
    room = element.clientWidth;
    zoom(1);
    const first = svg.querySelector('[data-step]')?.getBoundingClientRect();
    const end = first === undefined ? 1 : first.right - svg.getBoundingClientRect().left + MARGIN;
    zoom(Math.max(scaleToFit(), Math.min(LEGIBLE, Math.max(STILL_LEGIBLE, room / end))));
    // From the left, unless the first step would be out of sight.
    element.scrollLeft = end * scale - room;
  }).observe(element);
  drag(element);
  return {
    element,
    tools,
    /** Scrolls the frame and the page to a part of the picture. */
    show: (part: Element): void => scrollToPart(element, part),
  };
}

function scrollToPart(element: HTMLElement, part: Element): void {
  const [window, box] = [element.getBoundingClientRect(), part.getBoundingClientRect()];
  if (window.top < 0 || window.bottom > innerHeight) element.scrollIntoView({ block: 'nearest' });
  const isInside =
    box.left >= window.left &&
    box.right <= window.right &&
    box.top >= window.top &&
    box.bottom <= window.bottom;
  if (isInside) return;
  element.scrollBy({
    left: box.left + box.width / 2 - window.left - window.width / 2,
    top: box.top + box.height / 2 - window.top - window.height / 2,
    behavior: 'instant',
  });
}

/** By mouse; touch scrolls natively. */
function drag(element: HTMLElement): void {
  let start: { left: number; top: number } | undefined;
  element.addEventListener('pointerdown', (event) => {
    const { pointerType, button, target, clientX, clientY } = event;
    const isButton = (target as Element).closest('[role="button"]') !== null;
    if (pointerType !== 'mouse' || button !== 0 || isButton) return;
    start = { left: element.scrollLeft + clientX, top: element.scrollTop + clientY };
    element.setPointerCapture(event.pointerId);
  });
  element.addEventListener('pointermove', (event) => {
    if (start === undefined) return;
    element.scrollLeft = start.left - event.clientX;
    element.scrollTop = start.top - event.clientY;
  });
  for (const end of ['pointerup', 'pointercancel'])
    element.addEventListener(end, () => (start = undefined));
}
