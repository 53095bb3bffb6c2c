import type { Document, DocumentRef } from '../model/nodes.ts';
import { brokenDocument, decodeDocument } from './decode.ts';
import { explainSyntax, firstTooDeep, tooDeep } from './syntax.ts';

const LARGE = 65_536;

/** Never throws: bad text becomes a broken document. */
export function parseDocument(text: string, ref: DocumentRef, assume?: string): Document {
  // JSON.parse takes seconds over millions of levels.
  const early = text.length > LARGE ? firstTooDeep(text.slice(0, LARGE)) : undefined;
  if (early !== undefined) return brokenDocument(ref, tooDeep(early), text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return brokenDocument(ref, explainSyntax(text), text);
  }
  const document = decodeDocument(value, ref, assume);
  const deep = document.suspectDepth ? firstTooDeep(text) : undefined;
  return deep === undefined ? document : brokenDocument(ref, tooDeep(deep), text);
}
