import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { readWhole } from '../../load/file.ts';
import { errorCode } from '../../load/source-error.ts';
import { explainWriteError, replaceFile } from '../../run/write-file.ts';
import { removeTemporary } from './save-file.ts';

export type Cache = ReturnType<typeof openCache>;

export interface CacheOptions {
  readonly folder: string;
  readonly baseUrl: string;
  /** The API key, to seal entries with. */
  readonly secret: string;
  /** Ignore existing entries, and replace them. */
  readonly refresh: boolean;
  readonly warn: (reason: string) => void;
}

// The version of the format: entries of other versions are ignored.
const VERSION = 'v1';

/**
 * Responses of earlier runs, on disk. An entry is sealed with the API key, which is not written: an entry of another account or
 * key is not used. An unusable disk is one warning.
 */
export function openCache({ folder, baseUrl, secret, refresh, warn }: CacheOptions) {
  const seal = (text: string): string =>
    createHmac('sha256', `${VERSION} ${secret}`).update(text).digest('hex');
  const scope = join(folder, VERSION, seal(baseUrl).slice(0, 24));
  const pathOf = (name: string): string =>
    join(scope, createHash('sha256').update(name).digest('hex').slice(0, 40));
  // An entry contains its name, so that moved files are detected. The base URL may contain the key.
  const base = seal(baseUrl);
  const headOf = (name: string, stamp: string): string =>
    `${JSON.stringify({ base, name, stamp })}\n`;
  let broken = false;
  let ready = false;
  const fail = (error: unknown): void => {
    warn(explainWriteError(error));
    broken = true;
  };

  return {
    /** The entry of this name and timestamp, if it is present and valid. */
    get(name: string, stamp: string): string | undefined {
      if (refresh || broken) return undefined;
      let entry: string;
      try {
        entry = readWhole(pathOf(name)).toString('utf8');
      } catch (error) {
        if (['EIO', 'EACCES'].includes(errorCode(error))) fail(error);
        return undefined;
      }
      const end = entry.indexOf('\n');
      const body = entry.slice(end + 1);
      const head = headOf(name, stamp);
      if (end === -1 || !body.startsWith(head) || !isSame(entry.slice(0, end), seal(body)))
        return undefined;
      return body.slice(head.length);
    },

    put(name: string, stamp: string, text: string): void {
      if (broken) return;
      const body = headOf(name, stamp) + text;
      try {
        if (!ready) {
          mkdirSync(scope, { recursive: true, mode: 0o700 });
          removeTemporary(scope);
          ready = true;
        }
        replaceFile(pathOf(name), [`${seal(body)}\n${body}`], { mode: 0o600 });
      } catch (error) {
        fail(error);
      }
    },
  };
}

function isSame(given: string, wanted: string): boolean {
  return (
    given.length === wanted.length &&
    timingSafeEqual(Buffer.from(given.replace(/[^0-9a-f]/g, '?')), Buffer.from(wanted))
  );
}
