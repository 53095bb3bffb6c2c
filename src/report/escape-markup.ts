import { escapeText } from './escape.ts';

// Not a library: xmlbuilder2 (312 kB bundled) and fast-xml-builder both write NUL, lone surrogates and U+FFFF as they are,
// which no reader of XML takes, and neither knows of logs. The safety would be ours all the same; what is left is this tag.

/** A piece of XML or HTML that is safe to print. Only `markup` makes one. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

type Value = Markup | string | number | undefined | readonly Markup[];

/** The one way text gets into XML and HTML: what is interpolated is escaped, as content and within double quotes alike. */
export function markup(parts: TemplateStringsArray, ...values: readonly Value[]): Markup {
  let text = parts[0] as string;
  for (let i = 0; i < values.length; i++) text += print(values[i]) + (parts[i + 1] as string);
  return new Markup(text);
}

function print(value: Value): string {
  if (value === undefined) return '';
  if (value instanceof Markup) return value.text;
  return typeof value === 'object' ? value.map(String).join('') : escapeMarkup(String(value));
}

// U+FFFE and U+FFFF are no characters to XML, and escaping what cannot be seen has left them.
function escapeMarkup(text: string): string {
  if (PLAIN.test(text)) return text;
  // One after the other they take half as long as all in one go.
  const safe = escapeText(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');
  return safe.replace(/[\ufffe\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16)}`);
}

// Printable ASCII that neither markup nor a log acts on.
const PLAIN = /^[ !$%(-;=?-~]*$/;
