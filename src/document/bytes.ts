import type { SyntaxFault } from './syntax.ts';

/** Decoded bytes; with `fault`, the text is only good for showing where the fault is. */
export interface DecodedText {
  readonly text: string;
  readonly fault?: SyntaxFault;
}

const REPLACEMENT = '\uFFFD';

/**
 * Strict UTF-8: a byte order mark is skipped, anything else that is not UTF-8 is a fault with its byte offset.
 * @param isUtf8 whether the bytes are valid UTF-8; Node's own is by far the fastest, so it is handed in.
 * @param firstByte where the bytes begin in their document.
 */
export function decodeText(bytes: Uint8Array, isUtf8: (bytes: Uint8Array) => boolean, firstByte = 0): DecodedText {
  const utf16 = firstByte === 0 ? utf16Order(bytes) : undefined;
  if (utf16 !== undefined) {
    const fault = { offset: 0, length: 1, message: `this is UTF-16 (${utf16}), not UTF-8`, help: 'save it as UTF-8; in PowerShell: Out-File -Encoding utf8' };
    return { text: new TextDecoder(utf16 === 'little endian' ? 'utf-16le' : 'utf-16be').decode(bytes), fault };
  }
  const text = new TextDecoder('utf-8', { ignoreBOM: firstByte > 0 }).decode(bytes);
  if (isUtf8(bytes)) return { text };
  const offset = firstInvalid(bytes, text);
  const byte = firstByte + byteLength(text.slice(0, offset)) + (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0);
  return { text, fault: { offset, length: 1, message: `not valid UTF-8 at byte ${byte}`, help: 'save the file as UTF-8' } };
}

// JSON text starts with two ASCII characters, so a zero byte among the first two gives UTF-16 away without a mark.
function utf16Order(bytes: Uint8Array): 'little endian' | 'big endian' | undefined {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0 && bytes.length > 1)) return 'little endian';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0 && bytes.length > 1)) return 'big endian';
  return undefined;
}

// The first replacement character that does not itself stand in the bytes; there is one, since they are not valid.
function firstInvalid(bytes: Uint8Array, text: string): number {
  const bom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  let byte = bom;
  for (let from = 0; ; ) {
    const at = text.indexOf(REPLACEMENT, from);
    byte += byteLength(text.slice(from, at));
    if (bytes[byte] !== 0xef || bytes[byte + 1] !== 0xbf || bytes[byte + 2] !== 0xbd) return at;
    byte += 3;
    from = at + 1;
  }
}

const encoder = new TextEncoder();
const byteLength = (text: string): number => encoder.encode(text).length;
