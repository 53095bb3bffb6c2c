import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The path of a file of the package, such as `docs/rules/cycle.md`; `undefined` if it is missing. */
export function packagePath(file: string): string | undefined {
  // Chunks of the bundle are one or two folders below the root of the package, the sources two.
  const paths = ['../', '../../'].map((root) =>
    fileURLToPath(new URL(`${root}${file}`, import.meta.url)),
  );
  return paths.find((path) => existsSync(path));
}
