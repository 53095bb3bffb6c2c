/** For a quoted label: characters that Mermaid, Markdown or HTML could interpret become entities. */
export function escapeMermaid(text: string, length = 40): string {
  const shown = text
    .slice(0, 4 * length)
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{DI}\u2028\u2029\u2800]+/gu, ' ')
    // `$$` starts a formula, even escaped.
    .replace(/\$(?=\$)/g, '$ ')
    .trim();
  const characters = [...shown];
  const cut = characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : shown;
  return cut.replace(/[^\p{L}\p{M}\p{N} ,?!'()→…]/gu, (character, at: number) =>
    isPlain(character, at, cut) ? character : `#${character.codePointAt(0)};`,
  );
}

// At the start these make a list, after "www" a link.
function isPlain(character: string, at: number, text: string): boolean {
  if (character === ':') return text[at + 1] === ' ';
  return (
    /[._-]/.test(character) &&
    /[a-z]/i.test(text[at - 1] ?? '') &&
    /[a-z0-9]/i.test(text[at + 1] ?? '') &&
    !/www$/i.test(text.slice(0, at))
  );
}
