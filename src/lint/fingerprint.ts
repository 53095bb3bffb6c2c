/**
 * What makes a finding the same finding tomorrow: its rule and the names it is about, never a line, a file name or a
 * message. 64 bits as 16 hex digits, from two multiply-and-rotate hashes: enough to tell findings apart, no secret.
 */
export function fingerprint(parts: readonly string[]): string {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (const part of parts) {
    for (let i = 0; i <= part.length; i++) {
      // One unit beyond the end separates the parts.
      const unit = i < part.length ? part.charCodeAt(i) : 0x10000;
      a = Math.imul(a ^ unit, 2654435761);
      b = Math.imul(b ^ unit, 1597334677);
    }
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return hex(b) + hex(a);
}

const hex = (word: number): string => (word >>> 0).toString(16).padStart(8, '0');
