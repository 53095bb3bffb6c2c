import type { WorkflowRef } from './nodes.ts';

/** What a workflow goes by in a fingerprint. */
export function scopeOf(workflow: WorkflowRef | undefined): string {
  return workflow?.id ?? workflow?.name ?? '';
}

/** Several names as one. */
export function joinNames(...names: readonly (string | undefined)[]): string {
  return names.map((name = '') => `${name.length} ${name}`).join('\n');
}

/**
 * A name for each report on things that are alike, of which all but the first are reported. Which one is first depends on
 * how files are named or things are listed; these names do not: they are those of all but the least.
 */
export function identityAmong(names: Iterable<string>, first: string): (own: string) => string {
  let least = first;
  for (const name of names) if (name < least) least = name;
  return (own) => (own === least ? first : own);
}
