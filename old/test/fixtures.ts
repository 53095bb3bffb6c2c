import { isUtf8 } from 'node:buffer';
import { readdirSync, readFileSync } from 'node:fs';
import { rules } from '../rules/index.ts';
import { decodeText } from '../src/core/document/bytes.ts';
import { brokenDocument } from '../src/core/document/decode.ts';
import { parseDocument } from '../src/core/document/parse.ts';
import { splitLines } from '../src/core/document/split.ts';
import type { SyntaxFault } from '../src/core/document/syntax.ts';
import { activate } from '../src/core/lint/settings.ts';
import type { Document } from '../src/core/model/nodes.ts';

/** Every rule, also those that are off until they are configured. */
export const EVERY_RULE = activate(rules, {
  preset: 'strict',
  severities: new Map(
    rules.filter(({ preset }) => preset === 'off').map(({ id }) => [id, 'warning']),
  ),
});

export interface FixtureDocument {
  readonly document: Document;
  readonly text: string;
  /** It is not JSON. */
  readonly fault: SyntaxFault | undefined;
}

/** The documents of all scenes of all rules, in order of their names. */
export function fixtureDocuments(): readonly FixtureDocument[] {
  const home = new URL('rules/', import.meta.url);
  const files = readdirSync(home, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(?:ok|bad)\.(?:json|ndjson)$/.test(file),
  );
  return files.sort().flatMap((source) => {
    const { text, fault } = decodeText(readFileSync(new URL(source, home)), isUtf8);
    const whole = { ref: { source, index: 0, line: 1, start: 0, end: text.length }, text };
    const parts = source.endsWith('.ndjson') ? [...splitLines(text, source)] : [whole];
    return parts.map((each) => ({
      document:
        fault === undefined ? parseDocument(each.text, each.ref) : brokenDocument(each.ref, fault),
      text: each.text,
      fault,
    }));
  });
}
