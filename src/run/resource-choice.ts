import { nearest } from '../core/model/nearest.ts';
import { RESOURCE_TYPES } from '../core/resources/registry.ts';
import { UserError } from './user-error.ts';

interface Chosen {
  readonly names: readonly string[];
  readonly onlyUsed: boolean;
}

/**
 * What `--resources` asks for: `all`, `none`, or names between commas, as in files or in bundles.
 * @param otherwise what is read without the flag.
 */
export function chooseResources(given: string | undefined, otherwise: Chosen): Chosen | undefined {
  const names = RESOURCE_TYPES.map(({ name }) => name);
  if (given === undefined) return otherwise;
  if (given === 'none') return undefined;
  if (given === 'all') return { names, onlyUsed: false };
  const asked = given.split(',').map((word) => word.trim().replaceAll('-', '_'));
  for (const word of asked)
    if (!names.includes(word)) {
      const meant = nearest(word, ['all', 'none', ...names]);
      const known = ['all', 'none', ...RESOURCE_TYPES.map(({ path }) => path)].join(', ');
      throw new UserError(
        `--resources does not know "${word}"`,
        meant === undefined ? `write one of ${known}` : `did you mean "${meant}"?`,
      );
    }
  return { names: asked, onlyUsed: false };
}

export const ALL_USED: Chosen = { names: RESOURCE_TYPES.map(({ name }) => name), onlyUsed: true };
export const ALL_RESOURCES: Chosen = { ...ALL_USED, onlyUsed: false };
