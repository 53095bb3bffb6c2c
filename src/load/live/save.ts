import { resolve } from 'node:path';
import { displayName } from '../expand.ts';
import type { LiveItem } from './account.ts';
import { openFolder } from './folder.ts';

/** Writes each document to a file of a folder as it comes, and names that file as its source. Throws a Refusal when it cannot. */
export async function* saveItems(items: AsyncIterable<LiveItem>, folder: string, cwd: string): AsyncIterable<LiveItem> {
  const files = openFolder(resolve(cwd, folder));
  try {
    for await (const item of items) {
      if (item.kind === 'failure' || item.of === 'workflows') {
        yield item;
        continue;
      }
      const { path, text } = files.write(item);
      yield { ...item, source: displayName(path, cwd), path, text };
    }
  } finally {
    files.close();
  }
}
