import { readdirSync } from 'node:fs';

/**
 * The files below a folder whose names are wanted, as paths from there with forward slashes. Neither what begins with a
 * dot nor `node_modules` is looked into, and links are not followed. A glob library would do the same in five times as long.
 */
export function filesBelow(folder: string, isWanted: (name: string) => boolean): readonly string[] {
  const found: string[] = [];
  const waiting = [''];
  for (let below = waiting.pop(); below !== undefined; below = waiting.pop()) {
    for (const entry of entriesOf(`${folder}/${below}`)) {
      const { name } = entry;
      if (name.startsWith('.')) continue;
      if (entry.isFile()) {
        if (isWanted(name)) found.push(below + name);
      } else if (entry.isDirectory() && name !== 'node_modules') waiting.push(`${below}${name}/`);
    }
  }
  return found;
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // Gone meanwhile, or not ours to look into.
    return [];
  }
}
