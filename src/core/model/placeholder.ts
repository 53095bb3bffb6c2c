/** Placeholders depend on the use: an id may be any word, a text or an address may contain anything. */
export type PlaceholderUse = 'id' | 'text' | 'address';

const PREFIX = '(?:tpl|tmpl|template|seg|segment|topic|event|evt)';
// tpl_xxxxxxxxx, tpl_replace_with_…, your-template-id
const WORDS = `${PREFIX}[_-](?:x{3,}|replace[_-](?:with|me|this)(?:[_-][\\w-]*)?)|your(?:[_-][a-z0-9]+)*[_-](?:id|uuid|alias|here)`;
// In a text or URL these are usually intended.
const ID_WORDS =
  'replace[_-](?:with|me|this)(?:[_-][\\w-]*)?|your(?:[_-][a-z0-9]+)*[_-](?:name|template|segment)|(?:template|segment|topic)[_-]id(?:[_-]?\\d+)?|change[_-]?me';

// Each pattern is anchored or restarts where it ended, so time is linear.
const WHOLE_ID = new RegExp(`^(?:<[^<>]*>|x{3,}(?:-x+)*|tb[ad]|${WORDS}|${ID_WORDS})$`, 'i');
const IN_TEXT = new RegExp(
  `(?<![\\w-])(?:${WORDS})(?![\\w-])|lorem[\\s_-]{1,5}ipsum|<your[ _-][^<>]{1,40}>|^(?:(?:your|enter|insert) )?subject(?: line)?(?: goes)? here[.!]?$`,
  'i',
);
// In Spanish and Portuguese, "todo" means "all".
const ALL =
  'el|la|lo|los|al|en|es|está|este|esto|incluido|listo|mundo|para|por|con|sin|de|del|que|lo que|su|tu|um|un|una|uno|dia|día|o que';
const TODO = `(?<!(?:sobre|con|del|SOBRE|CON|DEL|ES|DE) )TODO(?! (?:${ALL}|${ALL.toUpperCase()}|A|O|Y|E)(?![\\p{L}\\p{N}]))|FIXME`;
const UPPER_CASE = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${TODO})(?![\\p{L}\\p{N}])|(?<![\\w-])YOUR(?:_[A-Z0-9]+)+(?![\\w-])|(?<![\\w-])__[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*__(?![\\w-])|<[A-Z][A-Z0-9]*_[A-Z0-9_]*>|<(?:NAME|EMAIL|COMPANY|SUBJECT|DATE|URL|LINK)>`,
  'u',
);
// Domains reserved for examples.
const ADDRESS =
  /(?:@|:\/\/)((?:[a-z0-9-]+\.)*(?:example\.(?:com|org|net)|your-?(?:domain|company)\.[a-z]{2,10}))(?![a-z0-9-]|\.[a-z0-9])/i;

// A quick test: every match of the patterns above contains one of these, and few other texts do.
const SIGN =
  /[xX]{3}|^\s*[tT][bB]|[yY][oO][uU][rR]|[rR][eE][pP][lL]|[_-][iI][dD]|[cC][hH][aA][nN]|[lL][oO][rR][eE]|[eE][xX][aA][mM]|TODO|FIXME|<[A-Z]|__[A-Z]|[hH][eE][rR][eE]/;

/** Whether `findPlaceholder` may find something. */
export function maybePlaceholder(value: string, use: PlaceholderUse): boolean {
  return SIGN.test(value) || (use === 'id' && value.includes('<'));
}

/** The part that was not filled in, such as `<TEMPLATE_ID>`, `tpl_xxxxxxxxx` or TODO. */
export function findPlaceholder(value: string, use: PlaceholderUse): string | undefined {
  const text = value.trim();
  if (use === 'id' && WHOLE_ID.test(text)) return text;
  return UPPER_CASE.exec(text)?.[0] ?? IN_TEXT.exec(text)?.[0] ?? ADDRESS.exec(text)?.[1];
}
