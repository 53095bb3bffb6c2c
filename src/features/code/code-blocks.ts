/** A block of TypeScript or JavaScript in Markdown. */
export interface CodeBlock {
  /** Offsets of its text in the file. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** A file name of its language. */
  readonly name: string;
}

const LANGUAGES: ReadonlyMap<string, string> = new Map([
  ['typescript', 'ts'],
  ['javascript', 'js'],
  ...['ts', 'tsx', 'mts', 'cts', 'js', 'jsx', 'mjs', 'cjs'].map((name) => [name, name] as const),
]);

/** The blocks between fences of at least three backquotes or tildes, also those in lists. */
export function codeBlocks(text: string): readonly CodeBlock[] {
  const blocks: CodeBlock[] = [];
  let open:
    | { readonly fence: string; readonly start: number; readonly ending?: string }
    | undefined;
  let at = 0;
  for (const line of text.split(/(?<=\n)/)) {
    const [, fence = '', language = ''] = /^[ \t]*(`{3,}|~{3,})[ \t]*([\w-]*)/.exec(line) ?? [];
    if (open === undefined && fence !== '') {
      const ending = LANGUAGES.get(language.toLowerCase());
      open = { fence, start: at + line.length, ...(ending !== undefined && { ending }) };
    } else if (open !== undefined && fence.startsWith(open.fence) && language === '') {
      const { start, ending } = open;
      if (ending !== undefined)
        blocks.push({ start, end: at, text: text.slice(start, at), name: `block.${ending}` });
      open = undefined;
    }
    at += line.length;
  }
  return blocks;
}
