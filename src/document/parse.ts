import type { Document, DocumentRef } from '../model/nodes.ts';
import { brokenDocument, decodeDocument } from './decode.ts';
import { explainSyntax, firstTooDeep, tooDeep } from './syntax.ts';

/** Text of one JSON value → model. Never throws for bad text: that becomes a broken document. */
export function parseDocument(text: string, ref: DocumentRef, assume?: 'workflows' | 'events'): Document {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return brokenDocument(ref, explainSyntax(text, error));
  }
  const document = decodeDocument(value, ref, assume);
  const deep = document.suspectDepth ? firstTooDeep(text) : undefined;
  return deep === undefined ? document : brokenDocument(ref, tooDeep(deep));
}
