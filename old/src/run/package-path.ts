import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { textOfFile } from '../load/file.ts';

/** The path of a file of the package, such as `old/rule-pages/cycle.md`; `undefined` if it is missing. */
export function packagePath(file: string): string | undefined {
  // Chunks of the bundle are one or two folders below the root of the package, the sources two.
  const paths = ['../', '../../'].map((root) =>
    fileURLToPath(new URL(`${root}${file}`, import.meta.url)),
  );
  return paths.find((path) => existsSync(path));
}

/** The path of a rule's documentation page in old/rule-pages; `undefined` if it is missing. */
export function pagePath(id: string): string | undefined {
  // From the bundle, and from the sources.
  return packagePath(`old/rule-pages/${id}.md`) ?? packagePath(`rule-pages/${id}.md`);
}

/** A rule's documentation page; `undefined` when it cannot be read. */
export function readPage(id: string): string | undefined {
  const path = pagePath(id);
  return path === undefined ? undefined : textOfFile(path);
}
