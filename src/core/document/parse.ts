import type { Document, DocumentRef } from '../model/nodes.ts';
import { brokenDocument, decodeDocument } from './decode.ts';
import { explainSyntax, firstTooDeep, tooDeep } from './syntax.ts';

/** Never throws: bad text becomes a broken document. */
export function parseDocument(text: string, ref: DocumentRef, assume?: string): Document {
  // Before JSON.parse, which takes seconds over millions of levels.
  const deep = firstTooDeep(text);
  if (deep !== undefined) return brokenDocument(ref, tooDeep(deep), text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return brokenDocument(ref, explainSyntax(text), text);
  }
  return decodeDocument(value, ref, assume);
}
