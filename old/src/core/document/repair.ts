import { createScanner } from 'jsonc-parser';
import { applyEdits, type TextEdit } from './text-edits.ts';

const SINGLE_QUOTED = /^'([^'"\\\p{Cc}]{0,1000})'/u;

/**
 * Edits that turn a text into JSON, if its only faults are comments, trailing commas and strings in single quotes.
 * `undefined` when it has others.
 */
export function repairEdits(text: string): readonly TextEdit[] | undefined {
  const edits: TextEdit[] = [];
  const scanner = createScanner(text, false);
  let comma: number | undefined;
  for (scanner.scan(); scanner.getTokenOffset() < text.length; scanner.scan()) {
    const offset = scanner.getTokenOffset();
    const first = text[offset] as string;
    if (first.trim() === '') continue;
    if (first === '/') {
      edits.push({ offset, length: scanner.getTokenLength(), text: '' });
      continue;
    }
    if (comma !== undefined && (first === '}' || first === ']'))
      edits.push({ offset: comma, length: 1, text: '' });
    comma = first === ',' ? offset : undefined;
    if (first === "'") {
      const quoted = SINGLE_QUOTED.exec(text.slice(offset, offset + 1002));
      if (quoted === null) return undefined;
      edits.push({ offset, length: quoted[0].length, text: `"${quoted[1]}"` });
      scanner.setPosition(offset + quoted[0].length);
    }
  }
  try {
    JSON.parse(applyEdits(text, [{ edits }]).text);
    return edits;
  } catch {
    return undefined;
  }
}
