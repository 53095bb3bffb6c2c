import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { textsIn } from '../../core/config/check-paths.ts';
import type { Mistake } from '../../core/config/wording.ts';
import { type JsonObject, own } from '../../core/model/json.ts';
import { quote } from '../../core/model/label.ts';
import { nearest } from '../../core/model/nearest.ts';
import { relativePath, repositoryOf } from './find.ts';

/**
 * Finds paths out of the repository of a configuration. Otherwise a change of the configuration could print any file of the
 * machine in a report, such as the one with the key.
 */
export function* outsideMistakes(value: JsonObject, path: string): Iterable<Mistake> {
  const folder = dirname(resolve(path));
  const root = realpathSync(repositoryOf(folder) ?? folder);
  for (const key of ['extends', 'files', 'events', 'baseline']) {
    for (const [given, pointer] of textsIn(own(value, key), `/${key}`)) {
      const plain = beforePattern(given);
      const pattern = given.slice(plain === '.' ? 0 : plain.length);
      if (!mayLeave(pattern) && isInside(resolve(dirname(path), plain), root)) continue;
      yield {
        pointer,
        message: `${quote(given)} is refused: it leads out of the repository, and a configuration is only about what is in it`,
      };
    }
  }
}

/** The existing file that is nearest to a path without a file, as the configuration would name it. */
export function nearestFile(given: string, from: string): string | undefined {
  const folder = dirname(resolve(dirname(from), given));
  if (!existsSync(folder)) return undefined;
  const names = readdirSync(folder).filter(
    (name) => /\.jsonc?$/i.test(name) && join(folder, name) !== from,
  );
  const near = nearest(basename(given), names);
  return near === undefined
    ? undefined
    : given.slice(0, given.length - basename(given).length) + near;
}

/** The folders before the first that has a pattern in its name. */
function beforePattern(path: string): string {
  const parts = path.split('/');
  const first = parts.findIndex((part) => /[*?[{(!+@]/.test(part));
  return first === -1 ? path : parts.slice(0, first).join('/') || '.';
}

/** Whether a pattern can go upwards, or to an absolute path, after its plain folders. */
const mayLeave = (pattern: string): boolean =>
  /(?:^|[/{,(|])[.{]*\.\.(?=$|[/},)|{])|[{,(|](?:\/|\.[},)|])/.test(pattern);

function isInside(path: string, root: string): boolean {
  let there = path;
  let missing = '';
  // A missing file is in its folder.
  while (!existsSync(there) && dirname(there) !== there)
    [there, missing] = [dirname(there), join(basename(there), missing)];
  return !isUpward(relativePath(root, join(realpathSync(there), missing)));
}

const isUpward = (path: string): boolean =>
  path === '..' || path.startsWith('../') || /^[A-Za-z]:/.test(path);
