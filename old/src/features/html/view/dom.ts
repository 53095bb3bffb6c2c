import { truncate } from '../../../core/model/text.ts';
import { escapeText } from '../../../core/report/escape.ts';

/** All text of a page is created here: as text, never as markup, and escaped, since names are untrusted. */
export type Child = Node | string | number | undefined | false | readonly Child[];

interface Attributes {
  readonly [name: string]: string | number | boolean | undefined;
}

/** Longer text makes a page slow. */
const LONGEST = 4000;
const SVG = 'http://www.w3.org/2000/svg';

type HtmlTag = keyof HTMLElementTagNameMap & string;
type TagOf<S extends string> = S extends `${infer T extends HtmlTag}.${string}` ? T : S & HtmlTag;

/**
 * An element of HTML by its tag and classes: `h('p.dim.hint', 'text')`. Attributes may come first; `false` and
 * `undefined` leave one out, `true` gives it without a value.
 */
export function h<S extends HtmlTag | `${HtmlTag}.${string}`>(
  selector: S,
  ...content: readonly [(Attributes | Child)?, ...Child[]]
): HTMLElementTagNameMap[TagOf<S>] {
  const [tag, ...classes] = selector.split('.') as [TagOf<S>, ...string[]];
  const element = document.createElement(tag);
  element.classList.add(...classes);
  const [first, ...others] = content;
  if (isAttributes(first)) fill(element, first, others);
  else append(element, content as readonly Child[]);
  return element;
}

const isAttributes = (given: Attributes | Child): given is Attributes =>
  typeof given === 'object' && !Array.isArray(given) && !(given instanceof Node);

export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes,
  ...children: readonly Child[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(SVG, tag);
  fill(element, attributes, children);
  return element;
}

export function actionButton(
  text: string,
  act: () => void,
  attributes: Attributes = {},
): HTMLButtonElement {
  const button = h('button', { type: 'button', ...attributes }, text);
  button.addEventListener('click', act);
  return button;
}

export function printable(text: string): string {
  return escapeText(truncate(text, LONGEST));
}

function fill(element: Element, attributes: Attributes, children: readonly Child[]): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false)
      element.setAttribute(name, value === true ? '' : printable(String(value)));
  }
  append(element, children);
}

export function append(parent: Element, children: readonly Child[]): void {
  for (const child of children) {
    if (child === undefined || child === false) continue;
    if (typeof child === 'string' || typeof child === 'number')
      parent.append(printable(String(child)));
    else if (child instanceof Node) parent.append(child);
    else append(parent, child);
  }
}
