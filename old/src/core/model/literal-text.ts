/** An expression of another tool in a text: the service sends it as it is written. */
interface LiteralText {
  readonly written: string;
  /** The name of the value, if it has one: `plan` of `{{ plan | upcase }}`. */
  readonly name: string | undefined;
  readonly index: number;
}

// Every part is bounded, so time is linear.
const NAME = '[A-Za-z_][\\w.]{0,60}';
const FORMS = new RegExp(
  [
    // Rendered by the service.
    '\\{\\{\\{[^{}]{0,200}\\}\\}\\}',
    '\\{\\{(?<mustache>[^{}]{0,200})\\}\\}',
    `\\$?\\{ ?(?<brace>${NAME}) ?\\}`,
    `\\*\\|(?<merge>${NAME})\\|\\*`,
    `<%[=-]? {0,3}(?<erb>${NAME})[^%<>]{0,60}%>`,
    '(?<![\\w%])%(?<percent>[A-Z][A-Z_]{2,60}|[a-z]+_[a-z_]{1,60})%(?!\\w)',
  ].join('|'),
  'g',
);
const SIGN = /[{%]|\*\|/;
/** Of a Mustache tag: a block such as `#if plan`, or a value with filters such as `plan | default: "x"`. */
const TAG = new RegExp(`^\\s*(?:(?<block>[#/^>!&])|else\\b)?\\s*(?<name>${NAME})?`);

/** The expressions in a text, in order. */
export function findLiterals(text: string): readonly LiteralText[] {
  const found: LiteralText[] = [];
  if (!SIGN.test(text)) return found;
  for (const { 0: written, index, groups = {} } of text.matchAll(FORMS)) {
    const { mustache, brace, merge, erb, percent } = groups;
    const name = mustache === undefined ? (brace ?? merge ?? erb ?? percent) : nameInTag(mustache);
    if (mustache !== undefined || name !== undefined) found.push({ written, name, index });
  }
  return found;
}

function nameInTag(inner: string): string | undefined {
  const { block, name } = TAG.exec(inner)?.groups ?? {};
  const isBlock = block !== undefined || /^\s*else\b/.test(inner);
  return isBlock ? undefined : name;
}
