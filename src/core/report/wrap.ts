import stringWidth from 'fast-string-width';

/** Breaks at spaces; longer words are not broken. */
export const wrap = (words: string, width: number): readonly string[] =>
  fillLines(words.split(' '), width);

/** Joins words with spaces into lines of at most a number of columns. */
export function fillLines(words: readonly string[], width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  let used = 0;
  for (const word of words) {
    const columns = stringWidth(word);
    const isFull = line !== '' && used + 1 + columns > width;
    if (isFull) lines.push(line);
    used = isFull || line === '' ? columns : used + 1 + columns;
    line = isFull || line === '' ? word : `${line} ${word}`;
  }
  return line === '' ? lines : [...lines, line];
}
