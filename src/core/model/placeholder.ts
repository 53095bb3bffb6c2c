const any = (...parts: readonly string[]): string => `(?:${parts.join('|')})`;

const PREFIX = any('tpl', 'tmpl', 'template', 'seg', 'segment', 'topic', 'event', 'evt');
const REPLACE = 'replace[_-](?:with|me|this)(?:[_-][\\w-]*)?';
// tpl_xxxxxxxxx, tpl_replace_with_…, your-template-id
const WORDS = any(
  `${PREFIX}[_-](?:x{3,}|${REPLACE})`,
  'your(?:[_-][a-z0-9]+)*[_-](?:id|uuid|alias|here)',
);
// In a text or URL these are usually intended.
const ID_WORDS = any(
  REPLACE,
  'your(?:[_-][a-z0-9]+)*[_-](?:name|template|segment)',
  '(?:template|segment|topic)[_-]id(?:[_-]?\\d+)?',
  'change[_-]?me',
);

// Each pattern is anchored or restarts where it ended, so time is linear.
const WHOLE_ID = new RegExp(`^(?:<[^<>]*>|x{3,}(?:-x+)*|tb[ad]|${WORDS}|${ID_WORDS})$`, 'i');
const IN_TEXT = new RegExp(
  [
    `(?<![\\w-])${WORDS}(?![\\w-])`,
    'lorem[\\s_-]{1,5}ipsum',
    '<your[ _-][^<>]{1,40}>',
    '^(?:(?:your|enter|insert) )?subject(?: line)?(?: goes)? here[.!]?$',
  ].join('|'),
  'i',
);
// In Spanish and Portuguese, "todo" means "all": "TODO EL DÍA", "SOBRE TODO".
const TODO = any('(?<!\\p{Lu}{2} )TODO(?! \\p{Lu}+(?!\\p{L}))', 'FIXME');
const UPPER_CASE = new RegExp(
  [
    `(?<![\\p{L}\\p{N}])${TODO}(?![\\p{L}\\p{N}])`,
    '(?<![\\w-])YOUR(?:_[A-Z0-9]+)+(?![\\w-])',
    '(?<![\\w-])__[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*__(?![\\w-])',
    '<[A-Z][A-Z0-9]*_[A-Z0-9_]*>',
    '<(?:NAME|EMAIL|COMPANY|SUBJECT|DATE|URL|LINK)>',
  ].join('|'),
  'u',
);
// Domains reserved for examples.
const DOMAIN = any('example\\.(?:com|org|net)', 'your-?(?:domain|company)\\.[a-z]{2,10}');
const ADDRESS = new RegExp(`(?:@|://)((?:[a-z0-9-]+\\.)*${DOMAIN})(?![a-z0-9-]|\\.[a-z0-9])`, 'i');

/** What each of the last three has. */
const MAY_HAVE_ONE =
  /todo|fixme|your[-_]|<your|your(?:domain|company)|__|<\w+>|xxx|replace|lorem|subject|example\./i;

/**
 * The part that was not filled in, such as `<TEMPLATE_ID>`, `tpl_xxxxxxxxx` or TODO. An id may be
 * any word, and a text contains anything.
 */
export function findPlaceholder(value: string, use: 'id' | 'text' | 'address'): string | undefined {
  const text = value.trim();
  if (use === 'id' && WHOLE_ID.test(text)) return text;
  if (!MAY_HAVE_ONE.test(text)) return undefined;
  return UPPER_CASE.exec(text)?.[0] ?? IN_TEXT.exec(text)?.[0] ?? ADDRESS.exec(text)?.[1];
}
