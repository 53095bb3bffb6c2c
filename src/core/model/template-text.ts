/**
 * Expressions in texts. The service replaces variables in three braces only, so what is written for
 * another tool is sent as it stands.
 */
export interface Expression {
  readonly written: string;
  /** The name of the value, where it has one: `plan` of `{{ plan | upcase }}`. */
  readonly name: string | undefined;
}

// Every part is bounded, so time is linear.
const NAME = '[A-Za-z_][\\w.]{0,60}';
const FORMS = new RegExp(
  [
    '(?<rendered>\\{\\{\\{[^{}]{0,200}\\}\\}\\})',
    '\\{\\{(?<mustache>[^{}]{0,200})\\}\\}',
    `\\$?\\{ ?(?<brace>${NAME}) ?\\}`,
    `\\*\\|(?<merge>${NAME})\\|\\*`,
    `<%[=-]? {0,3}(?<erb>${NAME})[^%<>]{0,60}%>`,
    '(?<![\\w%])%(?<percent>[A-Z][A-Z_]{2,60}|[a-z]+_[a-z_]{1,60})%(?!\\w)',
  ].join('|'),
  'g',
);
const BLOCK = /^\s*(?:[#/^>!&]|else\b)/;
const NAME_AT_START = new RegExp(`^\\s*(${NAME})`);

/** The expressions of other tools in a text, in order. */
export const findLiterals = (text: string): readonly Expression[] =>
  findExpressions(text).filter(({ written }) => !written.startsWith('{{{'));

/** The same, with the variables that the service replaces. */
export function findExpressions(text: string): readonly Expression[] {
  const found: Expression[] = [];
  // Most texts have none of their signs.
  if (!/[{%|]/.test(text)) return found;
  for (const { 0: written, groups = {} } of text.matchAll(FORMS)) {
    const { rendered, mustache, brace, merge, erb, percent } = groups;
    const inner = rendered?.slice(3, -3) ?? mustache;
    const plain = brace ?? merge ?? erb ?? percent;
    const inTag = inner === undefined || BLOCK.test(inner) ? undefined : NAME_AT_START.exec(inner);
    if (inner !== undefined || plain !== undefined)
      found.push({ written, name: plain ?? inTag?.[1] });
  }
  return found;
}

/**
 * The variables of a template's text, and whether they are in three braces, so that the service
 * replaces them. Braces without a name, such as blocks, are none.
 */
export function templateTags(text: string | null | undefined) {
  const tags: { readonly name: string; readonly isRendered: boolean }[] = [];
  if (!text?.includes('{{')) return tags;
  for (const [, open, inner = '', close] of text.matchAll(/\{\{(\{?)([^{}]{1,200})\}\}(\}?)/g)) {
    const name = (inner.split('|', 1)[0] as string).trim();
    if (/^[\w.-]+$/.test(name)) tags.push({ name, isRendered: open !== '' && close !== '' });
  }
  return tags;
}

const VARIABLE = /\{{3}[^{}]*\}{3}|(?<!\{)\{\{[^{}]*\}\}/g;

/**
 * Whether a text has a `{{` or `}}` without its other half. Single braces are text: those of JSON
 * (`{"a":{"b":1}}`) close no variable.
 */
export function hasUnevenBraces(text: string): boolean {
  if (!/[{}]/.test(text)) return false;
  const rest = text.replaceAll(VARIABLE, '\0');
  return rest.includes('{{') || (!rest.includes('{') && /[}\0]\}/.test(rest));
}
