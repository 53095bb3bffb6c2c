import type { Runtime } from './runtime.ts';

/** Whether a CI job runs the program. */
export function isCi({ CI }: Runtime['env']): boolean {
  return CI !== undefined && CI !== '' && CI !== 'false';
}
