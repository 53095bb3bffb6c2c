/** Puts what the worker made into the page. */
import type { Drawn } from '../protocol.ts';

export const byId = <T extends HTMLElement = HTMLElement>(id: string): T =>
  document.getElementById(id) as T;

/** Shows a message; blank hides it. */
export function say(message: string): void {
  byId('notice').textContent = message;
}

/** The choices of a field. What was chosen stays, where it is there. */
export function fill(select: HTMLSelectElement, names: readonly string[]): void {
  const chosen = select.value;
  select.replaceChildren(...names.map((name) => new Option(name)));
  if (names.includes(chosen)) select.value = chosen;
}

/**
 * The policy of the page allows no style element, so the style of a picture becomes a sheet of its
 * shadow root. The first one is ours: texts of documents are escaped.
 */
export function showDrawn(place: HTMLElement, { svg, html }: Drawn): void {
  const [frame, below] = [document.createElement('div'), document.createElement('div')];
  const root = frame.attachShadow({ mode: 'open' });
  const [element = '', style = ''] = /<style>(.*?)<\/style>/s.exec(svg) ?? [];
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  root.adoptedStyleSheets = [sheet];
  root.innerHTML = svg.replace(element, '');
  frame.className = 'drawing';
  // Where it is wider than the page, arrow keys scroll it.
  frame.tabIndex = 0;
  frame.role = 'group';
  frame.ariaLabel = 'Drawing, which may scroll';
  below.innerHTML = html;
  place.replaceChildren(...(svg === '' ? [] : [frame]), below);
}
