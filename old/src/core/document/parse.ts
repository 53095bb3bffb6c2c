import type { Document, DocumentRef } from '../model/nodes.ts';
import { brokenDocument, decodeDocument } from './decode.ts';
import { countProperties } from './duplicate-keys.ts';
import { explainSyntax, scanText, tooDeep } from './syntax.ts';

/** Never throws: bad text becomes a broken document. */
export function parseDocument(text: string, ref: DocumentRef, assume?: string): Document {
  // Before JSON.parse, which takes seconds over millions of levels.
  const { deepAt, properties, hasEscapedKey } = scanText(text);
  if (deepAt !== undefined) return brokenDocument(ref, tooDeep(deepAt), text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return brokenDocument(ref, explainSyntax(text), text);
  }
  // JSON.parse of Node 24 may read the key `\"` as a backslash, when an earlier object has such a key at that place.
  const hasDistinctKeys = !hasEscapedKey && countProperties(value) === properties;
  return { ...decodeDocument(value, ref, assume), hasDistinctKeys };
}
