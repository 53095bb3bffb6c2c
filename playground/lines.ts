/** Lines of a text by number: lines and columns from 1 on, offsets from 0. */
interface Lines {
  readonly count: number;
  line(line: number): string;
  /** Of a place; the nearest there is when the text has no such place any more. */
  offset(line: number, column: number): number;
  lineAt(offset: number): number;
}

export function createLines(text: string): Lines {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  const startOf = (line: number): number =>
    starts[Math.min(Math.max(line, 1), starts.length) - 1] as number;
  const endOf = (line: number): number =>
    line < starts.length ? (starts[line] as number) - 1 : text.length;
  return {
    count: starts.length,
    line: (line) => text.slice(startOf(line), endOf(line)),
    offset: (line, column) =>
      line > starts.length ? text.length : Math.min(startOf(line) + column - 1, endOf(line)),
    lineAt(offset) {
      let [low, high] = [0, starts.length - 1];
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if ((starts[middle] as number) <= offset) low = middle;
        else high = middle - 1;
      }
      return low + 1;
    },
  };
}
