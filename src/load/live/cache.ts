import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readWhole } from '../read.ts';

/**
 * Answers of earlier runs, on disk. An entry is sealed with the API key, which itself is not written: what another account,
 * another key or another hand has put there is not taken. An entry that cannot be used counts as none, and a disk that
 * cannot be used costs one warning.
 */
export interface Cache {
  /** What was put under this name and stamp, if it is still there and whole. */
  get(name: string, stamp: string): string | undefined;
  put(name: string, stamp: string, text: string): void;
}

export interface CacheOptions {
  readonly folder: string;
  readonly baseUrl: string;
  /** The API key, to seal entries with. */
  readonly secret: string;
  /** Leave what is there unread, and write anew. */
  readonly refresh: boolean;
  readonly warn: (reason: string) => void;
}

// Changes with the form of an entry: older and newer versions do not see each other's.
const VERSION = 'v1';
const STALE = 60 * 60 * 1000;

export function openCache({ folder, baseUrl, secret, refresh, warn }: CacheOptions): Cache {
  const seal = (text: string): string => createHmac('sha256', `${VERSION} ${secret}`).update(text).digest('hex');
  const scope = join(folder, VERSION, seal(baseUrl).slice(0, 24));
  const pathOf = (name: string): string => join(scope, createHash('sha256').update(name).digest('hex').slice(0, 40));
  let broken = false;
  let ready = false;
  const fail = (error: unknown): void => {
    if (!broken) warn(error instanceof Error && 'code' in error ? String(error.code) : String(error));
    broken = true;
  };

  return {
    get(name, stamp) {
      if (refresh || broken) return undefined;
      let entry: string;
      try {
        entry = readWhole(pathOf(name)).toString('utf8');
      } catch (error) {
        if (codeOf(error) === 'EIO' || codeOf(error) === 'EACCES') fail(error);
        return undefined;
      }
      const end = entry.indexOf('\n');
      const body = entry.slice(end + 1);
      const head = headOf(baseUrl, name, stamp);
      if (end === -1 || !body.startsWith(head) || !isSame(entry.slice(0, end), seal(body))) return undefined;
      return body.slice(head.length);
    },

    put(name, stamp, text) {
      if (broken) return;
      const body = headOf(baseUrl, name, stamp) + text;
      const temporary = join(scope, `.${randomBytes(8).toString('hex')}.tmp`);
      try {
        if (!ready) {
          mkdirSync(scope, { recursive: true, mode: 0o700 });
          sweep(scope);
          ready = true;
        }
        // Beside its place and renamed: whoever reads meanwhile, and whatever stops us, there is the old entry or the new one.
        writeFileSync(temporary, `${seal(body)}\n${body}`, { mode: 0o600, flag: 'wx' });
        renameSync(temporary, pathOf(name));
      } catch (error) {
        discard(temporary);
        fail(error);
      }
    },
  };
}

/** An entry says what it is of, so that files that were moved about are not taken for each other. */
const headOf = (baseUrl: string, name: string, stamp: string): string => `${JSON.stringify({ baseUrl, name, stamp })}\n`;

function isSame(given: string, wanted: string): boolean {
  return given.length === wanted.length && timingSafeEqual(Buffer.from(given.replace(/[^0-9a-f]/g, '?')), Buffer.from(wanted));
}

/** What a run that was killed at the wrong moment left behind. */
function sweep(scope: string): void {
  for (const file of readdirSync(scope)) {
    if (!file.endsWith('.tmp')) continue;
    const path = join(scope, file);
    const modified = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (Date.now() - modified > STALE) rmSync(path, { force: true });
  }
}

function discard(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // The folder is out of reach: that has been said, and there is nothing left to discard.
  }
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');
