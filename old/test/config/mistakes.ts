import { join } from 'node:path';
import { rules } from '../../rules/index.ts';
import { loadConfig } from '../../src/load/config/load.ts';
import { SHARED_FLAG_NAMES } from '../../src/run/flags.ts';
import { folderOf } from '../cli/run.ts';

/** The mistakes in a configuration and in the files that it extends: `1:3: unknown setting …`. */
export function mistakesOf(
  text: string | Uint8Array,
  others: Record<string, string> = {},
): readonly string[] {
  const folder = folderOf({ 'edgewise.config.json': text, ...others });
  const loaded = loadConfig(join(folder, 'edgewise.config.json'), folder, rules, SHARED_FLAG_NAMES);
  return 'mistakes' in loaded
    ? loaded.mistakes.map(
        ({ at, message }) => `${at.replace('edgewise.config.json:', '')}: ${message}`,
      )
    : [];
}
