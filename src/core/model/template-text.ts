/**
 * Expressions in texts. The service replaces variables in three braces only, so what is written for
 * another tool is sent as it stands.
 */
export interface Expression {
  readonly written: string;
  /** The name of the value, where it has one: `plan` of `{{ plan | upcase }}`. */
  readonly name: string | undefined;
  readonly index: number;
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
  for (const { 0: written, index, groups = {} } of text.matchAll(FORMS)) {
    const { rendered, mustache, brace, merge, erb, percent } = groups;
    const inner = rendered?.slice(3, -3) ?? mustache;
    const plain = brace ?? merge ?? erb ?? percent;
    const inTag = inner === undefined || BLOCK.test(inner) ? undefined : NAME_AT_START.exec(inner);
    if (inner !== undefined || plain !== undefined)
      found.push({ written, name: plain ?? inTag?.[1], index });
  }
  return found;
}

export interface TemplateTag {
  readonly name: string;
  /** In three braces: the service replaces it. */
  readonly isRendered: boolean;
  /** `{{{NAME|text}}}`: the syntax of broadcasts. */
  readonly hasFallback: boolean;
}

/** The variables of a template's text. Braces without a name, such as blocks, are none. */
export function templateTags(text: string | null | undefined): readonly TemplateTag[] {
  const tags: TemplateTag[] = [];
  for (const [, open, inner = '', close] of (text ?? '').matchAll(
    /\{\{(\{?)([^{}]{1,200})\}\}(\}?)/g,
  )) {
    const [name = '', fallback] = inner.split('|', 2);
    if (/^[\w.-]+$/.test(name.trim()))
      tags.push({
        name: name.trim(),
        isRendered: open !== '' && close !== '',
        hasFallback: fallback !== undefined,
      });
  }
  return tags;
}

export interface UnevenBraces {
  /** The fault as a noun phrase: `unclosed "{{{"`. */
  readonly reason: string;
  /** Shortened. */
  readonly excerpt: string;
  /** The text with the missing brace. */
  readonly meant?: string;
}

/**
 * The first `{{` or `}}` of a text that does not fit. Single braces are text, but are counted, so that
 * JSON (`{"a":{"b":1}}`) closes no variable.
 */
export function findUnevenBraces(text: string): UnevenBraces | undefined {
  let open: { readonly braces: string; readonly at: number } | undefined;
  let singles = 0;
  for (const { 0: braces, index } of text.matchAll(/\{+|\}+/g)) {
    const { length } = braces;
    if (braces.startsWith('{')) {
      if (length === 1) singles += open === undefined ? 1 : 0;
      else if (open !== undefined)
        return { reason: 'nested variable', excerpt: excerptOf(text, open.at) };
      else open = { braces, at: index };
    } else if (open === undefined) {
      if (length > 1 && length > singles)
        return {
          reason: `"${braces}" without "${braces.replaceAll('}', '{')}"`,
          excerpt: excerptOf(text, Math.max(0, index + length - SHOWN)),
        };
      singles = Math.max(0, singles - length);
    } else if (length > 1) {
      const surplus = length - open.braces.length;
      if (surplus < 0 || surplus > singles) return mismatch(text, open, braces, index);
      singles -= surplus;
      open = undefined;
    }
  }
  if (open === undefined) return undefined;
  return { reason: `unclosed "${open.braces}"`, excerpt: excerptOf(text, open.at) };
}

function mismatch(
  text: string,
  open: { readonly braces: string; readonly at: number },
  close: string,
  index: number,
): UnevenBraces {
  const reason = `mismatched "${open.braces}" and "${close}"`;
  const excerpt = excerptOf(text, open.at);
  const right = '}'.repeat(open.braces.length);
  const meant = text.slice(0, index) + right + text.slice(index + close.length);
  // Only variables in three braces are replaced.
  const isClear = open.braces.length === 3 && findUnevenBraces(meant) === undefined;
  return { reason, excerpt, ...(isClear && { meant }) };
}

const SHOWN = 30;
const excerptOf = (text: string, start: number): string =>
  text.length > start + SHOWN ? `${text.slice(start, start + SHOWN)}…` : text.slice(start);
