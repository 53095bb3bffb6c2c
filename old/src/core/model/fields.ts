import { nearest } from './nearest.ts';
import { namesMeant } from './text.ts';

/** `eventName` for `event_name`. */
export function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** `event_name` for `eventName`: one name for a field in whatever spelling. */
export const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Spellings of fields by today's name; the first one given is read. */
export const SPELLINGS = {
  step: { key: ['key', 'id', 'ref'] },
  edge: {
    from: ['from_step_id', 'fromStepId', 'from'],
    to: ['to_step_id', 'toStepId', 'to'],
    type: ['edge_type', 'edgeType', 'type'],
  },
} as const;

export const STATUSES: readonly string[] = ['enabled', 'disabled'];

// Names in other tools.
const STATUSES_MEANT = namesMeant({
  enabled: 'active live on running',
  disabled: 'archived draft inactive off paused stopped',
});

/** The status that a wrong one most likely means. */
export const statusMeant = (given: string): string | undefined =>
  STATUSES_MEANT.get(given.toLowerCase()) ?? nearest(given, STATUSES);

const withTwins = (...names: string[]): ReadonlySet<string> =>
  new Set(names.flatMap((name) => [name, camelCase(name)]));

const { step, edge } = SPELLINGS;
// Editors find the schema of a file by `$schema`.
const ofTheService = ['$schema', 'object', 'id', 'name', 'created_at', 'updated_at'];

/** All fields of each kind of node, with camelCase. */
export const FIELDS = {
  workflow: withTwins(...ofTheService, 'status', 'steps', 'edges', 'connections'),
  step: withTwins(...step.key, 'type', 'config', 'next', 'branches'),
  edge: withTwins('id', ...edge.from, ...edge.to, ...edge.type),
  event: withTwins(...ofTheService, 'schema'),
  list: withTwins('$schema', 'object', 'has_more', 'data'),
} as const;
