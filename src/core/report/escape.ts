import { defined } from '../model/json.ts';

/**
 * Makes untrusted text safe to print; the only file that does, once for each kind of output. Names,
 * paths and excerpts must not move a cursor, hide text, be markup, or be a command of the program
 * that reads the log of a build.
 */

// `##[cmd]`, `##vso[cmd]` and `##teamcity[cmd]` are commands anywhere in a line.
const COMMAND = '#(?=#\\w*\\[)';
// Emoji and some scripts need joiners: after a visible character that is not ASCII, and in keycaps.
const JOINERS = '\\u200c\\u200d\\ufe0e\\ufe0f';
const NEEDED = '(?!\\ufe0f\\u20e3|(?<=\\ufe0f)\\u200d)';
// Direction marks, fillers and tags make names look equal. Terminals obey line separators.
const INVISIBLE = [
  '[\\u2028\\u2029\\u2800\\ufff9-\\ufffb]',
  `(?![${JOINERS}])\\p{Default_Ignorable_Code_Point}`,
  `(?<![^\\0-\\x7f${JOINERS}])${NEEDED}[${JOINERS}]`,
].join('|');

const COMMANDS = new RegExp(COMMAND, 'g');
// It takes a millisecond to build, and a run without strange text needs none.
let unprintable: RegExp | undefined;
// Most text is plain, and these tests are twice as fast.
const PLAIN = /^[ -"$-~…]*$/;
const PLAIN_JSON = /^[\n -~…]*$/;

/** Text in a line: control characters become visible (`\u001b`), commands become text. */
export function escapeText(text: string): string {
  if (PLAIN.test(text)) return text;
  unprintable ??= new RegExp(`[\\p{Cc}\\p{Cs}]|${INVISIBLE}|${COMMAND}`, 'gu');
  return text.replace(unprintable, visible);
}

/** A line of escaped parts: no command across the parts or at its start, `::cmd::`. */
export function escapeLine(line: string): string {
  const safe = line.includes('##') ? line.replace(COMMANDS, unicodeForm) : line;
  return safe.replace(/^(\s*):(?=:)/, '$1\\u003a').trimEnd();
}

/** A line of text that is not trusted. */
export const printLine = (text: string): string => `${escapeLine(escapeText(text))}\n`;

function visible(character: string): string {
  const json = JSON.stringify(character).slice(1, -1);
  return json === character ? unicodeForm(character) : json;
}

/** As JSON writes it: a character beyond the first 65,536 has two units. */
function unicodeForm(character: string): string {
  const units = Array.from({ length: character.length }, (_, i) => character.charCodeAt(i));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}

/** Indented JSON, without characters or commands that a terminal or log obeys. */
export function* writeJson(value: unknown): Iterable<string> {
  const json = `${JSON.stringify(value, null, 2)}\n`;
  // In chunks of lines, most of which need no escape. Line breaks are only between values.
  for (const [chunk] of json.matchAll(/(?:[^\n]*\n){1,500}/g)) {
    const isPlain = PLAIN_JSON.test(chunk) && !chunk.includes('##');
    yield isPlain ? chunk : chunk.replace(/[^\n]+/g, escapeText);
  }
}

// Markers of emphasis, code, links, tables, HTML and formulas. `_` within a name is not a marker.
const SIGN = '[\\\\`*~[\\]|<>&$]|(?<![\\p{L}\\p{N}])_|_(?![\\p{L}\\p{N}])';
// Code hosts turn these into mentions, references, emoji and links, also where they are escaped.
const HOST_SIGNS = [
  '(?<!\\w)@',
  '#(?=[\\p{L}\\p{N}_])',
  ':(?=[\\p{L}\\p{N}_+/-])',
  '(?<!\\w)[Gg][Hh]-(?=\\d)',
  '[Ww]{3}(?=\\.)',
];
const SIGNS = new RegExp(`${SIGN}|(${HOST_SIGNS.join('|')})`, 'gu');

/** Text in a line of Markdown: entities also work in HTML blocks, a comment stops hosts. */
export const escapeMarkdown = (text: string): string =>
  escapeText(text).replace(SIGNS, (sign, ofHost?: string) => {
    const safe = ofHost === undefined || sign === '#' ? entity(sign) : sign;
    return ofHost === undefined ? safe : `${safe}<!-- -->`;
  });

const entity = (sign: string): string => `&#${sign.charCodeAt(0)};`;

/** Code in Markdown. */
export function code(text: string): string {
  const safe = text.trim() === '' ? ' ' : escapeText(text);
  return safe.includes('`') ? `<code>${escapeMarkdown(safe)}</code>` : `\`${safe}\``;
}

/** Content and attributes of XML and HTML. XML does not allow U+FFFE and U+FFFF. */
export const escapeMarkup = (text: string): string =>
  escapeText(text)
    .replace(/[&<>"']/g, entity)
    .replace(/[\ufffe\uffff]/g, unicodeForm);

/** Of an element of XML, SVG or HTML; undefined ones are left out. */
export type Attributes = Readonly<Record<string, string | number | undefined>>;

export const attributes = (values: Attributes): string =>
  Object.entries(defined(values))
    .map(([name, value]) => ` ${name}="${escapeMarkup(String(value))}"`)
    .join('');

/** @param content markup. */
export const element = (name: string, values: Attributes, content = ''): string =>
  `<${name}${attributes(values)}>${content}</${name}>`;

const REMOTE = /^https?:\/\//;

/**
 * A source as a path below the root: code hosts refuse others, so standard input, other folders and
 * the account get one too.
 * @param folder path of relative sources from the root.
 */
export function pathFromRoot(source: string, folder = ''): string {
  if (source === '-') return 'stdin';
  const isRelative = !source.startsWith('/') && !REMOTE.test(source);
  const segments: string[] = [];
  for (const segment of `${isRelative ? folder : ''}/${source.replace(REMOTE, '')}`.split('/')) {
    if (segment === '..' && (segments.at(-1) ?? '_parent') !== '_parent') segments.pop();
    else if (segment !== '' && segment !== '.')
      segments.push(segment === '..' ? '_parent' : segment);
  }
  return segments.join('/') || 'source';
}

/** A path as a relative URI. A lone surrogate has no UTF-8 form. */
export const encodePath = (path: string): string =>
  path
    .replace(/\p{Cs}/gu, '\ufffd')
    .split('/')
    .map(encodeURIComponent)
    .join('/');
