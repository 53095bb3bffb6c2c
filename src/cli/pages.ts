import { readFileSync } from 'node:fs';

/** A rule's documentation page, as it is shipped in docs/rules; `undefined` when it cannot be read. */
export function readPage(id: string): string | undefined {
  // The bundle's parts stand one or two folders below the package's root, the sources two.
  for (const root of ['../', '../../']) {
    try {
      return readFileSync(new URL(`${root}docs/rules/${id}.md`, import.meta.url), 'utf8');
    } catch {
      // Not there: the next place, or none.
    }
  }
  return undefined;
}
