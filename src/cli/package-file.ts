import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The address of a file of the package, such as `docs/rules.md`. */
export function packageFile(name: string): URL {
  // Chunks of the bundle are two folders below the root, its entry is one, as is this file.
  const roots = ['../', '../../'].map((path) => new URL(path, import.meta.url));
  const root = roots.find((each) => existsSync(fileURLToPath(new URL('package.json', each))));
  return new URL(name, root);
}
