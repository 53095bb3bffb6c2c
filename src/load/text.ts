import { isAscii, isUtf8 } from 'node:buffer';
import { decodeText } from '../document/bytes.ts';
import type { SyntaxFault } from '../document/syntax.ts';

const BOM = [0xef, 0xbb, 0xbf] as const;

/** @param firstByte where the bytes begin in their document. */
export function decode(bytes: Buffer, firstByte = 0): { text: string; fault?: SyntaxFault } {
  // Nearly all text is ASCII, and then there is nothing to decode.
  if (isAscii(bytes) && bytes[1] !== 0 && bytes[0] !== 0) return { text: bytes.toString('latin1') };
  return decodeText(bytes, isUtf8, firstByte);
}

/** How many bytes come before the text. */
export const lengthOfBom = (bytes: Buffer): number => (bytes[0] === BOM[0] && bytes[1] === BOM[1] && bytes[2] === BOM[2] ? BOM.length : 0);
