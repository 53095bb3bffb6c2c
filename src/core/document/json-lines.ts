import type { Input } from '../model/workflow.ts';

/** Whether the name of a file says that each line is a value. */
export const hasLines = (name: string): boolean => /\.(?:ndjson|jsonl)$/i.test(name);

/**
 * Each line of JSON Lines that is not blank, as an input of its own; none where the text is one
 * JSON value over several lines.
 */
export function splitLines(input: Input): readonly Input[] {
  const text = input.text ?? '';
  const lines = text
    .split(text.includes('\r') ? /\r\n|\n|\r/ : '\n')
    .flatMap((line, i) => (line.trim() === '' ? [] : { ...input, text: line, line: i + 1 }));
  const [first] = lines;
  return first !== undefined && !isJson(first.text) && isJson(text) ? [] : lines;
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
