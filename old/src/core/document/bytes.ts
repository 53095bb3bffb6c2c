import type { SyntaxFault } from './syntax.ts';

/** With `fault`, the text only serves to show the place of the fault. */
interface DecodedText {
  readonly text: string;
  readonly fault?: SyntaxFault;
}

const REPLACEMENT = '\uFFFD';

/**
 * Decodes strict UTF-8 without its byte order mark; anything else is a fault.
 * @param isUtf8 Node's own is the fastest, and the core does not import Node.
 * @param firstByte byte offset in the document.
 */
export function decodeText(
  bytes: Uint8Array,
  isUtf8: (bytes: Uint8Array) => boolean,
  firstByte = 0,
): DecodedText {
  const utf16 = firstByte === 0 ? utf16Order(bytes) : undefined;
  if (utf16 !== undefined) {
    const encoding = utf16 === 'little endian' ? 'utf-16le' : 'utf-16be';
    const message = `file is UTF-16 (${utf16}), not UTF-8`;
    const help = 'save the file as UTF-8; in PowerShell: Out-File -Encoding utf8';
    const text = new TextDecoder(encoding).decode(bytes);
    return { text, fault: { offset: 0, length: 1, message, help } };
  }
  const text = new TextDecoder('utf-8', { ignoreBOM: firstByte > 0 }).decode(bytes);
  if (isUtf8(bytes)) return { text };
  const { offset, byte } = firstInvalid(bytes, text);
  const message = `invalid UTF-8 at byte ${firstByte + byte}`;
  return { text, fault: { offset, length: 1, message, help: 'save the file as UTF-8' } };
}

// JSON text starts with two ASCII characters, so a zero byte among them means UTF-16.
function utf16Order(bytes: Uint8Array): 'little endian' | 'big endian' | undefined {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'little endian';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0 && bytes.length > 1))
    return 'big endian';
  return undefined;
}

// The first replacement character that is not in the bytes; there is one, since they are invalid.
function firstInvalid(bytes: Uint8Array, text: string): { offset: number; byte: number } {
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  let byte = hasMark ? 3 : 0;
  for (let from = 0; ; ) {
    const offset = text.indexOf(REPLACEMENT, from);
    byte += byteLength(text.slice(from, offset));
    const isGiven = bytes[byte] === 0xef && bytes[byte + 1] === 0xbf && bytes[byte + 2] === 0xbd;
    if (!isGiven) return { offset, byte };
    byte += 3;
    from = offset + 1;
  }
}

const encoder = new TextEncoder();
const byteLength = (text: string): number => encoder.encode(text).length;
