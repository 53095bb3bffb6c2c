/** The folders that the tools may read. */
import { existsSync, realpathSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { quote } from '../../core/model/text.ts';
import { isOutside } from '../../node/repository.ts';
import { UserError } from '../../node/user-error.ts';

export interface Place {
  /** Absolute, without links. */
  readonly root: string;
  /** From the root; `.` is the root. */
  readonly path: string;
}

/** A file or folder in one of the roots. Links that lead out of them are refused. */
export function findInRoots(path: string, roots: readonly string[]): Place {
  for (const each of roots) {
    const given = resolve(each, path);
    if (!existsSync(each) || !existsSync(given)) continue;
    const [root, real] = [realpathSync(each), realpathSync(given)];
    if (!isOutside(root, real)) return { root, path: relative(root, real) || '.' };
  }
  throw new UserError(
    `${quote(path)} is no file or folder in ${roots.map(quote).join(', ')}`,
    'name one below the roots of the server',
  );
}
