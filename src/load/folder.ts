import { type Dirent, readdirSync } from 'node:fs';

/**
 * The files below a folder whose names are wanted, as paths from there with forward slashes. Neither what begins with a
 * dot nor `node_modules` is looked into, and links are not followed. A glob library would do the same in five times as long.
 * @param refuse told of each folder that cannot be looked into, and why.
 */
export function filesBelow(folder: string, isWanted: (name: string) => boolean, refuse: (below: string, error: unknown) => void): readonly string[] {
  const found: string[] = [];
  const waiting = [''];
  for (let below = waiting.pop(); below !== undefined; below = waiting.pop()) {
    for (const entry of entriesOf(folder, below, refuse)) {
      const { name } = entry;
      if (name.startsWith('.')) continue;
      if (entry.isFile()) {
        if (isWanted(name)) found.push(below + name);
      } else if (entry.isDirectory() && name !== 'node_modules') waiting.push(`${below}${name}/`);
    }
  }
  return found;
}

function entriesOf(folder: string, below: string, refuse: (below: string, error: unknown) => void): readonly Dirent[] {
  try {
    return readdirSync(`${folder}/${below}`, { withFileTypes: true });
  } catch (error) {
    // Not ours to look into, or gone meanwhile.
    refuse(below, error);
    return [];
  }
}
