/** What a value is for decides what counts as never filled in: an id may be any word, a text may say anything. */
export type PlaceholderUse = 'id' | 'text';

const PREFIX = '(?:tpl|tmpl|template|seg|segment|topic|event|evt)';
// tpl_xxxxxxxxx, tpl_replace_with_…, your-template-id
const WORDS = `${PREFIX}[_-](?:x{3,}|replace[_-](?:with|me|this)(?:[_-][\\w-]*)?)|your(?:[_-][a-z0-9]+)*[_-](?:id|uuid|alias|here)`;
// Said in a text or as part of a URL, these may well be meant.
const ID_WORDS =
  'replace[_-](?:with|me|this)(?:[_-][\\w-]*)?|your(?:[_-][a-z0-9]+)*[_-](?:name|template|segment)|(?:template|segment|topic)[_-]id|change[_-]?me';

// Every pattern is anchored, or starts again only where the last attempt ended: the work is linear in the text.
const WHOLE_ID = new RegExp(`^(?:<[^<>]*>|x{4,}(?:-x+)*|${WORDS}|${ID_WORDS})$`, 'i');
const IN_TEXT = new RegExp(`(?<![\\w-])(?:${WORDS})(?![\\w-])|lorem[\\s_-]{1,5}ipsum|<your[ _-][^<>]{1,40}>`, 'i');
// In Spanish and Portuguese, "todo" is "all": an offer may shout it.
const ALL = 'el|la|lo|los|al|en|es|está|este|esto|incluido|listo|mundo|para|por|con|sin|de|del|que|lo que|su|tu|um|un|una|uno|dia|día|o que';
const TODO = `(?<!(?:sobre|con|del|SOBRE|CON|DEL|ES|DE) )TODO(?! (?:${ALL}|${ALL.toUpperCase()}|A|O|Y|E)(?![\\p{L}\\p{N}]))|FIXME`;
const UPPER_CASE = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${TODO})(?![\\p{L}\\p{N}])|(?<![\\w-])YOUR(?:_[A-Z0-9]+)+(?![\\w-])|<[A-Z][A-Z0-9]*_[A-Z0-9_]*>|<(?:NAME|EMAIL|COMPANY|SUBJECT|DATE|URL|LINK)>`,
  'u',
);
// Of an email or on the web; the domains were set aside for examples, so nothing is ever there.
const ADDRESS = /(?:@|:\/\/)((?:[a-z0-9-]+\.)*(?:example\.(?:com|org|net)|your-?(?:domain|company)\.[a-z]{2,10}))(?![a-z0-9-]|\.[a-z0-9])/i;

// One of these stands in whatever the patterns above find, and in few other texts; "<" alone counts in an id.
const SIGN = /[xX]{3}|[yY][oO][uU][rR]|[rR][eE][pP][lL]|[_-][iI][dD]|[cC][hH][aA][nN]|[lL][oO][rR][eE]|[eE][xX][aA][mM]|TODO|FIXME|<[A-Z]/;

/** Whether a text is worth a closer look: whether `findPlaceholder` may find something in it. */
export function maybePlaceholder(value: string, use: PlaceholderUse): boolean {
  return SIGN.test(value) || (use === 'id' && value.includes('<'));
}

/** The part of a value that was meant to be replaced before anything is sent, such as `<TEMPLATE_ID>`, `tpl_xxxxxxxxx` or TODO. */
export function findPlaceholder(value: string, use: PlaceholderUse): string | undefined {
  const text = value.trim();
  if (use === 'id' && WHOLE_ID.test(text)) return text;
  return UPPER_CASE.exec(text)?.[0] ?? IN_TEXT.exec(text)?.[0] ?? ADDRESS.exec(text)?.[1];
}
