import stringWidth from 'fast-string-width';

/** Breaks at spaces; longer words are not broken. Colours have no width. */
export function wrap(words: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of words.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    const isFull = line !== '' && stringWidth(longer) > width;
    if (isFull) lines.push(line);
    line = isFull ? word : longer;
  }
  return line === '' ? lines : [...lines, line];
}

/** The same, with further lines indented. */
export function hang(words: string, width: number): readonly string[] {
  const [first = '', ...more] = wrap(words, width);
  return [first, ...wrap(more.join(' '), width - 2).map((line) => `  ${line}`)];
}
