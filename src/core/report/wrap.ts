import stringWidth from 'fast-string-width';

/** Breaks at spaces; longer words are not broken. */
export const wrap = (words: string, width: number): readonly string[] =>
  fillLines(words.split(' '), width);

/** Joins words with spaces into lines of at most a number of columns. */
export function fillLines(words: readonly string[], width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    const longer = line === '' ? word : `${line} ${word}`;
    const isFull = line !== '' && stringWidth(longer) > width;
    if (isFull) lines.push(line);
    line = isFull ? word : longer;
  }
  return line === '' ? lines : [...lines, line];
}

/** Words after a start that has colours; further lines are indented. */
export function hang(
  start: string,
  words: string,
  width: number,
  paint: (start: string) => string,
): readonly string[] {
  const [first = '', ...more] = fillLines([start, ...words.split(' ')], width);
  const below = wrap(more.join(' '), width - 2).map((line) => `  ${line}`);
  return [paint(start) + first.slice(start.length), ...below];
}
