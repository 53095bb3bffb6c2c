import type { Input } from '../model/workflow.ts';

/** Each line of JSON Lines that is not blank, as an input of its own. */
export function splitLines(input: Input): readonly Input[] {
  const lines = (input.text ?? '').split(/\r\n|\n|\r/);
  return lines.flatMap((text, i) => (text.trim() === '' ? [] : { ...input, text, line: i + 1 }));
}
