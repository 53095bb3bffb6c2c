import { escapeText } from '../report/escape.ts';
import { shorten } from '../report/words.ts';

/**
 * The one way text gets into a page: as text, never as markup, with what cannot be seen made visible. Names come from
 * whoever wrote the workflow.
 */
export type Child = Node | string | number | undefined | readonly Child[];

export interface Attributes {
  readonly [name: string]: string | number | boolean | undefined;
}

/** Longer text only makes a page slow; nobody reads it to the end. */
const LONGEST = 4000;
const SVG = 'http://www.w3.org/2000/svg';

/** An element of HTML. `false` and `undefined` leave an attribute out, `true` gives it without a value. */
export function h<K extends keyof HTMLElementTagNameMap>(tag: K, attributes: Attributes = {}, ...children: readonly Child[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  fill(element, attributes, children);
  return element;
}

/** An element of SVG. */
export function svg<K extends keyof SVGElementTagNameMap>(tag: K, attributes: Attributes = {}, ...children: readonly Child[]): SVGElementTagNameMap[K] {
  const element = document.createElementNS(SVG, tag);
  fill(element, attributes, children);
  return element;
}

/** Text as a page may show it. */
export function printable(text: string): string {
  return escapeText(shorten(text, LONGEST));
}

function fill(element: Element, attributes: Attributes, children: readonly Child[]): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : printable(String(value)));
  }
  append(element, children);
}

function append(parent: Element, children: readonly Child[]): void {
  for (const child of children) {
    if (child === undefined) continue;
    if (typeof child === 'string' || typeof child === 'number') parent.append(printable(String(child)));
    else if (child instanceof Node) parent.append(child);
    else append(parent, child);
  }
}
