import { fstatSync, writeSync } from 'node:fs';
import type { OutputStream } from '../run/runtime.ts';

/**
 * Standard output or standard error, without the stream of Node as long as the system takes each text at once: loading it is a
 * twelfth of a small lint.
 */
export function standardStream(fd: 1 | 2, open: () => NodeJS.WriteStream): OutputStream {
  const listeners: ((error: Error) => void)[] = [];
  let opened: NodeJS.WriteStream | undefined;
  const stream = (): NodeJS.WriteStream => {
    if (opened === undefined) {
      opened = open();
      for (const listener of listeners) opened.on('error', listener);
    }
    return opened;
  };
  return {
    get isTTY() {
      return fstatSync(fd).isCharacterDevice() && stream().isTTY === true;
    },
    get columns() {
      return fstatSync(fd).isCharacterDevice() ? stream().columns : undefined;
    },
    write(text, done) {
      const rest = opened === undefined ? writeNow(fd, text) : text;
      if (rest.length > 0) return stream().write(rest, done);
      done();
      return true;
    },
    on(event, listener) {
      if (opened !== undefined) return opened.on(event, listener);
      listeners.push(listener);
    },
  };
}

/** Returns what is not written. The stream reports the reason. */
function writeNow(fd: number, text: string): Uint8Array {
  const bytes = Buffer.from(text);
  try {
    return bytes.subarray(writeSync(fd, bytes));
  } catch {
    return bytes;
  }
}
