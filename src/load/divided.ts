import type { ItemArrays } from '../document/decode.ts';
import type { DocumentText } from '../document/split.ts';
import type { Portion } from '../document/survey.ts';
import type { Document } from '../model/nodes.ts';

/** A part of a document: its text, and what was read of it. */
export interface PartText extends DocumentText {
  readonly document: Document;
}

/** What a document is divided into: what is around its items, and where some of them are at a time. */
export interface Divided {
  readonly around: PartText;
  readonly portions: readonly Portion[];
  /** The arrays that they are of. */
  readonly arrays: ItemArrays;
}
